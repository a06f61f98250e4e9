/**
 * A chat's transcript: pages of it for a download, and files of it beside the conversation's object. A file holds what came since the one before, so
 * that a turn costs no more the longer the chat is.
 */
import type { TranscriptStore } from "../../platform/transcripts.ts";
import type { Conversation } from "../api/conversation.ts";
import type { Message } from "../api/message.ts";
import type { ConversationLog } from "./conversation-log.ts";
import { conversationView, isSession } from "./state.ts";
import { messageView } from "./views.ts";

/** Messages of a page and of a file. */
const PAGE = 100;
/** The longest download. */
const MOST_BYTES = 10_000_000;

/** The next messages after a place in the log, oldest first. */
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

/** A transcript as the bytes of its JSON, as long as one may be. `read` gives the pages. */
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

/** Key of what waits for a transcript that is to be written again from its beginning. */
export const WHOLE = "whole";

/**
 * Notes that earlier messages have changed: the files are written again, and thinking that the model signed before this is not sent back to it.
 */
export function wasRewritten({ store, prompt, turns, messages }: ConversationLog): void {
  store.mark("transcript", WHOLE);
  const known = prompt.prefix();
  const ended = turns.lastEnded();
  if (known === null || ended === null) return;
  const changedAtSeq = Math.max(known.changedAtSeq, messages.endOf(ended.id));
  // Its text holds what was changed in the snapshots.
  prompt.setPrefix({ text: "", changedAtSeq });
}

/** Writes what is not in the files yet, or with `isWhole` all of it again; those of a deleted chat go. */
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
