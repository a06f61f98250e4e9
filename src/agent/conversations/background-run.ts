/**
 * What happens when a run ends that no person started. It is retried if the agent can't work now, and
 * silent if there was nothing to do; otherwise the team is notified once. Approvals send their own
 * notifications.
 */
import type { Clock } from "../../kernel/clock.ts";
import type { Source } from "../api/conversation.ts";
import type { Addressee, Question, ServerEvent } from "../api/conversation-frames.ts";
import type { RunEnd, RunError, RunFailureCode } from "../runs/index.ts";
import type { ConversationLog } from "./conversation-log.ts";
import type { ConversationStore, OutboxEntry } from "./conversation-store.ts";
import type { MessagesStore } from "./messages-store.ts";
import { cutAtWord, openQuestions, plainText, statusAfter } from "./state.ts";
import { putBack, resumeTimeOf } from "./turn-state.ts";
import type { TurnStore } from "./turn-store.ts";
import type { RunningTurn, Turn } from "./types.ts";
import { markUnread, triggerWords } from "./unread.ts";

/** Prefix of message IDs of texts. Persisted. */
export const TEXT_MESSAGE = "text.";
/** Prefix of message IDs of e-mails. Persisted. */
export const MAIL_MESSAGE = "mail.";

/** Prefix of message IDs of Slack messages. Persisted. */
export const SLACK_MESSAGE = "slack.";

/** ID prefixes of messages that members send from outside the app, by source. */
const REACHED_BY: Partial<Record<Source, string>> = {
  team_text: TEXT_MESSAGE,
  team_email: MAIL_MESSAGE,
  team_slack: SLACK_MESSAGE,
};

/** The agent's answer when nothing needs to be done; a short reason may follow. */
export const NO_ACTION_MARKER = "[NO_ACTION_NEEDED]";

/** Maximum attempts after internal failures, with growing delays. */
const BROKEN_ATTEMPTS = 12;
/**
 * Maximum attempts after timeouts, which are mostly caused by a hanging model. Other limits apply to all
 * attempts together.
 */
const LATE_ATTEMPTS = 3;
const NOTE_CHARS = 280;
const TAKEN_UP = "What came in is saved, and Steward will retry automatically.";
/** Temporary failures: the model is down, the deployment's key is rejected, an admin disabled the agent. */
const PASSING: ReadonlySet<RunFailureCode> = new Set(["upstream_failed", "not_configured", "agent_disabled"]);

type Words = Pick<MessagesStore, "inboundOf" | "saidIn" | "lastReply" | "lastOfTeam">;

/** Whether a reply starts with the marker. Only the start counts, because a contact's text may quote it. */
export function isNoAction(text: string): boolean {
  return text.trimStart().startsWith(NO_ACTION_MARKER);
}

/** Whether the agent can't work for a temporary reason: model down, budget spent, rate limit reached. Pure. */
export function isUnable({ reason, error }: RunEnd): boolean {
  if (reason === "budget_spent" || reason === "rate_limited") return true;
  return error !== null && PASSING.has(error.code);
}

/**
 * Whether a turn is retried automatically because no person will send another message. A turn that reached
 * the hourly limit is retried whoever started it.
 */
export function isPutOff(
  { speaker, attempt }: Pick<RunningTurn, "speaker" | "attempt">,
  end: RunEnd,
): boolean {
  if (speaker.kind === "user") return end.reason === "rate_limited";
  if (end.reason === "limit_time") return attempt < LATE_ATTEMPTS;
  return isUnable(end) || (end.error?.code === "internal" && attempt < BROKEN_ATTEMPTS);
}

/** Returns a running turn to the queue, to continue from its log later. Idempotent. */
export function putOff(
  { log, clock, emit }: { log: ConversationLog; clock: Clock; emit: (event: ServerEvent) => void },
  runId: string,
  end: RunEnd,
): void {
  const turn = log.turns.running();
  if (turn?.id !== runId) return;
  const { reason, error } = end;
  const waiting = putBack(
    turn,
    end.reason === "failed" ? { ...end, error: forTheTeam(end.error) } : end,
    clock.now(),
  );
  const resumesAt = resumeTimeOf(end);
  log.store.transaction(() => {
    log.turns.save(waiting);
    log.note({
      status: statusAfter(reason),
      lastStop: {
        reason,
        ...(error === null ? {} : { code: error.code }),
        ...(resumesAt === undefined
          ? { message: `Steward can’t work right now. ${TAKEN_UP}` }
          : { resumesAt }),
      },
    });
    log.store.mark("run", runId);
  });
  if (triggerWords(log.messages, runId).length > 0) markUnread(log, waiting);
  emit({ type: "turn.finished", turnId: runId, stopReason: reason });
  log.list();
}

