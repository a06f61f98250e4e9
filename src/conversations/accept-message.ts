/** A person's message comes in: it is written with its turn, and acknowledged once it is on disk. */
import { isoTime, type Clock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { IdSource } from "../kernel/ids.ts";
import type { Accepted, InboundMessage } from "../protocol/objects.ts";
import type { ConversationLog } from "./conversation-log.ts";
import { cutAtWord, isOwnId, OWN_ID } from "./state.ts";

const TITLE_CHARS = 60;

type Log = Pick<ConversationLog, "store" | "messages" | "turns" | "note" | "heard" | "show" | "announce">;

/** Writes an inbound message and its turn. A repeat with the same id changes nothing and answers as the first did. Throws `invalid_request`. */
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
  const runId = ids.newId();
  const now = isoTime(clock.now());
  store.transaction(() => {
    messages.insert({
      id: message.messageId,
      kind: "inbound",
      role: "user",
      parts: [{ type: "text", text: message.text }],
      author: message.author,
      createdAt: now,
      runId,
      queued: true,
    });
    turns.enqueue({ id: runId, kind: "message", speaker: message.author, notBefore: 0, queuedAt: now });
    const row = store.get();
    log.heard(message.text, message.author.kind === "user");
    log.note({
      ...(row.titled ? {} : { title: cutAtWord(message.text, TITLE_CHARS) || row.title, titled: true }),
      ...(row.deletedAt === null ? {} : { deletedAt: null }),
    });
  });
  log.show(message.messageId);
  log.announce();
  return { accepted: true, duplicate: false, turnId: runId };
}
