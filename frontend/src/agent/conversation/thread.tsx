/** The messages of a conversation, oldest first, with what is happening right now at the end. */
import {
  Fragment,
  lazy,
  memo,
  Suspense,
  useMemo,
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useState,
} from "react";
import { useQueries } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type { Approval } from "../../../../src/approvals/api/approval.ts";
import type { LiveTurn, Question } from "../../../../src/agent/api/conversation-frames.ts";
import type { ConversationClient, ConversationView } from "../conversation-client.ts";
import type { ConversationState } from "../conversation-state.ts";
import { newerApproval } from "../../approvals/newer-approval.ts";
import { approvalQuery } from "../../api/queries.ts";
import { byUrgency } from "../../approvals/by-urgency.ts";
import { ArrowDownIcon } from "../../components/icons.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { useNow } from "../../components/now.ts";
import { useOnline } from "../../components/online.ts";
import { useZone } from "../../components/session.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { dayName } from "../../components/words.ts";
import { whenReachable } from "../../components/when-reachable.ts";
import { AgentWords, PendingWords } from "./bubbles.tsx";
import { Ended } from "./ended.tsx";
import { Words } from "./words.tsx";
import { QuestionCard } from "./question.tsx";
import { Steps, Thinking } from "./steps.tsx";
import { isNoActionSoFar, placedApprovals, threadItems, type ThreadItem } from "./thread-items.ts";
import { useSought, type Sought as SoughtPlace } from "./use-sought.ts";
import { useKeptPlace, useStickToEnd } from "./use-stick-to-end.ts";
import { Stack } from "../../approvals/draft/lazy-stack.ts";

const MediaMessage = lazy(whenReachable(() => import("./media-message.tsx")));
const EmailMessage = lazy(whenReachable(() => import("./email-message.tsx")));
const QuotedMessage = lazy(
  whenReachable(async () => ({ default: (await import("./email-message.tsx")).QuotedMessage })),
);

const Outcome = lazy(whenReachable(async () => ({ default: (await import("./outcome.tsx")).Outcome })));

const AnswerSources = lazy(whenReachable(() => import("./answer-sources.tsx")));

const AccountResult = lazy(whenReachable(() => import("../../accounts/account-result.tsx")));

const ProposedSchedule = lazy(whenReachable(() => import("./proposed-schedule.tsx")));

/** The cards, loaded with the first of them: most conversations have none. */
function ApprovalStack(props: ComponentProps<typeof Stack>) {
  return (
    <Suspense fallback={<Bar className="h-20 w-full rounded-xl" />}>
      <Stack {...props} />
    </Suspense>
  );
}

export function Thread({ client, view }: { client: ConversationClient; view: ConversationView }) {
  const { state } = view;
  const zone = useZone();
  const items = useMemo(
    () => threadItems(state.messages, state.steps, zone),
    [state.messages, state.steps, zone],
  );
  const stick = useStickToEnd();
  const { scroller, content, atEnd, jumpToEnd, keepPlace } = stick;
  const sought = useSought(client, view, items, stick);
  const placed = useMemo(() => placedApprovals(items), [items]);
  const [said, queued] = useMemo(() => splitAtQueue(items), [items]);
  const { drawn, more, back } = useWindow(said, atEnd, sought.key);
  useKeptPlace(stick, drawn[0]?.key);
  const draw = (item: ThreadItem) => (
    <Placed key={item.key} item={item} client={client} state={state} sought={sought} />
  );

  function older(): void {
    keepPlace();
    back();
    if (!more) void client.loadOlder();
  }

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        className="h-full overflow-y-auto overscroll-contain [overflow-anchor:none]"
        tabIndex={0}
        role="log"
        aria-label="Messages"
        aria-live="off"
      >
        <div ref={content} className="mx-auto flex max-w-3xl flex-col gap-4 px-3 py-5 sm:px-4">
          {sought.missing ? <Notice>That message is no longer in this conversation.</Notice> : null}
          {more || state.hasMore ? (
            <div className="flex justify-center">
              <Button size="sm" className="touch" loading={view.loadingOlder} onClick={older}>
                Older messages
              </Button>
            </div>
          ) : null}
          {drawn.map(draw)}
          <Now client={client} view={view} placed={placed} />
          {queued.map(draw)}
          <Pending client={client} view={view} />
        </div>
      </div>
      <Announcer view={view} />
      {atEnd ? null : (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <Button
            className="touch arrive pointer-events-auto rounded-full shadow-md"
            icon={<ArrowDownIcon aria-hidden className="size-4" />}
            onClick={jumpToEnd}
          >
            Jump to newest
          </Button>
        </div>
      )}
    </div>
  );
}

/** Splits off the messages that are queued behind the running turn. */
function splitAtQueue(items: readonly ThreadItem[]): [readonly ThreadItem[], readonly ThreadItem[]] {
  const first = items.findIndex(
    (item) => (item.kind === "words" || item.kind === "email") && item.message.queued === true,
  );
  return first < 0 ? [items, []] : [items.slice(0, first), items.slice(first)];
}

