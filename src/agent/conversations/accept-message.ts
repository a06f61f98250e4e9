/** Accepts a person's message: writes it with its turn, and acknowledges it once stored. */
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { Part } from "../api/message.ts";
import type { Accepted, InboundMessage } from "../api/objects.ts";
import { filledValues, formProblems, formText } from "../api/question.ts";
import { titleWords } from "../api/subject.ts";
import type { Question } from "../api/conversation-frames.ts";
import type { ConversationLog } from "./conversation-log.ts";
import { refuseClosed, startedBy } from "./session.ts";
import { cutAtWord, isOwnId, openQuestions, OWN_ID } from "./state.ts";

const TITLE_CHARS = 60;

type Log = Pick<
  ConversationLog,
  "store" | "messages" | "turns" | "prompt" | "note" | "heard" | "show" | "announce"
>;

/**
 * The message's parts, including form values if it answers the open form. Throws `invalid_arguments` for
 * invalid values.
 */
function partsOf(
  { text, answer }: InboundMessage,
  open: readonly Question[],
): { text: string; parts: Part[] } {
  const { fields, minFilled } = open.find(({ toolCallId }) => toolCallId === answer?.toolCallId) ?? {};
  // If someone else has answered the form meanwhile, this is an ordinary message.
  if (answer === undefined || fields === undefined) return { text, parts: [{ type: "text", text }] };
  const form = { fields, minFilled };
  const issues = Object.entries(formProblems(form, answer.values)).map(([path, message]) => ({
    path,
    message,
  }));
  const [first] = issues;
  if (first !== undefined) throw new AppError("invalid_arguments", first.message, { details: { issues } });
  const said = formText(form, answer.values);
  const { toolCallId } = answer;
  const values = filledValues(form, answer.values);
  return {
    text: said,
    parts: [
      { type: "text", text: said },
      { type: "answer", toolCallId, values },
    ],
  };
}

function enclosuresOf({ enclosed, quoted, media }: InboundMessage): Part[] {
  return [
    ...(media === undefined ? [] : [media]),
    ...(enclosed === undefined ? [] : [{ type: "enclosure", email: enclosed }]),
    ...(quoted === undefined ? [] : [{ type: "enclosure", quoted }]),
  ];
}

/**
 * Writes an inbound message and its turn. A repeat with the same ID changes nothing and returns the first
 * result. Throws `invalid_request`, `invalid_arguments`.
 */
export function acceptMessage(
  log: Log,
  { clock, ids }: { readonly clock: Clock; readonly ids: IdSource },
  message: InboundMessage,
): Accepted {
  if (isOwnId(message.messageId)) {
    throw new AppError("invalid_request", `A message id may not start with ${OWN_ID}`);
  }
  const { store, messages, turns } = log;
  const known = messages.find(message.messageId);
  if (known !== null) return { accepted: true, duplicate: true, turnId: known.runId };
  refuseClosed(log);
  startedBy(log, message.author);
  const { text, parts } = partsOf(message, openQuestions(store.get()));
  const runId = ids.newId();
  const now = isoTime(clock.now());
  store.transaction(() => {
    messages.insert({
      id: message.messageId,
      kind: "inbound",
      role: "user",
      parts: [...parts, ...enclosuresOf(message)],
      author: message.author,
      createdAt: now,
      runId,
      queued: true,
    });
    turns.enqueue({ id: runId, kind: "message", speaker: message.author, notBefore: 0, queuedAt: now });
    const row = store.get();
    log.heard(text, message.author.kind === "user", {
      asked: row.asked + 1,
      ...(row.titled ? {} : { title: cutAtWord(titleWords(text), TITLE_CHARS) || row.title, titled: true }),
      ...(row.deletedAt === null ? {} : { deletedAt: null }),
    });
  });
  log.show(message.messageId);
  log.announce();
  return { accepted: true, duplicate: false, turnId: runId };
}