/** Rewrites an error for people, without asking them to send another message. */
function forTheTeam({ code, message }: RunError): RunError {
  if (code === "upstream_failed")
    return { code, message: `The model can’t be reached right now. ${TAKEN_UP}` };
  return { code, message: code === "internal" ? `Something went wrong on our side. ${TAKEN_UP}` : message };
}

/** The result of a background run for its record; nulls for any other run. */
export function runNote(
  messages: Words,
  turn: Turn,
): { disposition: "no_action" | "attention" | null; preview: string | null; outcome: string | null } {
  const words = triggerWords(messages, turn.id);
  if (words.length === 0) return { disposition: null, preview: null, outcome: null };
  const said = plainText(messages.lastReply(turn.id)?.parts ?? []);
  const silent = turn.status === "ended" && isSilent(messages, turn, turn.end.reason);
  const outcome = silent ? said.trimStart().slice(NO_ACTION_MARKER.length) : said;
  return {
    disposition: silent ? "no_action" : "attention",
    preview: cutAtWord(words.map(({ parts }) => plainText(parts)).join(" / "), NOTE_CHARS),
    outcome: cutAtWord(outcome, NOTE_CHARS) || null,
  };
}

/** Whether a background turn ended with nothing to do. */
export function isSilent(
  messages: Words,
  { id, speaker }: Pick<Turn, "id" | "speaker">,
  reason: RunEnd["reason"],
): boolean {
  if (reason !== "end_turn" || speaker.kind === "user") return false;
  return isNoAction(plainText(messages.lastReply(id)?.parts ?? []));
}

/** The list preview of a silent run: what came in, or for a schedule its result. */
export function silentPreview(
  { store, messages }: { readonly store: ConversationStore; readonly messages: Words },
  runId: string,
): string | undefined {
  const words = triggerWords(messages, runId).at(-1);
  if (words === undefined) return undefined;
  const reason = plainText(messages.lastReply(runId)?.parts ?? [])
    .trimStart()
    .slice(NO_ACTION_MARKER.length)
    .trim();
  if (store.get().identity.source !== "schedule") return plainText(words.parts);
  return reason === "" ? "Nothing to do this time." : reason;
}

/** Ends at which a question is open. */
const ASKING: ReadonlySet<RunEnd["reason"]> = new Set(["waiting_answer", "waiting_approval"]);

/**
 * Notices due at the end of a turn. The addressee of a question is notified. After a background turn, the
 * notice about unread messages is settled and the team is notified of any result. A pending draft's own
 * alert doesn't cover a question asked with it.
 */
export function noticesOf(
  { store, messages }: { readonly store: ConversationStore; readonly messages: Words },
  turn: Pick<Turn, "id" | "speaker">,
  { reason }: RunEnd,
  watched: boolean,
): ("read" | "attention" | "asked" | "unfinished" | "replied")[] {
  const { question } = store.get();
  const isAsking = question !== null && ASKING.has(reason);
  const isNamed = isAsking && question.to !== undefined;
  if (writerOf({ store, messages }) !== null) return noticesToWriter(reason, isNamed);
  if (triggerWords(messages, turn.id).length === 0)
    return isNamed ? ["asked"] : watched ? [] : noticesToAsker(turn, reason, isAsking);
  if (isNamed) return ["read", "asked"];
  const isKnown = reason === "stopped_by_user" || (reason === "waiting_approval" && !isAsking);
  return isKnown || isSilent(messages, turn, reason) ? ["read"] : ["read", "attention"];
}

function noticesToWriter(reason: RunEnd["reason"], isNamed: boolean): ("replied" | "asked")[] {
  return [
    ...(reason === "stopped_by_user" ? [] : ["replied" as const]),
    ...(isNamed ? ["asked" as const] : []),
  ];
}

/**
 * The member waiting for a reply by text, e-mail or Slack, with their message; null if the last message was
 * written on a page.
 */
