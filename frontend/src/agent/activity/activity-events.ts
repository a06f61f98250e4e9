/** Events as sentences, grouped by day and conversation, and a summary since the last visit. Pure. */
import type * as z from "zod";
import type { ApprovalRow } from "../../../../src/approvals/api/approval.ts";
import type { runSchema } from "../../../../src/agent/api/run.ts";
import { nameOf } from "../../../../src/approvals/api/request-words.ts";
import { inSentence } from "../../../../src/platform/api/in-sentence.ts";
import { count, dayKey, sentenceList } from "../../components/words.ts";

type Run = z.infer<typeof runSchema>;

export type ActivityEvent =
  | {
      readonly kind: "run";
      readonly id: string;
      readonly at: string;
      readonly conversationId: string;
      readonly run: Run;
      /** What the run drafted. */
      readonly drafts: readonly ApprovalRow[];
    }
  | {
      readonly kind: "approval";
      readonly id: string;
      readonly at: string;
      readonly conversationId: string;
      readonly approval: ApprovalRow;
    };

/** Runs and what became of approvals. Approvals older than the oldest known run are left for when its page is loaded. */
export function eventsOf(
  runs: readonly Run[],
  approvals: readonly ApprovalRow[],
  allRunsKnown: boolean,
): ActivityEvent[] {
  const draftsOf = Map.groupBy(approvals, ({ turnId }) => turnId);
  const oldest = allRunsKnown ? "" : (runs.at(-1)?.startedAt ?? "");
  return [
    ...runs.filter(saysMore).map((run) => ({
      kind: "run" as const,
      id: run.id,
      at: run.startedAt,
      conversationId: run.conversationId,
      run,
      drafts: draftsOf.get(run.id) ?? [],
    })),
    ...approvals
      .map((approval) => ({
        kind: "approval" as const,
        id: approval.id,
        at: settledAt(approval),
        conversationId: approval.conversationId,
        approval,
      }))
      .filter(({ approval, at }) => approval.status !== "pending" && at >= oldest),
  ];
}

/** Where the agent read a decision and added nothing, the receipt says everything. */
function saysMore({ trigger, stopReason }: Run): boolean {
  return trigger !== "outcome" || stopReason !== "end_turn";
}

/** When it came to rest, as far as is known: the receipt, the decision, its end. */
function settledAt(approval: ApprovalRow): string {
  if (approval.receipt) return approval.receipt.at;
  if (approval.decidedAt) return approval.decidedAt;
  return approval.status === "expired" ? approval.expiresAt : approval.createdAt;
}

export interface ConversationGroup {
  readonly conversationId: string;
  /** Oldest first: it reads as a story. */
  readonly events: readonly ActivityEvent[];
}

export interface DayGroup {
  readonly day: string;
  /** Any moment of that day. */
  readonly at: string;
  /** The one with the newest event first. */
  readonly conversations: readonly ConversationGroup[];
}

/** Newest day first. */
export function groupEvents(events: readonly ActivityEvent[], zone: string): DayGroup[] {
  const sorted = events.toSorted((left, right) => right.at.localeCompare(left.at));
  const days = Map.groupBy(sorted, (event) => dayKey(event.at, zone));
  return [...days].map(([day, ofDay]) => ({
    day,
    at: ofDay[0]?.at ?? "",
    conversations: [...Map.groupBy(ofDay, (event) => event.conversationId)].map(
      ([conversationId, ofConversation]) => ({ conversationId, events: ofConversation.toReversed() }),
    ),
  }));
}

/** `Sent to Maria Lopez. Approved by Dana Whitfield with an edit.` */
export function approvalSentence(approval: ApprovalRow): string {
  return SENTENCES[approval.status](approval);
}

/** `the text message to Maria Lopez`. */
export function approvalThing(approval: ApprovalRow): string {
  const { kind, target, isMessage } = approval;
  return `the ${inSentence(kind)} ${isMessage ? "to" : "for"} ${nameOf(target)}`;
}

