/** Steward drafts answers to the last unanswered texts; the admin approves one. Without texts, it shows on a sample how it answers. */
import { Suspense, useEffect } from "react";
import { queryOptions, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { conversationEndpoints } from "../../../../src/agent/api/conversation.ts";
import { textEndpoints } from "../../../../src/messaging/api/texts.ts";
import { threadEndpoints, type ThreadLine } from "../../../../src/messaging/api/threads.ts";
import { startConversation } from "../../agent/conversation-client.ts";
import { call } from "../../api/call.ts";
import { openApprovalsQuery } from "../../api/queries.ts";
import { useApprovals } from "../../approvals/use-approvals.ts";
import { CaretRightIcon } from "../../components/icons.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { useMe, useWork } from "../../components/session.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { count } from "../../components/words.ts";
import { backfillsQuery } from "../../messaging/text-queries.ts";
import { firstStepsQuery } from "../first-steps-query.ts";
import { Onward, Step } from "./step.tsx";
import type { Work } from "../../../../src/team/api/first-steps.ts";
import { Stack } from "../../approvals/draft/lazy-stack.ts";

/** What people might text a team, by what it runs. */
const SAMPLE_TEXTS: Readonly<Record<Work, readonly string[]>> = {
  property: [
    "Hi, the kitchen sink is leaking again. Can someone come by?",
    "Is the two-bedroom still free? We have a cat.",
    "I’ll be a few days late with rent this month, sorry.",
  ],
  insurance: [
    "We bought a second van. Is it covered?",
    "When does our policy renew, and will it cost more?",
    "I need a certificate for a job that starts Monday.",
  ],
  projects: [
    "Are we still on track for the 15th?",
    "Can we add one more page to the site?",
    "Who do I send the logo files to?",
  ],
  other: [
    "Are you open on Saturday?",
    "Can you call me back about my order?",
    "I need to move our appointment to next week.",
  ],
};

/** Something to approve that needs no connection. */
const SAMPLE_RULE = "We never promise a price by e-mail.";

const DRAFTS = 3;
/** Threads looked at for those that ask for an answer. */
const LOOKED_AT = 12;
/** Older texts no longer need an answer. */
const RECENT_MS = 30 * 24 * 3_600_000;
const LOOK_AGAIN_MS = 1500;

/** Has answers drafted to the newest unanswered texts. A repeat finds the same ones. */
async function draftAnswers(): Promise<readonly ThreadLine[]> {
  const { items } = await call(threadEndpoints.list, { query: { view: "all", limit: LOOKED_AT * 4 } });
  const open = items.filter(
    ({ channel, lastDirection, lastAt }) =>
      channel === "text" && lastDirection === "incoming" && Date.parse(lastAt) > Date.now() - RECENT_MS,
  );
  const begun: ThreadLine[] = [];
  for (const thread of open.slice(0, LOOKED_AT)) {
    const { number, line } = thread;
    const { drafting } = await call(textEndpoints.draftAnswer, { params: { number }, body: { line } });
    if (drafting) begun.push(thread);
    if (begun.length === DRAFTS) break;
  }
  return begun;
}

/** The inbox lists imported texts a moment after they are imported. */
const LOOKS = 4;

/** As often as it takes while texts are imported, and a few times after that. */
function firstDraftsQuery(isImporting: boolean) {
  return queryOptions({
    queryKey: ["first-drafts"],
    queryFn: draftAnswers,
    staleTime: Infinity,
    refetchInterval: ({ state }) =>
      (state.data?.length ?? 0) < DRAFTS && (isImporting || state.dataUpdateCount < LOOKS)
        ? LOOK_AGAIN_MS
        : false,
  });
}

export default function FirstDrafts() {
  const { data } = useQuery({ ...backfillsQuery, refetchInterval: LOOK_AGAIN_MS });
  // The newest conversations come first, so the first of them are enough.
  const isImporting = data?.items.some(({ state }) => state === "running") === true;
  const read = data?.items.reduce((sum, { conversations }) => sum + conversations, 0) ?? 0;
  return (
    <Step
      title="Approve your first draft"
      lead="Steward answers the last texts that no one has answered. Read a draft, change it if you like, and approve it: only then is it sent."
    >
      {data === undefined ? (
        <Bar className="h-40 w-full" />
      ) : data.items.length === 0 ? (
        <Samples />
      ) : !isImporting || read >= LOOKED_AT ? (
        <Drafts isImporting={isImporting} />
      ) : (
        <p role="status">Importing your texts: {count(read, "conversation")} so far…</p>
      )}
    </Step>
  );
}

function Drafts({ isImporting }: { isImporting: boolean }) {
  const client = useQueryClient();
  const asked = firstDraftsQuery(isImporting);
  const drafting = useQuery(asked);
  const isLooking = isImporting || (client.getQueryState(asked.queryKey)?.dataUpdateCount ?? 0) < LOOKS;
  const threads = drafting.data ?? [];
  const { data: open = [] } = useQuery(openApprovalsQuery);
  const { data: steps } = useQuery(firstStepsQuery);
  const isApproved = steps?.steps?.find(({ step }) => step === "decision")?.done ?? steps !== undefined;
  // Each decision may be the first.
  const waiting = open.filter(({ status }) => status === "pending").length;
  useEffect(() => void client.invalidateQueries(firstStepsQuery), [client, waiting]);
  const talks = useQueries({
    queries: threads.map(({ conversationId }) => ({
      queryKey: ["conversation", conversationId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(conversationEndpoints.get, { signal, params: { id: conversationId } }),
      refetchInterval: LOOK_AGAIN_MS,
    })),
  });
  if (drafting.error !== null && drafting.data === undefined)
    return <ErrorNotice error={drafting.error} onRetry={() => void drafting.refetch()} />;
  if (threads.length === 0 && isLooking) return <p role="status">Looking for unanswered texts…</p>;
  if (threads.length === 0)
    return (
      <>
        <Notice title="No one is waiting for an answer.">
          When a text comes in, Steward’s draft appears on Today and rings on your devices.
        </Notice>
        <Onward to="team" isDone />
      </>
    );
  return (
    <>
      {isApproved ? (
        <Notice live title="Your first text is on its way.">
          The next drafts appear on Today and ring on your devices.
        </Notice>
      ) : null}
      <ul className="flex flex-col gap-5">
        {threads.map((thread, at) => {
          const drafts = open.filter(({ conversationId }) => conversationId === thread.conversationId);
          return (
            <li key={thread.conversationId} className="flex flex-col gap-2">
              <div className="wrap-anywhere">
                <h3 className="font-semibold">{clipped(thread.name ?? thread.shown, 80)}</h3>
                <p className="text-sm text-kumo-subtle">
                  <Time at={thread.lastAt} />: “{clipped(thread.lastWords, 200)}”
                </p>
              </div>
              {drafts.length > 0 ? (
                <Suspense fallback={<Bar className="h-40 w-full rounded-xl" />}>
                  <LoadedStack ids={drafts.map(({ id }) => id)} />
                </Suspense>
              ) : (
                <p role="status" className="text-sm">
                  {WORDS[talks[at]?.data?.status ?? "running"]}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <Onward to="team" isDone={isApproved} />
    </>
  );
}

function LoadedStack({ ids }: { ids: readonly string[] }) {
  const approvals = useApprovals(ids);
  return approvals.length === 0 ? (
    <Bar className="h-40 w-full rounded-xl" />
  ) : (
    <Stack approvals={approvals} inChat />
  );
}

const WORDS = {
  running: "Steward is reading the conversation…",
  waiting_approval: "The draft is coming…",
  waiting_answer: "Steward has a question first. You’ll find it on Today.",
  idle: "Done: nothing is left to decide here.",
  stopped: "Steward stopped before it had a draft. You’ll find the conversation in the inbox.",
  failed: "Steward couldn’t draft this one. You’ll find the conversation in the inbox.",
} as const;

function Samples() {
  const [me, work] = [useMe(), useWork()];
  const navigate = useNavigate();
  const ask = (words: string): void => {
    const id = startConversation(me.user.id, words);
    void navigate({ to: "/conversations/$id", params: { id } });
  };
  return (
    <>
      <p>Your texts aren’t connected yet. Pick a sample and see what Steward would answer:</p>
      <ul aria-label="Sample texts" className="sheet overflow-hidden">
        {SAMPLE_TEXTS[work ?? "other"].map((text) => (
          <li key={text} className="border-b border-kumo-hairline last:border-b-0">
            <button
              type="button"
              onClick={() =>
                ask(`A sample, nothing to send: someone texts us “${text}” What would you answer?`)
              }
              className="touch flex w-full items-center gap-3 px-4 py-3 text-left hover:bg-kumo-tint focus-visible:-outline-offset-2"
            >
              <span className="flex-1">“{text}”</span>
              <CaretRightIcon aria-hidden className="size-4 shrink-0 text-kumo-subtle" />
            </button>
          </li>
        ))}
      </ul>
      <p>
        Or approve something that holds from today on: a rule for every draft. Steward words it, and you
        decide.
      </p>
      <Button className="touch self-start" onClick={() => ask(SAMPLE_RULE)}>
        “{SAMPLE_RULE}”
      </Button>
      <Onward to="team" />
    </>
  );
}
