/** From an accepted delivery into the queues: a message by the key that keeps its order. What cannot wait goes where nothing else is before it. */
import { handOut, type SendWork } from "../clock/index.ts";
import type { AcceptedWork } from "./accept.ts";
import { teamWord, urgentByPattern } from "./urgent.ts";

/** Sends the work of an accepted delivery. Throws where a queue does: the clock's sweep finds its rows all the same. */
export async function sendAccepted(
  { send, urgentWords }: { readonly send: SendWork; readonly urgentWords: () => Promise<readonly string[]> },
  tenantId: string,
  work: readonly AcceptedWork[],
): Promise<void> {
  for (const { kind, key, words } of work) {
    const isUrgent =
      words !== null && (urgentByPattern(words) ?? teamWord(words, await urgentWords())) !== null;
    if (isUrgent) await send("urgent", [{ tenantId, kind, key }]);
    else await handOut(send, { tenantId, kind, key });
  }
}
