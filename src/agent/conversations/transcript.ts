/**
 * A chat's transcript: pages for a download, and files next to the conversation's object. Each file holds
 * the messages since the last one, so that a turn's cost doesn't grow with the chat.
 */
import type { TranscriptStore } from "../../platform/transcripts.ts";
import type { Conversation } from "../api/conversation.ts";
import type { Message } from "../api/message.ts";
import type { ConversationLog } from "./conversation-log.ts";
import { conversationView, isSession } from "./state.ts";
import { messageView } from "./views.ts";

/** Messages per page and file. */
const PAGE = 100;
/** Maximum size of a download. */
const MOST_BYTES = 10_000_000;

/** The next messages after a position, oldest first. */
export function transcriptPage(
  log: Pick<ConversationLog, "store" | "messages" | "viewCall">,
  after: number,
): { conversation: Conversation; items: Message[]; next: number | null } {
  const rows = log.messages.pageAfter(after, PAGE);
  return {
    conversation: conversationView(log.store.get()),
    items: rows.map((row) => messageView(row, log.viewCall)),
    next: rows.length < PAGE ? null : (rows.at(-1)?.seq ?? null),
  };
}

/** A transcript as JSON bytes, up to the maximum size. `read` returns its pages. */
export function transcriptFile(
  read: (after: number) => Promise<ReturnType<typeof transcriptPage>>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let place: number | null = 0;
  let bytes = 0;
  let isFirst = true;
  return new ReadableStream({
    async pull(controller) {
      const send = (text: string): void => {
        const chunk = encoder.encode(text);
        bytes += chunk.length;
        controller.enqueue(chunk);
      };
      const { conversation, items, next } = await read(place ?? 0);
      if (bytes === 0) send(`{"transcript":1,"conversation":${JSON.stringify(conversation)},"messages":[`);
      let cut = false;
      for (const item of items) {
        const json = JSON.stringify(item);
        cut = bytes + json.length > MOST_BYTES;
        if (cut) break;
        send(isFirst ? json : `,${json}`);
        isFirst = false;
      }
      place = next;
      if (!cut && next !== null) return;
      send(`],"cut":${cut}}`);
      controller.close();
    },
  });
}

/** Outbox key of a transcript that must be rewritten from its start. */
export const WHOLE = "whole";

/**
 * Records that earlier messages changed: the files are rewritten, and earlier thinking signed by the model
 * is no longer sent back.
 */
export function wasRewritten({ store, prompt, turns, messages }: ConversationLog): void {
  store.mark("transcript", WHOLE);
  const known = prompt.prefix();
  const ended = turns.lastEnded();
  if (known === null || ended === null) return;
  const changedAtSeq = Math.max(known.changedAtSeq, messages.endOf(ended.id));
  // Snapshots contain the changed text.
  prompt.setPrefix({ text: "", changedAtSeq });
}

/** Writes new messages to the files, or all of them with `isWhole`. Deletes the files of a deleted chat. */
export async function writeTranscript(
  log: ConversationLog,
  files: TranscriptStore,
  isWhole = false,
): Promise<void> {
  const { store, messages } = log;
  const { identity, deletedAt } = store.get();
  const { conversationId } = identity;
  if (!isSession(identity)) return;
  if (deletedAt !== null) {
    await files.drop(conversationId);
    store.noteTranscript(0, 0);
    return;
  }
  if (isWhole) {
    await files.drop(conversationId);
    store.noteTranscript(identity.parent?.seq ?? 0, 0);
  }
  for (;;) {
    const { transcriptSeq, transcriptBytes } = store.get();
    const rows = messages.pageAfter(transcriptSeq, PAGE);
    const last = rows.at(-1);
    if (last === undefined) return;
    const { title, agent } = conversationView(store.get());
    const json = JSON.stringify({
      transcript: 1,
      conversation: { id: conversationId, title, agent },
      messages: rows.map((row) => messageView(row, log.viewCall)),
    });
    await files.put(conversationId, transcriptSeq, json);
    store.noteTranscript(last.seq, transcriptBytes + json.length);
  }
}
