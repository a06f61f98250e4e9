/** Ask about every account: the question, how it was understood, the answer with its sources, and the files beside it. */
import { lazy, Suspense, useEffect, useRef } from "react";
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { ACCOUNTS_AGENT } from "../../../../src/accounts/api/account-query.ts";
import { accountSampleQuery } from "../account-queries.ts";
import { FolderIcon, PlusIcon } from "../../components/icons.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Empty, PageHead, usePageTitle } from "../../components/page.tsx";
import { ButtonLink } from "../../components/button-link.tsx";
import { whenReachable } from "../../components/when-reachable.ts";
import { Composer } from "../../agent/conversation/composer.tsx";
import { useConversation } from "../../agent/conversation/use-conversation.ts";
import { useWide } from "../../workspace/use-wide.ts";
import { sampleGroups } from "./samples.ts";
import { TurnView } from "./turn-view.tsx";
import { askedTurns } from "./turns.ts";
import { useAnswerNews, useAsk, useExplorer, type FilePlace } from "./use-explorer.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";

const FilePane = lazy(whenReachable(async () => ({ default: (await import("./file-pane.tsx")).FilePane })));
const Modal = lazy(
  whenReachable(async () => ({ default: (await import("../../components/dialog.tsx")).Modal })),
);

const BESIDE_PX = 1_100;
const SAMPLE = 8;
/** Above the newest question when it comes into view. */
const TURN_GAP_PX = 24;

export default function ExplorerPage() {
  const explorer = useExplorer();
  usePageTitle("Ask the accounts");
  return <Explorer key={explorer.conversationId} explorer={explorer} />;
}

function Explorer({ explorer }: { explorer: ReturnType<typeof useExplorer> }) {
  const { conversationId, about, file, openFile } = explorer;
  const { client, view } = useConversation(conversationId, ACCOUNTS_AGENT);
  const { ask, confirm } = useAsk(conversationId, explorer.begun);
  const { turn, approvals, messages } = view.state;
  const turns = askedTurns(messages);
  const decided = Object.values(approvals).map(({ id, version }) => `${id}.${version}`);
  useAnswerNews(conversationId, `${turn?.turnId ?? ""} ${messages.length} ${decided.join(" ")}`);
  const busy = turn !== null || ask.isPending || confirm.isPending;
  const say = (words: string): void => {
    if (!ask.isPending) ask.mutate(words);
  };
  return (
    <section aria-label="Ask the accounts" className="flex min-h-0 w-full">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <Head
          begun={turns.length > 0}
          filesOpen={file !== null}
          onAgain={explorer.again}
          onFiles={() => openFile(file === null ? { path: "accounts" } : null)}
        />
        <Turns busy={busy} count={turns.length}>
          {turns.length === 0 && !ask.isPending ? <Samples onAsk={say} /> : null}
          <ol className="flex flex-col gap-8 [&>li:not(:first-child):last-child]:min-h-[calc(100dvh-12rem)]">
            {turns.map((one, index) => (
              <TurnView
                key={one.turnId}
                conversationId={conversationId}
                turn={one}
                live={turn?.turnId === one.turnId ? turn : null}
                steps={view.state.steps}
                isLast={index === turns.length - 1}
                confirming={confirm}
                onConfirm={(body) => confirm.mutate(body)}
                onAsk={say}
                onFile={openFile}
              />
            ))}
          </ol>
          <Trouble ask={ask} offline={view.line === "waiting"} onRetry={say} />
        </Turns>
        <Composer
          draftId={about === undefined ? "accounts" : `accounts.${about}`}
          begins={about === undefined ? "" : `About ${about}: `}
          label="Question about your accounts"
          placeholder="Ask about an account, change one, or draft a follow-up"
          running={busy}
          onSend={say}
          onStop={() => client.stopTurn()}
        />
      </div>
      {file === null ? null : <Files file={file} onOpen={openFile} />}
    </section>
  );
}

function Trouble({
  ask,
  offline,
  onRetry,
}: {
  ask: ReturnType<typeof useAsk>["ask"];
  offline: boolean;
  onRetry: (words: string) => void;
}) {
  const words = ask.variables;
  return (
    <>
      {ask.error ? (
        <ErrorNotice error={ask.error} {...(words === undefined ? {} : { onRetry: () => onRetry(words) })} />
      ) : null}
      {offline ? (
        <Notice tone="warning">
          You’re offline. Work in progress continues, and you’ll see it when you’re back.
        </Notice>
      ) : null}
    </>
  );
}