interface PlacedProps {
  readonly item: ThreadItem;
  readonly client: ConversationClient;
  readonly state: ConversationState;
  readonly sought: Pick<SoughtPlace, "key" | "place">;
}

/** An item with only the state it needs, so that it re-renders only when that changes. */
function Placed({ item, client, state, sought }: PlacedProps) {
  const drawn = (
    <Item
      item={item}
      client={client}
      approvals={item.kind === "approvals" ? state.approvals : NO_APPROVALS}
      question={
        item.kind === "question"
          ? (state.questions.find(({ toolCallId }) => toolCallId === item.toolCallId) ?? null)
          : null
      }
      forks={state.conversation?.session !== undefined}
    />
  );
  return item.key === sought.key ? <Sought place={sought.place} item={drawn} /> : drawn;
}

/** Current activity: approval cards not yet placed by a message, the running turn, and why the last one ended. */
function Now({
  client,
  view: { state },
  placed,
}: {
  client: ConversationClient;
  view: ConversationView;
  placed: ReadonlySet<string>;
}) {
  const unplaced = Object.values(state.approvals)
    .filter((approval) => !placed.has(approval.id) && approval.status === "pending")
    .sort(byUrgency);
  return (
    <>
      {unplaced.length > 0 ? <ApprovalStack approvals={unplaced} inChat /> : null}
      {state.turn ? <Live turn={state.turn} /> : null}
      <Ended
        lastTurn={state.turn ? null : state.lastTurn}
        resumesAt={state.conversation?.lastStop?.resumesAt}
        onAgain={() => client.say("Please try again.")}
      />
    </>
  );
}

/** My messages that the server has not confirmed. */
function Pending({ client, view }: { client: ConversationClient; view: ConversationView }) {
  const online = useOnline();
  return view.outbox.entries.map((entry) => (
    <PendingWords
      key={entry.clientMessageId}
      entry={entry}
      lineOpen={view.line === "open" && online}
      onRetry={() => client.sayAgain(entry.clientMessageId)}
      onDiscard={() => client.discard(entry.clientMessageId)}
    />
  ));
}

/** The message the address asks for, set apart from the others. */
function Sought({ place, item }: { place: RefObject<HTMLDivElement | null>; item: ReactNode }) {
  return (
    <div
      ref={place}
      tabIndex={-1}
      role="group"
      aria-label="Linked message"
      className="-mx-2 flex flex-col rounded-xl bg-kumo-brand/8 p-2 ring-2 ring-kumo-brand"
    >
      {item}
    </div>
  );
}

const NO_APPROVALS: Readonly<Record<string, Approval>> = {};

interface ItemProps {
  readonly item: ThreadItem;
  readonly client: ConversationClient;
  readonly approvals: Readonly<Record<string, Approval>>;
  readonly question: Question | null;
  /** Whether an answer can be forked into its own chat. */
  readonly forks: boolean;
}

/** Re-renders only when it changed, not for every word that streams in below it. */
const Item = memo(function Item({ item, client, approvals, question, forks }: ItemProps) {
  switch (item.kind) {
    case "day":
      return <Day at={item.at} />;
    case "words":
      return <Words item={item} forkOf={forks ? client.id : null} />;
    case "media":
      return (
        <Suspense fallback={<Bar className="h-48 w-64 rounded-xl" />}>
          <MediaMessage message={item.message} part={item.part} isAlone={item.isAlone} />
        </Suspense>
      );
    case "email":
      return (
        <Suspense fallback={<Bar className="h-24 w-full rounded-xl" />}>
          <EmailMessage message={item.message} part={item.part} isEnclosed={item.isEnclosed === true} />
        </Suspense>
      );
    case "quoted":
      return (
        <Suspense fallback={<Bar className="h-24 w-full rounded-xl" />}>
          <QuotedMessage message={item.message} text={item.text} />
        </Suspense>
      );
    case "steps":
      return (
        <Steps
          steps={item.steps}
          thinking={item.thinking}
          tookMs={item.tookMs}
          onOpen={() => void client.readWhole()}
        />
      );
    case "approvals":
      return <Approvals ids={item.ids} known={approvals} />;
    case "sources":
      return (
        <Suspense fallback={<Bar className="h-6 w-64" />}>
          <AnswerSources message={item.message} />
        </Suspense>
      );
    case "schedule":
      return (
        <Suspense fallback={<Bar className="h-28 w-full rounded-xl" />}>
          <ProposedSchedule id={item.id} />
        </Suspense>
      );
    case "result":
      return (
        <Suspense fallback={null}>
          <AccountResult
            shows={item.shows}
            data={item.data}
            onNeeded={() => void client.readWhole()}
            onAsk={(words) => client.say(words)}
          />
        </Suspense>
      );
    case "question": {
      return (
        <QuestionCard
          question={item.question}
          options={item.options}
          requiredFor={question?.requiredFor ?? null}
          to={question?.to}
          form={question}
          onAnswer={question ? (answer, values) => client.say(answer, values) : undefined}
        />
      );
    }
    case "outcome":
      return (
        <Suspense fallback={<Bar className="h-9 w-full rounded-lg" />}>
          <Outcome message={item.message} part={item.part} />
        </Suspense>
      );
  }
});

