/**
 * How a run ends that no person asked for: put off where the agent cannot work now, silent where there was nothing to do, else the team is
 * notified, once. Approvals notify by themselves.
 */
import type { Clock } from "../../kernel/clock.ts";
import type { Source } from "../api/conversation.ts";
import type { Addressee, Question, ServerEvent } from "../api/conversation-frames.ts";
import type { RunEnd, RunError, RunFailureCode } from "../runs/index.ts";
import type { ConversationLog } from "./conversation-log.ts";
import type { ConversationStore, OutboxEntry } from "./conversation-store.ts";
import type { MessagesStore } from "./messages-store.ts";
import { cutAtWord, plainText, statusAfter } from "./state.ts";
import { putBack, resumeTimeOf } from "./turn-state.ts";
import type { TurnStore } from "./turn-store.ts";
import type { RunningTurn, Turn } from "./types.ts";
import { markUnread, triggerWords } from "./unread.ts";

/** Ids of messages that came as texts begin so. Persisted. */
export const TEXT_MESSAGE = "text.";
/** The same of e-mails. */
export const MAIL_MESSAGE = "mail.";

/** The same of what was written in Slack. */
export const SLACK_MESSAGE = "slack.";

/** Channels by which colleagues reach the agent without a page of ours, and how the ids of their messages begin. */
const REACHED_BY: Partial<Record<Source, string>> = {
  team_text: TEXT_MESSAGE,
  team_email: MAIL_MESSAGE,
  team_slack: SLACK_MESSAGE,
};

/** What the agent answers where no one needs to do anything; a few words of reason may follow. */
export const NO_ACTION_MARKER = "[NO_ACTION_NEEDED]";

/** A run that broke off on our side is taken up again so many times; each time it waits longer. */
const BROKEN_ATTEMPTS = 12;
/** One that ran out of time, mostly because the model hung, so many times; its other limits hold for all attempts together. */
const LATE_ATTEMPTS = 3;
const NOTE_CHARS = 280;
const TAKEN_UP = "What came in is saved, and Steward will retry automatically.";
/** Failures that pass: the model is down, the deployment's key is refused, an admin turned the agent off. */
const PASSING: ReadonlySet<RunFailureCode> = new Set(["upstream_failed", "not_configured", "agent_disabled"]);

/** The messages a run is judged by. */
type Words = Pick<MessagesStore, "inboundOf" | "lastReply" | "lastOfTeam">;

/** Whether a reply says that there is nothing to do. Only at its very beginning: a contact's words may quote the marker. */
export function isNoAction(text: string): boolean {
  return text.trimStart().startsWith(NO_ACTION_MARKER);
}

/** Whether the agent could not work for a reason that passes: the model is down, the budget spent, the rate window full. Pure. */
export function isUnable({ reason, error }: RunEnd): boolean {
  if (reason === "budget_spent" || reason === "rate_limited") return true;
  return error !== null && PASSING.has(error.code);
}

/**
 * Whether a turn that could not be worked on is tried again by itself: no person is there to send another message. One that only waits for the hour's
 * limit goes on by itself, whoever asked.
 */
export function isPutOff(
  { speaker, attempt }: Pick<RunningTurn, "speaker" | "attempt">,
  end: RunEnd,
): boolean {
  if (speaker.kind === "user") return end.reason === "rate_limited";
  if (end.reason === "limit_time") return attempt < LATE_ATTEMPTS;
  return isUnable(end) || (end.error?.code === "internal" && attempt < BROKEN_ATTEMPTS);
}

/** Puts a running turn back into the queue, to go on from its log when the agent can work again. Repeats do nothing. */
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

/** Why a turn was put off, for its people: what asks a person in a chat to send another message says nothing to them. */
function forTheTeam({ code, message }: RunError): RunError {
  if (code === "upstream_failed")
    return { code, message: `The model can’t be reached right now. ${TAKEN_UP}` };
  return { code, message: code === "internal" ? `Something went wrong on our side. ${TAKEN_UP}` : message };
}

/** What a background run came to, for its record; nulls for any other run. */
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

/** Whether a turn that no person started ended with nothing to do. */
export function isSilent(
  messages: Words,
  { id, speaker }: Pick<Turn, "id" | "speaker">,
  reason: RunEnd["reason"],
): boolean {
  if (reason !== "end_turn" || speaker.kind === "user") return false;
  return isNoAction(plainText(messages.lastReply(id)?.parts ?? []));
}

/** What the list shows of a run that needed no one: what came in; of a schedule, what came of it. */
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

