/** The list of accounts, filtered by stage or search, with each one's stage and next step. */
import { lazy, Suspense, useRef, useState, type ReactNode } from "react";
import { keepPreviousData, useInfiniteQuery, useQuery, type QueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { WORDS_MISSING, type AccountLine } from "../../../src/accounts/api/accounts.ts";
import { detailOf } from "../../../src/accounts/api/account-details.ts";
import type { TeamField } from "../../../src/accounts/api/account-fields.ts";
import { accountsQuery, rulesQuery, stagesQuery, totalsQuery, type Listing } from "./account-queries.ts";
import { ButtonLink } from "../components/button-link.tsx";
import { Choice } from "../components/form.tsx";
import { ArrowDownIcon, ArrowUpIcon, ChatCircleIcon, PlusIcon, WarningIcon } from "../components/icons.ts";
import { ListSearch } from "../components/list-search.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { Empty, Scroll, Page } from "../components/page.tsx";
import { Pills } from "../components/pills.tsx";
import { useIsAdmin } from "../components/session.tsx";
import { clipped } from "../components/text-pieces.ts";
import { Time } from "../components/time.tsx";
import { count } from "../components/words.ts";
import { whenReachable } from "../components/when-reachable.ts";
import { detailWords, moneyWords } from "./detail-fields.tsx";
import { StageBadge } from "./stage-choice.tsx";

const AccountsBoard = lazy(whenReachable(() => import("./accounts-board.tsx")));
const NewAccount = lazy(whenReachable(() => import("./new-account.tsx")));

const VIEWS = [
  ["list", "List"],
  ["board", "Board"],
] as const;
const NO_RULES = { stages: [], fields: [] };

export default function AccountsPage() {
  const { q = "", stage, by, order, within, layout } = useSearch({ from: "/inside/accounts" });
  const navigate = useNavigate({ from: "/accounts" });
  const [creating, setCreating] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { data: { fields, stages } = NO_RULES } = useQuery(rulesQuery);
  const sorted = q === "" ? fields.find(({ name }) => name === by) : undefined;
  const listing: Listing = sorted === undefined ? { stage } : { stage, sort: sorted.name, order, within };
  const isBoard = layout === "board";
  const query = useInfiniteQuery({ ...accountsQuery(q, listing), enabled: !isBoard });
  const isEmpty =
    q === "" && stage === undefined && within === undefined && query.data?.pages[0]?.items.length === 0;
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
          {q === "" && fields.length > 0 ? (
            <Sorting
              fields={fields}
              sorted={sorted}
              listing={listing}
              onChange={({ sort, ...more }) =>
                void navigate({ search: (before) => ({ ...before, by: sort, ...more }) })
              }
            />
          ) : null}
          <Pills
            label="View"
            options={VIEWS}
            value={isBoard ? "board" : "list"}
            onChange={(picked) =>
              void navigate({
                search: (before) => ({ ...before, layout: picked === "board" ? picked : undefined }),
              })
            }
          />
          {q === "" && fields.some(({ kind }) => kind === "money") ? <Totals listing={listing} /> : null}
        </div>
      }
      actions={
        isEmpty ? null : (
          <>
            <BringIn className="max-sm:hidden" />
            <ButtonLink
              to="/conversations/new"
              search={{ about: "our accounts" }}
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
      {isBoard ? (
        <Suspense fallback={null}>
          <AccountsBoard words={q} listing={listing} stages={stages} fields={fields} sorted={sorted} />
        </Suspense>
      ) : (
        <Scroll>
          <PagedList
            query={query}
            rows={10}
            wide
            more="More accounts"
            empty={<None words={q} listing={listing} add={add} />}
          >
            {(items) => (
              <ul ref={list} aria-label="Accounts">
                {items.map((item) => (
                  <Row key={item.id} account={item} fields={fields} sorted={sorted} />
                ))}
              </ul>
            )}
          </PagedList>
        </Scroll>
      )}
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

const BY_NAME = "";
const DAYS = [30, 60, 90, 365] as const;

/** Which field the list is sorted by, in which order, and which days of it are shown. */
function Sorting({
  fields,
  sorted,
  listing: { order, within },
  onChange,
}: {
  fields: readonly TeamField[];
  sorted: TeamField | undefined;
  listing: Listing;
  onChange: (change: Pick<Listing, "sort" | "order" | "within">) => void;
}) {
  const isDown = order === "desc";
  const Arrow = isDown ? ArrowDownIcon : ArrowUpIcon;
  const turn = isDown ? "Sort ascending" : "Sort descending";
  return (
    <>
      <Choice
        label="Sort by"
        value={sorted?.name ?? BY_NAME}
        options={[
          [BY_NAME, "By name"] as const,
          ...fields.map(({ name }) => [name, `By ${clipped(name, 40).toLowerCase()}`] as const),
        ]}
        onChange={(name) => {
          const kind = fields.find((field) => field.name === name)?.kind;
          const isAmount = kind === "money" || kind === "number";
          onChange({
            sort: name === BY_NAME ? undefined : name,
            order: isAmount ? "desc" : undefined,
            within: undefined,
          });
        }}
      />
      {sorted === undefined ? null : (
        <Button
          variant="ghost"
          shape="square"
          className="touch"
          aria-label={turn}
          title={turn}
          icon={<Arrow aria-hidden className="size-4" />}
          onClick={() => onChange({ sort: sorted.name, order: isDown ? "asc" : "desc", within })}
        />
      )}
      {sorted?.kind === "date" ? (
        <Choice
          label={`Days of ${sorted.name}`}
          value={String(within ?? EVERY)}
          options={[
            [EVERY, "Any date"] as const,
            ...[...new Set([...DAYS, ...(within === undefined ? [] : [within])])]
              .toSorted((one, other) => one - other)
              .map((days) => [String(days), `Next ${days} days`] as const),
          ]}
          onChange={(days) =>
            onChange({ sort: sorted.name, order, within: days === EVERY ? undefined : Number(days) })
          }
        />
      ) : null}
    </>
  );
}

/** `Premium $214,300 in 12 accounts`, of what the list shows. */
function Totals({ listing }: { listing: Listing }) {
  const { data = [] } = useQuery({ ...totalsQuery(listing), placeholderData: keepPreviousData });
  const shown = data.filter(({ accounts }) => accounts > 0);
  if (shown.length === 0) return null;
  return (
    <p aria-live="polite" className="text-sm text-kumo-subtle">
      {shown.map(({ name, amount, accounts }, index) => (
        <span key={name}>
          {index === 0 ? "" : " · "}
          {clipped(name, 40)} <span className="font-medium text-kumo-default">{moneyWords(amount)}</span> in{" "}
          {count(accounts, "account")}
        </span>
      ))}
    </p>
  );
}

function None({ words, listing, add }: { words: string; listing: Listing; add: ReactNode }) {
  const { stage, sort, within } = listing;
  const where = stage === undefined ? "" : ` in ${clipped(stage, 40)}`;
  if (words !== "")
    return (
      <Empty title={`No account${where} matches “${clipped(words, 60)}”`} action={add}>
        Try part of a name, a city, an industry, or someone who works there.
      </Empty>
    );
  if (sort !== undefined && within !== undefined)
    return (
      <Empty title={`No account${where} has “${clipped(sort, 40)}” in the next ${within} days`}>
        Fill it in on an account’s page, or with an import.
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

/** Values in a row: the one it is sorted by first. */
const SHOWN_VALUES = 3;

function Row({
  account,
  fields,
  sorted,
}: {
  account: AccountLine;
  fields: readonly TeamField[];
  sorted: TeamField | undefined;
}) {
  const { id, name, stage, industry, location, details, nextSteps, lastContactAt, problem } = account;
  const [next] = nextSteps;
  const inOrder = sorted === undefined ? fields : [sorted, ...fields.filter((field) => field !== sorted)];
  const values = inOrder
    .map((field) => ({ name: field.name, words: detailWords(field.kind, detailOf(details, field.name)) }))
    .filter(({ words }) => words !== "")
    .slice(0, SHOWN_VALUES);
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
        <span className="min-w-0 text-sm max-md:text-xs max-md:text-kumo-subtle">
          {values.length === 0 ? null : (
            <span className="block truncate leading-5">
              {values.map(({ name: field, words }, index) => (
                <span key={field}>
                  {index === 0 ? "" : " · "}
                  <span className="text-xs text-kumo-subtle">{clipped(field, 40)}</span> {clipped(words, 60)}
                </span>
              ))}
            </span>
          )}
          {next === undefined ? null : (
            <span
              className={`block truncate ${values.length === 0 ? "" : "text-xs leading-4 text-kumo-subtle"}`}
            >
              <span className={values.length === 0 ? "md:sr-only" : ""}>Next: </span>
              {clipped(next, 120)}
            </span>
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
  void client.prefetchInfiniteQuery(accountsQuery("", {}));
  void client.prefetchQuery(rulesQuery);
}
