import { runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { control, freshWorld } from "../../../support/worker.ts";
import {
  calls,
  DANA,
  messagesOf,
  newIdentity,
  objectOf,
  requestsOf,
  says,
  script,
  stubOf,
  textOf,
  until,
} from "./harness.ts";

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
});

interface Usage {
  readonly input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation_input_tokens: number;
}
const thinks = (text: string) => ({ type: "thinking", thinking: text });

describe("PREFIX: a long conversation", () => {
  it("reads everything sent before from the cache, every time, with tools and thinking", async () => {
    const identity = newIdentity();
    const object = await objectOf(identity);
    for (let turn = 0; turn < 12; turn++) {
      await script(`marker-p${turn}.`, [
        { content: [thinks("Let me look."), calls(`p${turn}`, "search_contacts", { query: "Dana" })] },
        { content: [thinks("There she is."), { type: "text", text: `Answer ${turn}.` }] },
      ]);
      await object.send(identity, {
        messageId: `m${turn}`,
        author: DANA,
        text: `marker-p${turn}. Who is Dana?`,
      });
      await until(async () => textOf((await messagesOf(identity)).at(-1)!) === `Answer ${turn}.`);
    }
    const usages = (await requestsOf("marker-p0.")).map(({ usage }) => usage as Usage);
    expect(usages).toHaveLength(24);
    const prompt = (usage: Usage): number =>
      usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens;
    for (const [index, usage] of usages.entries()) {
      if (index > 0) expect(usage.cache_read_input_tokens).toBe(prompt(usages[index - 1]!));
    }
  });

  it("goes on after compaction with what was said kept, and thinking of before left out", async () => {
    const identity = newIdentity();
    const object = await objectOf(identity);
    const filler = "The boiler in 4B was looked at again and nothing was found. ".repeat(480);
    // Four of these fill the working window once; the summary is made beside the last turn and may end after it.
    for (let turn = 0; turn < 5; turn++) {
      await script(`marker-c${turn}.`, [
        { content: [thinks("Noted."), { type: "text", text: `Noted ${turn}.` }] },
      ]);
      await object.send(identity, {
        messageId: `m${turn}`,
        author: DANA,
        text: `marker-c${turn}. ${filler}`,
      });
      await until(async () => textOf((await messagesOf(identity)).at(-1)!) === `Noted ${turn}.`);
    }
    const stub = await stubOf(identity);
    await until(() =>
      runInDurableObject(
        stub,
        (_, state) => state.storage.sql.exec("SELECT * FROM compactions").toArray().length > 0,
      ),
    );
    await script("marker-after.", [says("Still here.")]);
    await object.send(identity, { messageId: "after", author: DANA, text: "marker-after. And now?" });
    await until(async () => textOf((await messagesOf(identity)).at(-1)!) === "Still here.");
    const [last] = await requestsOf("marker-after.");
    const sent = JSON.stringify(last?.request["messages"]);
    expect(sent.includes("summary_of_earlier_conversation")).toBe(true);
    expect(sent.length).toBeLessThan(0.5 * 5 * filler.length);
    const replies = sent.split('"text":"Noted ').length - 1;
    const thoughts = sent.split('"type":"thinking"').length - 1;
    expect(thoughts).toBeLessThan(replies);
    expect((await messagesOf(identity)).map(({ id }) => id)).toContain("m0");
  });
});
