/** Adds a notice about another conversation to the history without starting a turn. */
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { STEWARD } from "../api/message.ts";
import type { InboundNotice } from "../api/objects.ts";
import type { ConversationLog } from "./conversation-log.ts";

/** Writes a notice once per ID; during a turn, it enters the history after it. */
export function receiveNotice(
  log: Pick<ConversationLog, "store" | "messages" | "turns" | "heard" | "show" | "list">,
  { clock }: { readonly clock: Clock },
  { messageId: id, text }: InboundNotice,
): void {
  const { store, messages, turns } = log;
  if (messages.find(id) !== null) return;
  store.transaction(() => {
    messages.insert({
      id,
      kind: "outcome",
      role: "user",
      parts: [{ type: "text", text }],
      author: STEWARD,
      createdAt: isoTime(clock.now()),
      runId: "",
      queued: turns.running() !== null,
    });
    log.heard(text);
  });
  log.show(id);
  log.list();
}
