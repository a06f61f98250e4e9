/** One account: its state, its next steps, and its history. */
import { lazy, Suspense, useState } from "react";
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import type {
  Account,
  AccountProof,
  AccountState,
  AccountWanted,
} from "../../../src/accounts/api/accounts.ts";
import { accountQuery, stagesQuery } from "./account-queries.ts";
import { MoreMenu } from "../components/more-menu.tsx";
import { ButtonLink } from "../components/button-link.tsx";
import { StartChat } from "../components/start-chat.tsx";
import { PencilSimpleIcon } from "../components/icons.ts";
import { Empty, PageHead, Scroll, usePageTitle, Page } from "../components/page.tsx";
import { clipped } from "../components/text-pieces.ts";
import { whenReachable } from "../components/when-reachable.ts";
import { AddNote } from "./add-note.tsx";
import { Facts, People, Sources } from "./facts.tsx";
import { History } from "./history.tsx";
import { ItemList } from "./item-list.tsx";
import { FileLink, Part } from "./part.tsx";
import { ProblemNotices } from "./problem-notices.tsx";
import { Proof } from "./proof.tsx";
import { StageChoice } from "./stage-choice.tsx";
import { headOf, useAccountNews, useChange, useRemoval } from "./use-account.ts";
import { NotLoaded } from "../components/not-loaded.tsx";

const Markdown = lazy(whenReachable(() => import("../components/markdown.tsx")));
const EditAccount = lazy(whenReachable(() => import("./edit-account.tsx")));

export default function AccountPage() {
  const id = useParams({ strict: false }).id ?? "";
  const query = useQuery(accountQuery(id));
  const { data } = query;
  const name = data === undefined ? "" : nameOf(data);
  usePageTitle(name === "" ? "Account" : clipped(name, 80));
  useAccountNews(id);
  if (data) return <Open key={id} account={data} />;
  return (
    <Page title="Account" back="/accounts">
      <Scroll>
        <NotLoaded query={query} missing={GONE} inset />
      </Scroll>
    </Page>
  );
}

function nameOf({ id, state }: Account): string {
  return state?.name ?? `Account ${id}`;
}

const GONE = (
  <Empty
    title="Account not found"
    action={
      <ButtonLink to="/accounts" className="touch">
        All accounts
      </ButtonLink>
    }
  >
    It may have been deleted. You can restore it under Deleted files in the workspace.
  </Empty>
);

function Open({ account }: { account: Account }) {
  const [proof, setProof] = useState<AccountProof | null>(null);
  const [editing, setEditing] = useState(false);
  const { id, state, problems } = account;
  const change = useChange(id, { onSaved: setProof });
  const isLocked = state === null || problems.length > 0;
  const set = (wanted: AccountWanted): void => change.mutate({ wanted, seen: headOf(account) });
  return (
    <section aria-label={nameOf(account)} className="flex min-h-0 w-full flex-col">
      <Head
        account={account}
        locked={isLocked}
        busy={change.isPending}
        onStage={(stage) => set({ stage })}
        onEdit={() => setEditing(true)}
      />
      <Scroll>
        <div className="mx-auto flex max-w-5xl flex-col gap-6 p-4 sm:p-6">
          {proof === null || proof.entry.id !== headOf(account) || problems.length > 0 ? null : (
            <Proof key={proof.entry.id} proof={proof} onUndone={setProof} onClose={() => setProof(null)} />
          )}
          <ProblemNotices account={account} onSaved={setProof} />
          <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem] lg:grid-rows-[auto_1fr] lg:gap-x-10">
            <div className="flex min-w-0 flex-col gap-6 lg:col-start-1 lg:row-span-2">
              {state === null ? null : (
                <Standing
                  account={account}
                  state={state}
                  locked={isLocked}
                  busy={change.isPending}
                  onChange={set}
                  onSaved={setProof}
                />
              )}
              <History account={account} />
            </div>
            {state === null ? null : (
              <aside
                aria-label="Details"
                className="flex min-w-0 flex-col gap-6 max-lg:order-first lg:col-start-2"
              >
                <Facts state={state} onEdit={isLocked ? null : () => setEditing(true)} />
                <People account={account} contacts={state.contacts} locked={isLocked} onSaved={setProof} />
              </aside>
            )}
            <div className="min-w-0 lg:col-start-2">
              <Sources account={account} />
            </div>
          </div>
        </div>
      </Scroll>
      {editing && state !== null ? (
        <Suspense fallback={null}>
          <EditAccount account={account} state={state} onSaved={setProof} onClose={() => setEditing(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}

function Head({
  account,
  locked,
  busy,
  onStage,
  onEdit,
}: {
  account: Account;
  locked: boolean;
  busy: boolean;
  onStage: (stage: string) => void;
  onEdit: () => void;
}) {
  const { state } = account;
  const name = nameOf(account);
  const removal = useRemoval(account.id, name);
  return (
    <PageHead
      back="/accounts"
      title={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <h1 className="min-w-0 truncate text-lg leading-7 font-semibold">{clipped(name, 100)}</h1>
          {state === null ? null : (
            <StageChoice stage={state.stage} disabled={locked || busy} onChange={onStage} />
          )}
        </div>
      }
    >
      <StartChat about={`the account ${name} (${account.id})`} spoken="Ask about this account">
        Ask<span className="max-md:hidden"> about this account</span>
      </StartChat>
      {state === null ? null : (
        <Button
          size="sm"
          className="touch"
          disabled={locked}
          icon={<PencilSimpleIcon aria-hidden className="size-4" />}
          onClick={onEdit}
        >
          Edit…
        </Button>
      )}
      <MoreMenu label="More actions for this account" size="sm">
        <DropdownMenu.Item variant="danger" onClick={() => removal.mutate()}>
          Delete account
        </DropdownMenu.Item>
      </MoreMenu>
    </PageHead>
  );
}

/** Next steps, pending actions, and notes. */
function Standing({
  account,
  state,
  locked,
  busy,
  onChange,
  onSaved,
}: {
  account: Account;
  state: AccountState;
  locked: boolean;
  busy: boolean;
  onChange: (wanted: AccountWanted) => void;
  onSaved: (proof: AccountProof) => void;
}) {
  return (
    <>
      <ItemList
        title="Next steps"
        add="Add a next step"
        items={state.nextSteps}
        locked={locked}
        busy={busy}
        onChange={(nextSteps) => onChange({ nextSteps })}
      />
      <ItemList
        title="Pending actions"
        add="Add what you’re waiting for"
        items={state.pendingActions}
        locked={locked}
        busy={busy}
        onChange={(pendingActions) => onChange({ pendingActions })}
      />
      <Part title="Notes" action={<FileLink path={account.files.state}>state.md</FileLink>}>
        {state.notes === "" ? (
          <p className="text-sm text-kumo-subtle">None yet.</p>
        ) : (
          <Suspense fallback={<p className="whitespace-pre-wrap wrap-anywhere">{state.notes}</p>}>
            <Markdown text={state.notes} folder={`accounts/${account.id}`} />
          </Suspense>
        )}
        {locked ? null : <AddNote account={account} onSaved={onSaved} />}
      </Part>
    </>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id === undefined) return;
  void client.prefetchQuery(accountQuery(id));
  void client.prefetchQuery(stagesQuery);
}