/** Ends of a turn with a question open. */
const ASKING: ReadonlySet<RunEnd["reason"]> = new Set(["waiting_answer", "waiting_approval"]);

/**
 * What is due at the end of a turn. Whoever a question is for is notified. After a background turn a notice that something is unread is settled, and
 * the team is notified of what came to something; a draft that waits does not tell what was asked beside it.
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

/** The member who wrote to Steward by text or e-mail and waits for its words there, and their message; null where the last to speak wrote on a page. */
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

/** Whoever asked and does not see it is notified of a question in return, and that there is no answer. */
function noticesToAsker(
  { speaker }: Pick<Turn, "speaker">,
  reason: RunEnd["reason"],
  isAsking: boolean,
): ("asked" | "unfinished")[] {
  if (isAsking) return ["asked"];
  return reason === "failed" && speaker.kind === "user" ? ["unfinished"] : [];
}

/** Something the team is notified of about a conversation. A repeat with the same `key` notifies once. */
export interface Notice {
  /**
   * `read`: no notice is due; a notice that something is unread is settled. `asked`: a question is for somebody; `answered` settles it. `unfinished`:
   * what somebody of the team asked for failed. `replied`: what the agent has to say to whoever reached it by text or e-mail.
   */
  readonly kind: "unread" | "attention" | "noisy" | "read" | "asked" | "answered" | "unfinished" | "replied";
  readonly key: string;
  readonly conversationId: string;
  readonly source: Source;
  /** Whose words they are: name, else number; the title of a schedule. */
  readonly name: string;
  /** What started the run: a contact's words, a schedule's. */
  readonly words: string;
  /** The agent's words, or what kept it from working; empty where there are none. */
  readonly said: string;
  /** Of `asked`: the question, and who is notified of it: whom it names, else whoever is in the conversation. */
  readonly asks?: { readonly question: Question; readonly to: Addressee };
  /** Of `unfinished` and `replied`: who had asked. */
  readonly askedBy?: Addressee;
  /** Of `replied`: the message it answers. */
  readonly answers?: string;
  /** Of `answered`: whether a person of the team wrote, whose `name` it is; else the conversation went on without an answer. */
  readonly byTeam?: boolean;
  /** Of `attention`: what came in can't wait. */
  readonly urgent?: boolean;
  /** Of `attention`: the run ended before it was done. */
  readonly brokenOff?: boolean;
  /** Whether words from outside were read in the conversation, which may have led to what is said. */
  readonly isLed?: boolean;
}

/** The notice an outbox entry stands for; null where none is due any more. */
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

/** How a run ends that said what it had to say. */
const COMPLETE: ReadonlySet<RunEnd["reason"]> = new Set(["end_turn", "waiting_answer", "waiting_approval"]);

/** Of words that came in; null for a turn that has none. */
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

/** What a run came to: its question, what kept it from working, or what it said. */
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

/** Null for a question that was answered before anyone was notified of it. */
function questionNotice(store: ConversationStore, turn: Turn, kind: "asked" | "answered"): Notice | null {
  const { identity, title, question } = store.get();
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
    ...(question === null || to === undefined ? {} : { asks: { question, to } }),
  };
}

/** What the agent says, asks or could not do, for whoever reached it. */
function repliedNotice(
  log: { readonly store: ConversationStore; readonly messages: Words },
  turn: Turn,
): Notice | null {
  const writer = writerOf(log);
  if (writer === null) return null;
  const { identity, title, question } = log.store.get();
  const asked =
    question === null
      ? []
      : [question.question, ...question.options.map((option, at) => `${at + 1}. ${option}`)];
  return {
    kind: "replied",
    key: turn.id,
    conversationId: identity.conversationId,
    source: identity.source,
    name: writer.person.name,
    words: title,
    said: [replyOf(log.messages, turn.id), ...asked, problemOf(turn) ?? ""]
      .filter((line) => line !== "")
      .join("\n"),
    askedBy: writer.person,
    answers: writer.messageId,
  };
}

/** What a person asked for failed; null where no one can be told. */
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

function questionOf(store: ConversationStore): string | undefined {
  return store.get().question?.question;
}

function replyOf(messages: Words, runId: string): string {
  return plainText(messages.lastReply(runId)?.parts ?? []);
}

/** How a turn last stopped; null for one that has not. */
export function stopOf(turn: Turn): RunEnd | null {
  if (turn.status === "ended") return turn.end;
  return turn.status === "queued" ? (turn.putOff?.end ?? null) : null;
}
