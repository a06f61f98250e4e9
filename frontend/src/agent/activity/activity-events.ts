/** Events as sentences, grouped by day and conversation, and a summary since the last visit. Pure. */
import type * as z from "zod";
import type { Approval } from "../../../../src/approvals/api/approval.ts";
import type { runSchema } from "../../../../src/agent/api/run.ts";
import { doneWord, kindName } from "../../approvals/draft/kind-words.ts";
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

/** `Dana Whitfield approved the text message to Maria Lopez with an edit. Sent.` */
export function approvalSentence(approval: Approval): string {
  return SENTENCES[approval.status](approval);
}

/** `the text to Maria Lopez`. */
function thing(approval: Approval): string {
  return `the ${kindName(approval).toLowerCase()} to ${approval.target}`;
}

function decider({ decidedBy }: Approval): string {
  return decidedBy?.name ?? "A standing rule";
}

function approved(approval: Approval): string {
  return `${decider(approval)} approved ${thing(approval)}${approval.edited ? " with an edit" : ""}`;
}

function because(reason: string | null | undefined): string {
  return reason ? `: “${reason.replace(/[.\s]+$/, "")}”` : "";
}

const SENTENCES: Readonly<Record<Approval["status"], (approval: Approval) => string>> = {
  done: (approval) => `${approved(approval)}. ${doneWord(approval)}.`,
  failed: (approval) => `${approved(approval)}, but it failed.`,
  needs_human: (approval) => `${approved(approval)}. We can’t tell whether it was sent.`,
  not_done: (approval) => `${approved(approval)}, but it wasn’t sent.`,
  rejected: (approval) =>
    `${decider(approval)} ${approval.changesRequested ? "asked for changes to" : "rejected"} ${thing(approval)}${because(approval.reason)}.`,
  expired: (approval) => `${capital(thing(approval))} expired before anyone decided. It wasn’t sent.`,
  stale: (approval) => {
    const why = approval.staleReason ? `: ${approval.staleReason.replace(/\.$/, "")}` : "";
    return `${capital(thing(approval))} was out of date and wasn’t sent${why}.`;
  },
  withdrawn: (approval) =>
    approval.replacedBy
      ? `${capital(thing(approval))} was replaced by a newer draft.`
      : `${capital(thing(approval))} was withdrawn${because(approval.reason)}.`,
  approved: (approval) => `${approved(approval)}. It’s on its way.`,
  executing: (approval) => `${approved(approval)}. It’s on its way.`,
  pending: (approval) => `${capital(thing(approval))} is waiting for approval.`,
};

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A one-sentence summary of events since a moment; null if there are none. Without a moment, of all known events. */
export function awaySentence(events: readonly ActivityEvent[], since: string | null): string | null {
  const news = since === null ? events : events.filter((event) => event.at > since);
  const runs = news.flatMap((event) => (event.kind === "run" ? [event.run] : []));
  const approvals = news.flatMap((event) => (event.kind === "approval" ? [event.approval] : []));
  const settled = (...states: Approval["status"][]): number =>
    approvals.filter(({ status }) => states.includes(status)).length;
  const conversations = new Set(news.map((event) => event.conversationId)).size;
  const quiet = runs.filter((run) => run.disposition === "no_action").length;
  const failed = settled("failed") + runs.filter((run) => run.stopReason === "failed").length;
  const parts: readonly (readonly [number, (amount: number) => string])[] = [
    [
      runs.length,
      (amount) => `Steward did ${count(amount, "run")} in ${count(conversations, "conversation")}`,
    ],
    [quiet, (amount) => `${count(amount, "message")} needed no action`],
    [settled("done"), (amount) => `${count(amount, "action")} ${amount === 1 ? "was" : "were"} done`],
    [settled("rejected"), (amount) => `${amount} ${amount === 1 ? "was" : "were"} rejected`],
    [settled("stale", "expired"), (amount) => `${amount} went out of date`],
    [failed, (amount) => `${amount} failed`],
  ];
  const said = parts.flatMap(([amount, words]) => (amount > 0 ? [words(amount)] : []));
  return said.length === 0 ? null : `${sentenceList(said)}.`;
}
