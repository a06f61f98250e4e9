/** Waiting for turns, as a script can see them. */
import { eventually, type Client } from "./client.ts";

/** Waits until the turn that a message began has come to a stop. The directory's status alone may lag behind the message. */
export function turnEnded(
  client: Client,
  conversation: string,
  words: string,
  timeoutMs = 60_000,
): Promise<true> {
  return eventually(
    `the turn of “${words.slice(0, 40)}” has ended`,
    async () => {
      const { status } = await client.json<{ status: string }>("GET", `/api/conversations/${conversation}`);
      if (status === "running") return false;
      const messages = await client.messages(conversation);
      const asked = messages.findIndex(({ parts }) =>
        parts.some((part) => "text" in part && String(part["text"]).includes(words)),
      );
      const answered = asked >= 0 && messages.slice(asked).some(({ role }) => role === "assistant");
      return answered || status === "failed";
    },
    timeoutMs,
  );
}