function writerOf({
  store,
  messages,
}: {
  readonly store: ConversationStore;
  readonly messages: Words;
}): { readonly person: Addressee; readonly messageId: string } | null {
  const begins = REACHED_BY[store.get().identity.source];
  const last = begins === undefined ? null : messages.lastOfTeam();
  if (begins === undefined || last?.id.startsWith(begins) !== true) return null;
  const person = personOf(last.author);
  return person === undefined ? null : { person, messageId: last.id };
}

/** Notifies an asker who isn't watching of a question to them, or of a failure. */
function noticesToAsker(
  { speaker }: Pick<Turn, "speaker">,
  reason: RunEnd["reason"],
  isAsking: boolean,
): ("asked" | "unfinished")[] {
  if (isAsking) return ["asked"];
  return reason === "failed" && speaker.kind === "user" ? ["unfinished"] : [];
}

/** A notice about a conversation for the team. A repeat with the same `key` notifies once. */
export interface Notice {
  /**
   * `read`: settles the notice about unread messages; none is due. `asked`: a question for someone;
   * `answered` settles it. `unfinished`: a member's request failed. `replied`: the reply to a member who
   * wrote by text or e-mail.
   */
  readonly kind: "unread" | "attention" | "noisy" | "read" | "asked" | "answered" | "unfinished" | "replied";
  readonly key: string;
  readonly conversationId: string;
  readonly source: Source;
  /** The author: name or number; for a schedule its title. */
  readonly name: string;
  /** What started the run: a contact's or a schedule's text. */
  readonly words: string;
  /** The agent's text, or why it couldn't work; may be empty. */
  readonly said: string;
  /** For `asked`: the question and its addressee, by default whoever is in the conversation. */
  readonly asks?: { readonly question: Question; readonly to: Addressee };
  /** For `unfinished` and `replied`: who asked. */
  readonly askedBy?: Addressee;
  /** For `replied`: the message it answers. */
  readonly answers?: string;
  /** For `answered`: whether a member answered (`name`), or the conversation continued without an answer. */
  readonly byTeam?: boolean;
  /** For `answered`: the keys of questions that are still open. */
  readonly stillAsked?: readonly string[];
  /** For `attention`: whether it is urgent. */
  readonly urgent?: boolean;
  /** For `attention`: whether the run ended early. */
  readonly brokenOff?: boolean;
  /** Whether outside text in the conversation may have influenced the agent's text. */
  readonly isLed?: boolean;
  /**
   * If so: the outside words that the agent's text repeats, with where they were read; null for none, missing where
   * that can't be known.
   */
  readonly ledBy?: { readonly source: string; readonly words: string } | null | undefined;
}

/** What outside text may have to do with a text of the agent. */
export type LeadOf = (text: string) => Pick<Notice, "isLed" | "ledBy">;

/** The notice of an outbox entry; null if it is no longer due. */
export function noticeOf(
  log: { readonly store: ConversationStore; readonly turns: TurnStore; readonly messages: Words },
  entry: OutboxEntry,
): Notice | null {
  const cut = entry.key.indexOf(".");
  const kind = entry.key.slice(0, cut);
  const runId = entry.key.slice(cut + 1);
  const turn = log.turns.find(runId);
  if (turn === null) return null;
  if (kind === "asked" || kind === "answered") return questionNotice(log.store, turn, kind);
  if (kind === "unfinished") return unfinishedNotice(log.store, turn);
  if (kind === "replied") return repliedNotice(log, turn);
  return wordsNotice(log, turn, kind);
}

/** Ends at which the agent has said everything. */
const COMPLETE: ReadonlySet<RunEnd["reason"]> = new Set(["end_turn", "waiting_answer", "waiting_approval"]);

/** A notice about inbound messages; null if the turn has none. */
function wordsNotice(
  log: { readonly store: ConversationStore; readonly messages: Words },
  turn: Turn,
  kind: string,
): Notice | null {
  const { id: runId } = turn;
  const words = triggerWords(log.messages, runId);
  const last = words.at(-1);
  if (last === undefined) return null;
  const { identity } = log.store.get();
  const problem = problemOf(turn);
  const about = {
    conversationId: identity.conversationId,
    source: identity.source,
    name: last.author.kind === "contact" ? last.author.name : (identity.contact?.name ?? last.author.name),
    words: words.map(({ parts }) => plainText(parts)).join("\n"),
  };
  switch (kind) {
    case "unread":
      return { ...about, kind, key: `${runId}:${words.length}`, said: problem ?? "" };
    case "noisy":
    case "read":
      return { ...about, kind, key: runId, said: "" };
    case "attention":
      return { ...about, kind, key: runId, ...attentionOf(log, turn) };
    default:
      return null;
  }
}

