/**
 * Accepts triggers that are neither a person nor a contact: a due schedule, or an event of another service.
 * Each is a message and a turn; triggers that arrive while a turn is queued join it.
 */
import { isoTime, type Clock } from "../../kernel/clock.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { Accepted, ConversationIdentity, InboundMessage } from "../api/objects.ts";
import type { ConversationLog } from "./conversation-log.ts";
import { cutAtWord } from "./state.ts";
import { armed } from "./unread.ts";

const PREVIEW_CHARS = 140;

type Log = Pick<ConversationLog, "store" | "messages" | "turns" | "note" | "show" | "list">;

/** Writes a trigger's message and its turn. A repeat with the same ID changes nothing. */
export function receiveTrigger(
  log: Log,
  deps: { readonly clock: Clock; readonly ids: IdSource },
  identity: ConversationIdentity,
  message: InboundMessage,
): Accepted {
  const { store, messages, turns } = log;
  const known = messages.find(message.messageId);
  if (known !== null) return { accepted: true, duplicate: true, turnId: known.runId };
  const nowMs = deps.clock.now();
  const waiting = turns.queued().find(({ kind, speaker }) => kind === "message" && speaker.kind === "system");
  const runId = waiting?.id ?? deps.ids.newId();
  store.transaction(() => {
    if (waiting === undefined) {
      turns.enqueue({
        id: runId,
        kind: "message",
        speaker: message.author,
        notBefore: nowMs,
        queuedAt: isoTime(nowMs),
        unreadSinceMs: nowMs,
      });
    } else turns.save(armed(waiting, nowMs));
    messages.insert({
      id: message.messageId,
      kind: "inbound",
      role: "user",
      parts: [{ type: "text", text: message.text }],
      author: message.author,
      createdAt: isoTime(nowMs),
      runId,
      queued: true,
    });
    const { title, titled, identity: before, deletedAt } = store.get();
    const isOurTitle = !titled || title === before.title;
    store.setIdentity({
      ...before,
      ...(identity.title === undefined ? {} : { title: identity.title }),
      ...(identity.trigger === undefined ? {} : { trigger: identity.trigger }),
    });
    log.note({
      preview: cutAtWord(message.text, PREVIEW_CHARS),
      lastMessageAt: isoTime(nowMs),
      ...(identity.title !== undefined && isOurTitle ? { title: identity.title, titled: true } : {}),
      ...(deletedAt === null ? {} : { deletedAt: null }),
    });
  });
  log.show(message.messageId);
  log.list();
  return { accepted: true, duplicate: false, turnId: runId };
}