/** Beside the answers on wide screens, else as a sheet. */
function Files({ file, onOpen }: { file: FilePlace; onOpen: (place: FilePlace | null) => void }) {
  const isBeside = useWide(BESIDE_PX);
  return (
    <Suspense fallback={null}>
      {isBeside ? (
        <aside aria-label="Files" className="flex min-h-0 w-[26rem] shrink-0 border-l border-kumo-hairline">
          <FilePane place={file} onOpen={onOpen} onClose={() => onOpen(null)} />
        </aside>
      ) : (
        <Modal open place="side" title="Files" onClose={() => onOpen(null)}>
          <FilePane place={file} onOpen={onOpen} />
        </Modal>
      )}
    </Suspense>
  );
}

function Head({
  begun,
  filesOpen,
  onAgain,
  onFiles,
}: {
  begun: boolean;
  filesOpen: boolean;
  onAgain: () => void;
  onFiles: () => void;
}) {
  return (
    <PageHead
      back="/accounts"
      title={
        <div className="flex items-center gap-2">
          <Link to="/accounts" className="text-kumo-subtle hover:underline max-lg:hidden">
            Accounts
          </Link>
          <span aria-hidden className="text-kumo-subtle max-lg:hidden">
            /
          </span>
          <h1 className="truncate text-base font-semibold">Ask the accounts</h1>
        </div>
      }
    >
      {begun ? (
        <Button
          size="sm"
          className="touch"
          aria-label="New question"
          icon={<PlusIcon aria-hidden className="size-4" />}
          onClick={onAgain}
        >
          <span className="max-sm:hidden">New</span>
        </Button>
      ) : null}
      <Button
        size="sm"
        className="touch"
        aria-label="Files"
        aria-pressed={filesOpen}
        icon={<FolderIcon aria-hidden className="size-4" />}
        onClick={onFiles}
      >
        <span className="max-sm:hidden">Files</span>
      </Button>
    </PageHead>
  );
}

/** The scrolling pane. A new question scrolls into view when asked; after that the pane doesn't move. */
function Turns({ count, busy, children }: { count: number; busy: boolean; children: React.ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const newest = box.current?.querySelector<HTMLElement>(":scope > div > ol > li:last-child");
    // Scrolls only the box: scrollIntoView would move the page around it too.
    if (count > 1 && newest) box.current?.scrollTo({ top: newest.offsetTop - TURN_GAP_PX });
  }, [count]);
  return (
    <div
      ref={box}
      tabIndex={0}
      aria-busy={busy}
      className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
    >
      <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 py-6">{children}</div>
    </div>
  );
}

function Samples({ onAsk }: { onAsk: (words: string) => void }) {
  const query = useQuery({
    ...accountSampleQuery(SAMPLE),
    select: ({ items, stages }) => sampleGroups(items, stages),
  });
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} />;
  if (data.length === 0)
    return (
      <Empty
        title="No accounts to ask about yet"
        action={<ButtonLink to="/accounts">Add an account</ButtonLink>}
      >
        Once you have accounts, ask here what was said, what’s next, and who hasn’t heard from you.
      </Empty>
    );
  return (
    <>
      <div>
        <h2 className="text-xl font-semibold">What would you like to know?</h2>
        <p className="mt-1 text-kumo-subtle">
          Every answer cites the e-mails, calls, and texts behind it. Nothing is sent without your approval.
        </p>
      </div>
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        {data.map(({ title, about, questions }) => (
          <section key={title} aria-label={title} className="flex min-w-0 flex-col gap-1">
            <h3 className="text-sm font-semibold">
              {title} <span className="font-normal text-kumo-subtle">{about}</span>
            </h3>
            <ul>
              {questions.map((words) => (
                <li key={words}>
                  <button
                    type="button"
                    className="touch -mx-2 w-[calc(100%+1rem)] rounded-lg px-2 py-1 text-left text-kumo-link wrap-anywhere hover:bg-kumo-tint"
                    onClick={() => onAsk(words)}
                  >
                    {words}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(accountSampleQuery(SAMPLE));
}
