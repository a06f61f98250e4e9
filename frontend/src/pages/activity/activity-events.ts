/** What happened, as events in sentences, grouped by day and conversation; and what happened while one was away. Pure. */
import type * as z from "zod";
import type { Approval, runSchema } from "../../../../src/protocol/index.ts";
import { doneWord, kindName } from "../../components/approval/kind-words.ts";
import { count, dayKey, sentenceList } from "../../components/words.ts";

type Run = z.infer<typeof runSchema>;

export type ActivityEvent =
  | {
      readonly kind: "run";
      readonly id: string;
      readonly at: string;
      readonly conversationId: string;
      readonly run: Run;
    }
  | {
      readonly kind: "approval";
      readonly id: string;
      readonly at: string;
      readonly conversationId: string;
      readonly approval: Approval;
    };

/** Runs and what became of approvals. Approvals older than the oldest known run are left for when its page is loaded. */
export function eventsOf(
  runs: readonly Run[],
  approvals: readonly Approval[],
  allRunsKnown: boolean,
): ActivityEvent[] {
  const oldest = allRunsKnown ? "" : (runs.at(-1)?.startedAt ?? "");
  return [
    ...runs.map((run) => ({
      kind: "run" as const,
      id: run.id,
      at: run.startedAt,
      conversationId: run.conversationId,
      run,
    })),
    ...approvals
      .map((approval) => ({
        kind: "approval" as const,
        id: approval.id,
        at: settledAt(approval),
        conversationId: approval.conversationId,
        approval,
      }))
      .filter((event) => event.at >= oldest),
  ];
}

/** When it came to rest, as far as is known: the receipt, the decision, its end. */
function settledAt(approval: Approval): string {
  const receipts = approval.effects.flatMap((effect) => (effect.receipt ? [effect.receipt.at] : []));
  if (receipts.length > 0) return receipts.toSorted().at(-1) ?? approval.createdAt;
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

/** `Dana Whitfield approved the text message to Maria Lopez with an edit; it was sent.` */
export function approvalSentence(approval: Approval): string {
  const what = `the ${kindName(approval).toLowerCase()} to ${approval.target}`;
  const who = approval.decidedBy?.name ?? "A standing rule";
  const reason = approval.reason ? `: “${approval.reason.replace(/[.\s]+$/, "")}”` : "";
  const approved = `${who} approved ${what}${approval.edited ? " with an edit" : ""}`;
  switch (approval.status) {
    case "done":
      return `${approved}; it was ${doneWord(approval).toLowerCase()}.`;
    case "failed":
      return `${approved}, but it did not go through.`;
    case "needs_human":
      return `${approved}; whether it went out is not certain.`;
    case "not_done":
      return `${approved}; a person found that it was not done.`;
    case "rejected":
      return `${who} rejected ${what}${reason}.`;
    case "expired":
      return `Nobody decided on ${what} in time; it was not sent.`;
    case "stale":
      return `${capital(what)} was out of date and not sent${approval.staleReason ? `: ${approval.staleReason.replace(/\.$/, "")}` : ""}.`;
    case "withdrawn":
      return `${capital(what)} was withdrawn${reason}.`;
    case "approved":
    case "executing":
      return `${approved}; it is on its way.`;
    case "pending":
      return `${capital(what)} waits for a decision.`;
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What happened since a moment, in one sentence; null where nothing did. */
export function awaySentence(events: readonly ActivityEvent[], since: string): string | null {
  const news = events.filter((event) => event.at > since);
  if (news.length === 0) return null;
  const runs = news.flatMap((event) => (event.kind === "run" ? [event.run] : []));
  const approvals = news.flatMap((event) => (event.kind === "approval" ? [event.approval] : []));
  const settled = (status: Approval["status"]): number =>
    approvals.filter((approval) => approval.status === status).length;
  const quiet = runs.filter((run) => run.disposition === "no_action").length;
  const failed = runs.filter((run) => run.stopReason === "failed").length;
  const conversations = new Set(news.map((event) => event.conversationId)).size;
  const parts = [
    runs.length > 0
      ? `Steward worked ${runs.length === 1 ? "once" : `${runs.length} times`} in ${count(conversations, "conversation")}`
      : "",
    quiet > 0 ? `${count(quiet, "message")} needed nothing` : "",
    settled("done") > 0 ? `${count(settled("done"), "action")} ${were(settled("done"))} done` : "",
    settled("rejected") > 0 ? `${settled("rejected")} ${were(settled("rejected"))} rejected` : "",
    settled("stale") + settled("expired") > 0
      ? `${settled("stale") + settled("expired")} went out of date`
      : "",
    settled("failed") + failed > 0 ? `${settled("failed") + failed} failed` : "",
  ].filter(Boolean);
  return parts.length === 0 ? null : `${sentenceList(parts)}.`;
}

function were(amount: number): string {
  return amount === 1 ? "was" : "were";
}
