/** The list of accounts, filtered by stage or search, with each one's stage and next step. */
import { lazy, Suspense, useRef, useState, type ReactNode } from "react";
import { useInfiniteQuery, useQuery, type QueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { WORDS_MISSING, type AccountLine } from "../../../src/accounts/api/accounts.ts";
import { accountsQuery, stagesQuery } from "./account-queries.ts";
import { ButtonLink } from "../components/button-link.tsx";
import { Choice } from "../components/form.tsx";
import { ChatCircleIcon, PlusIcon, WarningIcon } from "../components/icons.ts";
import { ListSearch } from "../components/list-search.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { Empty, Scroll, Page } from "../components/page.tsx";
import { useIsAdmin } from "../components/session.tsx";
import { clipped } from "../components/text-pieces.ts";
import { Time } from "../components/time.tsx";
import { whenReachable } from "../components/when-reachable.ts";
import { StageBadge } from "./stage-choice.tsx";

const NewAccount = lazy(whenReachable(() => import("./new-account.tsx")));

export default function AccountsPage() {
  const { q = "", stage } = useSearch({ from: "/inside/accounts" });
  const navigate = useNavigate({ from: "/accounts" });
  const [creating, setCreating] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const query = useInfiniteQuery(accountsQuery(q, stage));
  const isEmpty = q === "" && stage === undefined && query.data?.pages[0]?.items.length === 0;
  const add = (
    <Button
      variant="primary"
      className="touch shrink-0"
      icon={<PlusIcon aria-hidden weight="bold" className="size-4" />}
      onClick={() => setCreating(true)}
    >
      New account
    </Button>
  );
  return (
    <Page
      title="Accounts"
      below={
        <div className="flex flex-wrap items-center gap-2 px-4 pb-3">
          <div className="min-w-0 flex-1 basis-56 sm:max-w-md">
            <ListSearch
              name="accounts"
              words={q}
              placeholder="Name, place, industry, or person"
              list={list}
              onWords={(words) =>
                void navigate({ search: (before) => ({ ...before, q: words }), replace: true })
              }
            />
          </div>
          <StageFilter
            stage={stage}
            onChange={(picked) => void navigate({ search: (before) => ({ ...before, stage: picked }) })}
          />
        </div>
      }
      actions={
        isEmpty ? null : (
          <>
            <BringIn className="max-sm:hidden" />
            <ButtonLink
              to="/accounts/explore"
              className="touch shrink-0"
              aria-label="Ask the accounts"
              icon={<ChatCircleIcon aria-hidden className="size-4" />}
            >
              Ask<span className="max-lg:hidden"> the accounts</span>
            </ButtonLink>
            {add}
          </>
        )
      }
    >
      <Scroll>
        <PagedList
          query={query}
          rows={10}
          wide
          more="More accounts"
          empty={<None words={q} stage={stage} add={add} />}
        >
          {(items) => (
            <ul ref={list} aria-label="Accounts">
              {items.map((item) => (
                <Row key={item.id} account={item} />
              ))}
            </ul>
          )}
        </PagedList>
      </Scroll>
      {creating ? (
        <Suspense fallback={null}>
          <NewAccount name={q} onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
    </Page>
  );
}

/** Import from another system's files; admins only. */
function BringIn({ className = "" }: { className?: string }) {
  return useIsAdmin() ? (
    <ButtonLink to="/accounts/import" className={`touch shrink-0 ${className}`}>
      Import
    </ButtonLink>
  ) : null;
}

const EVERY = "every";

function StageFilter({
  stage,
  onChange,
}: {
  stage: string | undefined;
  onChange: (stage: string | undefined) => void;
}) {
  const { data: stages = [] } = useQuery(stagesQuery);
  const known = stage === undefined || stages.includes(stage) ? stages : [stage, ...stages];
  return (
    <Choice
      label="Show the stage"
      value={stage ?? EVERY}
      options={[[EVERY, "All stages"] as const, ...known.map((one) => [one, one] as const)]}
      onChange={(picked) => onChange(picked === EVERY ? undefined : picked)}
    />
  );
}

function None({ words, stage, add }: { words: string; stage: string | undefined; add: ReactNode }) {
  const where = stage === undefined ? "" : ` in ${clipped(stage, 40)}`;
  if (words !== "")
    return (
      <Empty title={`No account${where} matches “${clipped(words, 60)}”`} action={add}>
        Try part of a name, a city, an industry, or someone who works there.
      </Empty>
    );
  if (stage !== undefined)
    return <Empty title={`No accounts${where}`}>Accounts appear here when you set this stage.</Empty>;
  return (
    <Empty
      title="No accounts yet"
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {add}
          <BringIn />
        </span>
      }
    >
      Keep each customer’s stage, next steps, and notes in one place. Every change is on record, with what led
      to it.
    </Empty>
  );
}

function Row({ account }: { account: AccountLine }) {
  const { id, name, stage, industry, location, nextSteps, lastContactAt, problem } = account;
  const [next] = nextSteps;
  return (
    <li>
      <Link
        to="/accounts/$id"
        params={{ id }}
        data-row
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 border-b border-kumo-hairline px-4 py-2 hover:bg-kumo-tint focus-visible:bg-kumo-tint focus-visible:-outline-offset-2 md:grid-cols-[minmax(0,5fr)_9.5rem_minmax(0,5fr)_8.5rem] md:py-1.5"
      >
        <span className="min-w-0">
          <span className="flex items-center gap-1.5 leading-5 font-medium">
            <span className="truncate">{clipped(name, 100)}</span>
            {problem === null ? null : <Mark problem={problem} />}
          </span>
          <span className="block truncate text-xs leading-4 text-kumo-subtle">
            {clipped([industry, location].filter(Boolean).join(" · "), 160)}
          </span>
        </span>
        <span className="min-w-0 max-md:text-right">
          <StageBadge stage={stage} />
        </span>
        <span className="truncate text-sm max-md:text-xs max-md:text-kumo-subtle">
          {next === undefined ? null : (
            <>
              <span className="md:sr-only">Next: </span>
              {clipped(next, 120)}
            </>
          )}
        </span>
        <span className="text-right text-xs whitespace-nowrap text-kumo-subtle">
          {lastContactAt === null ? null : (
            <>
              <span className="sr-only">Last contact </span>
              <Time at={lastContactAt} />
            </>
          )}
        </span>
      </Link>
    </li>
  );
}

const UNTOLD = "The history doesn’t match this account";

function Mark({ problem }: { problem: string }) {
  const words = problem === WORDS_MISSING ? WORDS_MISSING : UNTOLD;
  return (
    <span title={words} className="shrink-0 text-kumo-warning">
      <WarningIcon aria-hidden weight="fill" className="size-4" />
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchInfiniteQuery(accountsQuery("", undefined));
  void client.prefetchQuery(stagesQuery);
}
