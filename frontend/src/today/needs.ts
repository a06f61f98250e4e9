/** What needs the reader now, each thing once: where several lists hold the same matter, the one where it is decided wins. Pure. */
import type { Conversation } from "../../../src/agent/api/conversation.ts";
import type { ApprovalRow } from "../../../src/approvals/api/approval.ts";
import type { ThreadLine } from "../../../src/messaging/api/threads.ts";
import type { TaskLine } from "../../../src/projects/api/projects-tasks.ts";
import { byUrgency } from "../approvals/by-urgency.ts";
import { asksPerson, waitsForPerson } from "../components/badge-counts.ts";
import { count, sentenceList } from "../components/words.ts";
import { isDraftIn } from "../messaging/texts/drafts.ts";
import { isClosed } from "../projects/task-words.ts";

/** Approvals that came from one request. */
export interface Request {
  readonly turnId: string;
  /** The most urgent first. */
  readonly approvals: readonly ApprovalRow[];
}

export interface WaitingThread {
  readonly thread: ThreadLine;
  /** Why it can't wait; null if it can. */
  readonly urgent: string | null;
}

export interface Needs {
  readonly requests: readonly Request[];
  readonly questions: readonly Conversation[];
  /** Threads in which we promised something, what is due first. */
  readonly promises: readonly ThreadLine[];
  /** People whose texts or e-mails no one has answered: urgent ones first, then who waits longest. */
  readonly threads: readonly WaitingThread[];
  /** Mine, overdue or due today. */
  readonly tasks: readonly TaskLine[];
}

interface Known {
  readonly approvals: readonly ApprovalRow[];
  readonly conversations: readonly Conversation[];
  /** Open threads. */
  readonly threads: readonly ThreadLine[];
  /** Threads in which we promised something. */
  readonly promised: readonly ThreadLine[];
  /** Mine, in every project. */
  readonly tasks: readonly TaskLine[];
  readonly myId: string;
  /** The day in the team's zone, as `2026-11-29`. */
  readonly today: string;
}

export function needsOf({ approvals, conversations, threads, promised, tasks, myId, today }: Known): Needs {
  const waiting = approvals.filter(waitsForPerson).toSorted(byUrgency);
  const withApproval = new Set(waiting.map(({ conversationId }) => conversationId));
  const live = conversations.filter(({ id, deletedAt }) => !deletedAt && !withApproval.has(id));
  const questions = live.filter(asksPerson);
  const asked = new Set(questions.map(({ id }) => id));
  const urgentIn = new Map(conversations.map(({ id, trigger }) => [id, trigger?.urgent?.why ?? null]));
  return {
    requests: [...Map.groupBy(waiting, ({ turnId }) => turnId)].map(([turnId, ofTurn]) => ({
      turnId,
      approvals: ofTurn,
    })),
    questions,
    promises: promised
      .filter(({ assigneeId }) => assigneeId === null || assigneeId === myId)
      .toSorted((left, right) => (left.nextAt ?? "").localeCompare(right.nextAt ?? "")),
    threads: threads
      .filter(
        (thread) =>
          thread.waitsSince !== null &&
          thread.promised === null &&
          (thread.assigneeId === null || thread.assigneeId === myId) &&
          !asked.has(thread.conversationId) &&
          !waiting.some((approval) => isDraftIn(approval, thread)),
      )
      .map((thread) => ({ thread, urgent: urgentIn.get(thread.conversationId) ?? null }))
      .toSorted(
        (left, right) =>
          Number(right.urgent !== null) - Number(left.urgent !== null) ||
          (left.thread.waitsSince ?? "").localeCompare(right.thread.waitsSince ?? ""),
      ),
    tasks: tasks
      .filter(({ dueDate, status }) => dueDate !== null && dueDate <= today && !isClosed(status))
      .toSorted((left, right) => (left.dueDate ?? "").localeCompare(right.dueDate ?? "")),
  };
}

/** `3 drafts to approve, 1 question, and 2 people waiting for an answer.`; null if nothing needs the reader. */
export function needsSentence({ requests, questions, promises, threads, tasks }: Needs): string | null {
  const drafts = requests.reduce((sum, { approvals }) => sum + approvals.length, 0);
  const parts = [
    [drafts, `${count(drafts, "draft")} to approve`],
    [questions.length, `${count(questions.length, "question")} from Steward`],
    [promises.length, `${count(promises.length, "promise")} to keep`],
    [threads.length, `${count(threads.length, "person", "people")} waiting for an answer`],
    [tasks.length, `${count(tasks.length, "task")} due`],
  ] as const;
  const said = parts.flatMap(([amount, words]) => (amount > 0 ? [words] : []));
  return said.length === 0 ? null : `${sentenceList(said)}.`;
}

/** `Good morning`, by the hour in the team's zone. */
export function greeting(nowMs: number, zone: string): string {
  const hour = Number(
    new Intl.DateTimeFormat("en-US", { hour: "numeric", hourCycle: "h23", timeZone: zone }).format(nowMs),
  );
  return hour < 5
    ? "Good evening"
    : hour < 12
      ? "Good morning"
      : hour < 18
        ? "Good afternoon"
        : "Good evening";
}

/** `Sunday, November 29`. */
export function dateWords(nowMs: number, zone: string): string {
  return new Intl.DateTimeFormat("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    timeZone: zone,
  }).format(nowMs);
}