function decider({ decidedBy }: ApprovalRow): string {
  return decidedBy?.name ?? "A standing rule";
}

/** The decider of what a rule let through. */
const STEWARD_ID = "system:steward";

function approved(approval: ApprovalRow): string {
  if (approval.decidedBy?.id === STEWARD_ID)
    return `No one was asked about ${approvalThing(approval)}: a rule allows it`;
  return `${decider(approval)} approved ${approvalThing(approval)}${approval.edited ? " with an edit" : ""}`;
}

/** After a receipt. */
function approvedBy(approval: ApprovalRow): string {
  if (approval.decidedBy?.id === STEWARD_ID) return "No one was asked: a rule allows it";
  return `Approved by ${approval.decidedBy?.name ?? "a standing rule"}${approval.edited ? " with an edit" : ""}`;
}

function because(reason: string | null | undefined): string {
  return reason ? `: “${reason.replace(/[.\s]+$/, "")}”` : "";
}

const SENTENCES: Readonly<Record<ApprovalRow["status"], (approval: ApprovalRow) => string>> = {
  done: (approval) => `${(approval.receipt?.words ?? "Done").replace(/\.$/, "")}. ${approvedBy(approval)}.`,
  failed: (approval) => `${approved(approval)}, but it failed.`,
  needs_human: (approval) => `${approved(approval)}. We can’t tell whether it was sent.`,
  not_done: (approval) => `${approved(approval)}, but it wasn’t sent.`,
  rejected: (approval) =>
    `${decider(approval)} ${approval.changesRequested ? "asked for changes to" : "rejected"} ${approvalThing(approval)}${because(approval.why)}.`,
  expired: (approval) => `${capital(approvalThing(approval))} expired before anyone decided. It wasn’t sent.`,
  stale: (approval) => {
    const why = approval.why ? `: ${approval.why.replace(/\.$/, "")}` : "";
    return `${capital(approvalThing(approval))} was out of date and wasn’t sent${why}.`;
  },
  withdrawn: (approval) =>
    approval.isReplaced
      ? `${capital(approvalThing(approval))} was replaced by a newer draft.`
      : `${capital(approvalThing(approval))} was withdrawn${because(approval.why)}.`,
  approved: (approval) => `${approved(approval)}. It’s on its way.`,
  executing: (approval) => `${approved(approval)}. It’s on its way.`,
  pending: (approval) => `${capital(approvalThing(approval))} is waiting for approval.`,
};

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `12 drafts, 3 sent, 2 questions, and 5 messages that needed no answer.` since a moment, or ever; null if there was nothing. */
export function awaySentence(
  runs: readonly Run[],
  approvals: readonly ApprovalRow[],
  since: string | null,
): string | null {
  const isNew = (at: string): boolean => since === null || at > since;
  const recent = runs.filter(({ startedAt }) => isNew(startedAt));
  const settled = (...states: ApprovalRow["status"][]): number =>
    approvals.filter((one) => states.includes(one.status) && isNew(settledAt(one))).length;
  const stopped = (reason: string): number => recent.filter((run) => run.stopReason === reason).length;
  const quiet = recent.filter((run) => run.disposition === "no_action").length;
  const parts = [
    [
      approvals.filter(({ createdAt }) => isNew(createdAt)).length,
      (amount: number) => count(amount, "draft"),
    ],
    [settled("done"), (amount: number) => `${amount} done`],
    [stopped("waiting_answer"), (amount: number) => count(amount, "question")],
    [quiet, (amount: number) => `${count(amount, "message")} that needed no answer`],
    [settled("rejected"), (amount: number) => `${amount} rejected`],
    [settled("stale", "expired"), (amount: number) => `${amount} out of date`],
    [settled("failed") + stopped("failed"), (amount: number) => `${amount} failed`],
  ] as const;
  const said = parts.flatMap(([amount, words]) => (amount > 0 ? [words(amount)] : []));
  return said.length === 0 ? null : `${sentenceList(said)}.`;
}
