/** Waiting for turns, as a script can see them. */
import type { Message } from "../../src/agent/api/message.ts";
import { eventually, type Client } from "./client.ts";

/** Waits until the turn that a message began has come to a stop and is on record: by its own run, since a conversation's status lags behind what is said in it. */
export function turnEnded(
  client: Client,
  conversation: string,
  words: string,
  timeoutMs = 60_000,
): Promise<true> {
  const says = ({ parts }: Message): boolean =>
    parts.some((part) => "text" in part && String(part["text"]).includes(words));
  return runEnded(client, conversation, `the turn of “${words.slice(0, 40)}” has ended`, says, timeoutMs);
}

/** The same for whatever message it is that a run took up. */
export function runEnded(
  client: Client,
  conversation: string,
  what: string,
  isIt: (message: Message) => boolean,
  timeoutMs = 60_000,
): Promise<true> {
  return eventually(
    what,
    async () => {
      const taken = (await client.messages(conversation)).find(isIt);
      if (taken === undefined) return false;
      // An outcome that leaves nothing to say starts no turn.
      if (taken.turnId === undefined) return taken.parts.some(({ type }) => type === "outcome");
      const path = `/api/runs?${new URLSearchParams({ conversationId: conversation }).toString()}`;
      const { items } = await client.json<{ items: { id: string; finishedAt: string | null }[] }>(
        "GET",
        path,
      );
      return items.some(({ id, finishedAt }) => id === taken.turnId && finishedAt !== null);
    },
    timeoutMs,
  );
}