function Day({ at }: { at: string }) {
  const now = useNow();
  const zone = useZone();
  return (
    <div
      className="flex items-center gap-3 text-xs text-kumo-subtle"
      role="separator"
      aria-label={dayName(at, now, zone)}
    >
      <span className="h-px flex-1 bg-kumo-line" aria-hidden />
      {dayName(at, now, zone)}
      <span className="h-px flex-1 bg-kumo-line" aria-hidden />
    </div>
  );
}

/** Cards of one turn. Those the socket didn't bring (scrolled far back) are fetched. */
function Approvals({ ids, known }: { ids: readonly string[]; known: Readonly<Record<string, Approval>> }) {
  const asked = useQueries({
    queries: ids.map((id) => ({ ...approvalQuery(id), enabled: known[id] === undefined })),
  });
  const approvals = ids.flatMap((id, index) => {
    const cached = asked[index]?.data;
    const live = known[id];
    if (live && cached) return [newerApproval(cached, live)];
    return live ? [live] : cached ? [cached] : [];
  });
  const failed = asked.find((query) => query.error && !query.data);
  return (
    <>
      {approvals.length > 0 ? <ApprovalStack approvals={approvals} inChat /> : null}
      {failed ? <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      {approvals.length === 0 && !failed ? <Bar className="h-20 w-full rounded-xl" /> : null}
    </>
  );
}

/** The running turn: its current step, thinking, and text so far. */
function Live({ turn }: { turn: LiveTurn }) {
  const running = turn.steps.filter((step) => step.status === "running");
  const text = isNoActionSoFar(turn.text) ? "" : turn.text;
  const quiet = text === "" && running.length === 0 && !turn.thinking;
  return (
    <Fragment>
      {turn.thinking ? (
        <details className="text-sm">
          <summary className="touch inline-flex items-center text-kumo-subtle hover:text-kumo-default">
            {text ? "Thinking" : "Thinking…"}
          </summary>
          <div className="mt-1 border-l-2 border-kumo-line pl-3">
            <Thinking text={turn.thinking} />
          </div>
        </details>
      ) : null}
      {text ? <AgentWords text={text} streaming /> : null}
      {running.map((step) => (
        <Doing key={step.toolCallId} words={`${step.summary}…`} />
      ))}
      {turn.notice ? (
        <Notice tone="warning" live>
          {turn.notice}
        </Notice>
      ) : quiet ? (
        <Doing words={turn.attempt > 1 ? `Working (attempt ${turn.attempt})…` : "Working…"} />
      ) : null}
    </Fragment>
  );
}

function Doing({ words }: { words: string }) {
  return (
    <p className="flex items-center gap-2 text-sm text-kumo-subtle">
      <span aria-hidden className="breathe size-2 rounded-full bg-kumo-brand" />
      {words}
    </p>
  );
}

/** Announces to screen readers what others see: working, answered, waiting. Not every streamed word. */
function Announcer({ view }: { view: ConversationView }) {
  const { state } = view;
  const asked = state.questions.at(-1);
  const words = state.turn
    ? "Steward is working."
    : asked
      ? `Steward asks: ${asked.question}`
      : state.conversation?.status === "waiting_approval"
        ? "Steward needs your approval."
        : state.lastTurn
          ? "Steward is done."
          : "";
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {words}
    </p>
  );
}

/**
 * The rendered part of a thread: its end, more when scrolling back, and the end again on return. Keeps the DOM small however long the conversation
 * is; nothing above the reader is removed.
 */
const MOST = 150;
const STEP = 100;

interface ThreadWindow {
  readonly drawn: readonly ThreadItem[];
  /** Whether there is more before it on this page. */
  readonly more: boolean;
  /** Renders the part before too; once everything is rendered, also what will be prepended. */
  readonly back: () => void;
}

/** Start of the last part. Moves in steps: a new message rarely removes one at the top. */
function startOf(length: number): number {
  return Math.max(0, Math.floor((length - MOST) / STEP) * STEP);
}

/** `must` is the key of an item that is always rendered; null for none. */
function useWindow(items: readonly ThreadItem[], atEnd: boolean, must: string | null): ThreadWindow {
  /** Key of the first rendered item when not at the end; empty renders all of them. */
  const [from, setFrom] = useState<string | null>(null);
  const start = firstDrawn(items, from, must);
  const key = items[start]?.key;
  if (!atEnd && from === null && key !== undefined) setFrom(key);
  if (atEnd && from !== null) setFrom(null);
  return {
    drawn: start === 0 ? items : items.slice(start),
    more: start > 0,
    back: () => setFrom(start === 0 ? "" : (items[Math.max(0, start - STEP)]?.key ?? "")),
  };
}

function firstDrawn(items: readonly ThreadItem[], from: string | null, must: string | null): number {
  const indexOf = (key: string): number => items.findIndex((item) => item.key === key);
  const last = startOf(items.length);
  const at = from === null ? last : from === "" ? 0 : indexOf(from);
  const sought = must === null ? -1 : indexOf(must);
  return Math.min(at < 0 ? last : at, sought < 0 ? items.length : sought);
}
