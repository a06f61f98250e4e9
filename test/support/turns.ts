/** Waiting for turns, as a script can see them. */
import { eventually, type Client } from "./client.ts";

/** Waits until the turn that a message began has come to a stop and is on record: by its own run, since a conversation's status lags behind what is said in it. */
export function turnEnded(
  client: Client,
  conversation: string,
  words: string,
  timeoutMs = 60_000,
): Promise<true> {
  return eventually(
    `the turn of “${words.slice(0, 40)}” has ended`,
    async () => {
      const messages = await client.messages(conversation);
      const asked = messages.find(({ parts }) =>
        parts.some((part) => "text" in part && String(part["text"]).includes(words)),
      );
      if (asked?.turnId === undefined) return false;
      const path = `/api/runs?${new URLSearchParams({ conversationId: conversation }).toString()}`;
      const { items } = await client.json<{ items: { id: string; finishedAt: string | null }[] }>(
        "GET",
        path,
      );
      return items.some(({ id, finishedAt }) => id === asked.turnId && finishedAt !== null);
    },
    timeoutMs,
  );
}