/** The notice about a run's result: its question, failure, or reply. */
function attentionOf(
  { store, messages }: { readonly store: ConversationStore; readonly messages: Words },
  turn: Turn,
): Pick<Notice, "said" | "urgent" | "brokenOff"> {
  return {
    said: questionOf(store) ?? problemOf(turn) ?? replyOf(messages, turn.id),
    urgent: store.get().identity.trigger?.urgent !== undefined,
    brokenOff: !COMPLETE.has(stopOf(turn)?.reason ?? "end_turn"),
  };
}

/** Null if the question was answered before the notice. */
function questionNotice(store: ConversationStore, turn: Turn, kind: "asked" | "answered"): Notice | null {
  const row = store.get();
  const { identity, title, question } = row;
  if (kind === "asked" && question === null) return null;
  const to = question?.to ?? personOf(turn.speaker);
  const { conversationId, source, contact } = identity;
  const isByTeam = turn.speaker.kind === "user";
  return {
    kind,
    key: question?.toolCallId ?? turn.id,
    conversationId,
    source,
    name: isByTeam ? turn.speaker.name : (contact?.name ?? title),
    words: title,
    said: "",
    byTeam: isByTeam,
    stillAsked: openQuestions(row).map(({ toolCallId }) => toolCallId),
    ...(question === null || to === undefined ? {} : { asks: { question, to } }),
  };
}

/** The reply, question or failure for a member who wrote from outside the app. */
function repliedNotice(
  log: { readonly store: ConversationStore; readonly messages: Words },
  turn: Turn,
): Notice | null {
  const writer = writerOf(log);
  if (writer === null) return null;
  const { identity, title, question } = log.store.get();
  // Between look-ups, too: in the app, they would read all of it.
  const said = log.messages
    .saidIn(turn.id)
    .flatMap(({ role, parts }) => (role === "assistant" ? [withoutMarker(plainText(parts))] : []))
    .filter((words) => words !== "")
    .join("\n");
  return {
    kind: "replied",
    key: turn.id,
    conversationId: identity.conversationId,
    source: identity.source,
    name: writer.person.name,
    words: title,
    said: [said, ...(question === null ? [] : askedIn(question, writer.person, said)), problemOf(turn) ?? ""]
      .filter((line) => line !== "")
      .join("\n"),
    askedBy: writer.person,
    answers: writer.messageId,
  };
}

/** The question with its options. If it is for somebody else, only a note that they were asked, and only if the reply is empty. */
function askedIn({ question, options, to }: Question, writer: Addressee, said: string): string[] {
  if (to === undefined || to.userId === writer.userId)
    return [question, ...options.map((option, at) => `${at + 1}. ${option}`)];
  return said === "" ? [`I’ve asked ${to.kind === "team" ? "the team" : to.name}.`] : [];
}

/** A reply without the marker that says that there was nothing to do. */
export function withoutMarker(said: string): string {
  return isNoAction(said) ? said.trimStart().slice(NO_ACTION_MARKER.length).trim() : said;
}

/** A member's request that failed; null if there is no one to notify. */
function unfinishedNotice(store: ConversationStore, turn: Turn): Notice | null {
  const { identity, title } = store.get();
  const askedBy = personOf(turn.speaker);
  if (askedBy === undefined) return null;
  const { conversationId, source } = identity;
  const said = problemOf(turn) ?? "";
  return {
    kind: "unfinished",
    key: turn.id,
    conversationId,
    source,
    name: askedBy.name,
    words: title,
    said,
    askedBy,
  };
}

function personOf({ kind, id, name }: Turn["speaker"]): Addressee | undefined {
  return kind === "user" && id !== undefined ? { kind: "colleague", userId: id, name } : undefined;
}

function problemOf(turn: Turn): string | undefined {
  return stopOf(turn)?.error?.message;
}

export function questionOf(store: ConversationStore): string | undefined {
  return store.get().question?.question;
}

function replyOf(messages: Words, runId: string): string {
  return plainText(messages.lastReply(runId)?.parts ?? []);
}

/** How a turn last stopped; null if it hasn't. */
export function stopOf(turn: Turn): RunEnd | null {
  if (turn.status === "ended") return turn.end;
  return turn.status === "queued" ? (turn.putOff?.end ?? null) : null;
}
