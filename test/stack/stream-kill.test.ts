import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { registerDemoWebhooks } from "../../scripts/demo-webhooks.ts";
import { controlAt, eventually, signInAs } from "../support/client.ts";
import { NIGHTLY, ownStack } from "../support/own-stack.ts";
import { startRun, STARTS, startSoon, textFrom, type Start } from "../support/starts.ts";
import { expectTook } from "../support/took.ts";

/** Each cuts two runs: one that a page watches, and one that nobody does. By day as many as there are things that start a run. */
const KILLS = NIGHTLY ? 100 : STARTS.length;
/** Streamed for so long that the Worker is killed well before its end. */
const WORDS = Array.from({ length: 800 }, (_, index) => `word${index}`).join(" ");

interface Recorded {
  readonly items: readonly { readonly at: string }[];
}

it(
  `STREAM-KILL: ${KILLS} kills -9 in mid-stream lose and repeat no acknowledged message, watched or not, whatever started the run`,
  async () => {
    await using stack = await ownStack();
    const dana = await signInAs(stack.appUrl, stack.sandboxUrl, "dana@alderfinch.example");
    await registerDemoWebhooks(stack);
    await startSoon(dana);
    const unwatched: { conversation: string; marker: string; restartedAt: number }[] = [];
    const recoveries: number[] = [];
    const unwatchedMs: number[] = [];

    for (let kill = 0; kill < KILLS; kill++) {
      // What no one watches is started by everything in turn.
      const alone = STARTS[kill % STARTS.length] ?? "chat";
      const [watched, other] = await Promise.all([
        cutRun("chat", `watched-${kill}`),
        cutRun(alone, `alone-${kill}`),
      ]);
      await stack.killApp();
      await stack.startApp();
      const restartedAt = Date.now();
      unwatched.push({ ...other, restartedAt });
      const again = await dana.socket(watched.conversation);
      again.send({ type: "hello" });
      await eventually("both turns have ended", async () => {
        const seen = again.frames.filter((frame) => frame.type === "turn.finished").length;
        const [snapshot] = again.frames.filter((frame) => frame.type === "snapshot");
        const before = snapshot?.messages.filter(({ role }) => role === "assistant").length ?? 0;
        return seen + before >= 2;
      });
      recoveries.push(Date.now() - restartedAt);
      again.close();
      for (const id of [`first-watched-${kill}`, `second-watched-${kill}`]) {
        expect((await dana.send(watched.conversation, "The same again", id)).duplicate).toBe(true);
      }
      await expectWhole(watched.conversation, watched.marker);
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
      const tookMs = Math.max(0, Date.parse(taken[1]?.at ?? "") - restartedAt);
      unwatchedMs.push(tookMs);
      expectTook(tookMs, 60_000, "an unwatched turn is taken up");
      await expectWhole(conversation, marker);
    }
    console.log(
      `STREAM-KILL: ${KILLS} real SIGKILLs in mid-stream of two runs with a message waiting in line, by ${STARTS.join(", ")}, 0 lost, 0 repeated; ` +
        `watched recovered within ${Math.max(...recoveries)} ms, unwatched within ${Math.max(...unwatchedMs)} ms of the restart`,
    );
    expectTook(Math.max(...recoveries), 10_000, "a watched turn is taken up");

    /** Starts a run, has a second message wait behind it, and leaves it in the middle of its answer. */
    async function cutRun(
      start: Start,
      name: string,
    ): Promise<{ readonly conversation: string; readonly marker: string }> {
      const marker = `kill-${name}-${randomUUID().slice(0, 8)}`;
      await controlAt(stack.sandboxUrl, "anthropic/script", {
        marker,
        responses: [
          { content: [{ type: "text", text: WORDS }], chunkDelayMs: 60 },
          // More than one: a later kill may hit this turn again while it is taken up.
          ...Array.from({ length: 5 }, () => ({ content: [{ type: "text", text: `whole ${marker}` }] })),
        ],
      });
      await controlAt(stack.sandboxUrl, "anthropic/script", {
        marker: nextMarker(marker),
        responses: Array.from({ length: 5 }, () => ({ content: [{ type: "text", text: "second answer" }] })),
      });
      const words = `Say it: ${marker}`;
      const conversation = await startRun(dana, stack.sandboxUrl, start, words, `first-${name}`);
      const page = await eventually("the conversation is there", () => dana.socket(conversation));
      page.send({ type: "hello" });
      await page.waitFor("streamed text", (frame) => frame.type === "text.delta");
      const then = `And then: ${nextMarker(marker)}`;
      if (start === "text") await textFrom(stack.sandboxUrl, conversation.slice("sms:".length), then);
      else await dana.send(conversation, then, `second-${name}`);
      return { conversation, marker };
    }

    async function expectWhole(conversation: string, marker: string): Promise<void> {
      const messages = await eventually("the answer stands", async () => {
        // A text that was acknowledged and not handed on is the clock's.
        await stack.tick();
        const items = await dana.messages(conversation);
        return items.filter((message) => message.role === "assistant").length >= 2 ? items : null;
      });
      expect(messages.map((message) => message.role)).toEqual(["user", "assistant", "user", "assistant"]);
      const words = messages.map(({ parts }) => JSON.stringify(parts));
      expect(words[0]).toContain(`Say it: ${marker}`);
      expect(words[1]).toContain(`whole ${marker}`);
      expect(words[2]).toContain(nextMarker(marker));
      expect(words[3]).toContain("second answer");
      expect(words.join(" ")).not.toContain("word0");
    }
  },
  NIGHTLY ? 90 * 60_000 : 8 * 60_000,
);

/** The marker of the message that waits behind the first. */
function nextMarker(marker: string): string {
  return `after-${marker.slice("kill-".length)}`;
}
