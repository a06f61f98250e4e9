import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { controlAt, eventually, signInAs } from "../support/client.ts";
import { NIGHTLY, ownStack } from "../support/own-stack.ts";

const KILLS = NIGHTLY ? 100 : 10;
const WORDS = Array.from({ length: 40 }, (_, index) => `word${index}`).join(" ");

interface Recorded {
  readonly items: readonly { readonly at: string }[];
}

it(
  `STREAM-KILL: ${KILLS} kills -9 in mid-stream lose and repeat no acknowledged message, watched or not`,
  async () => {
    await using stack = await ownStack();
    const dana = await signInAs(stack.appUrl, stack.sandboxUrl, "dana@alderfinch.example");
    const unwatched: { conversation: string; marker: string; restartedAt: number }[] = [];
    const recoveries: number[] = [];

    for (let kill = 0; kill < KILLS; kill++) {
      const isWatched = kill % 2 === 0;
      const conversation = randomUUID();
      const marker = `kill-${kill}-${conversation.slice(0, 8)}`;
      await controlAt(stack.sandboxUrl, "anthropic/script", {
        marker,
        responses: [
          { content: [{ type: "text", text: WORDS }], chunkDelayMs: 60 },
          { content: [{ type: "text", text: `whole ${marker}` }] },
        ],
      });
      const accepted = await dana.send(conversation, `Say it: ${marker}`, `message-${kill}`);
      expect(accepted).toMatchObject({ accepted: true, duplicate: false });
      const first = await dana.socket(conversation);
      first.send({ type: "hello" });
      await first.waitFor("streamed text", (frame) => frame.type === "text.delta");
      await stack.killApp();
      await stack.startApp();
      const restartedAt = Date.now();
      if (!isWatched) {
        unwatched.push({ conversation, marker, restartedAt });
        continue;
      }
      const again = await dana.socket(conversation);
      again.send({ type: "hello" });
      await again.waitFor(
        "the turn's end",
        (frame) =>
          frame.type === "turn.finished" ||
          frame.type === "turn.failed" ||
          (frame.type === "snapshot" && frame.conversation.status === "idle"),
        20_000,
      );
      recoveries.push(Date.now() - restartedAt);
      again.close();
      const repeat = await dana.send(conversation, `Say it: ${marker}`, `message-${kill}`);
      expect(repeat.duplicate).toBe(true);
      await expectWhole(conversation, marker);
    }

    for (const { conversation, marker, restartedAt } of unwatched) {
      const taken = await eventually(
        "the unwatched turn is taken up",
        async () => {
          const { items } = await controlAt<Recorded>(
            stack.sandboxUrl,
            `anthropic/requests?marker=${marker}`,
          );
          return items.length >= 2 ? items : null;
        },
        70_000,
      );
      expect(Date.parse(taken[1]?.at ?? "") - restartedAt).toBeLessThan(60_000);
      await expectWhole(conversation, marker);
    }
    console.log(
      `STREAM-KILL: ${KILLS} real SIGKILLs, watched recovery at most ${Math.max(...recoveries)} ms`,
    );
    expect(Math.max(...recoveries)).toBeLessThan(10_000);

    async function expectWhole(conversation: string, marker: string): Promise<void> {
      const messages = await eventually("the answer stands", async () => {
        const items = await dana.messages(conversation);
        return items.some((message) => message.role === "assistant") ? items : null;
      });
      expect(messages.map((message) => message.role)).toEqual(["user", "assistant"]);
      const words = JSON.stringify(messages[1]?.parts);
      expect(words).toContain(`whole ${marker}`);
      expect(words).not.toContain("word0");
    }
  },
  NIGHTLY ? 45 * 60_000 : 6 * 60_000,
);
