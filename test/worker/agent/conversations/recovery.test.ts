import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import type { ConversationIdentity } from "../../../../src/agent/api/objects.ts";
import { control, freshWorld } from "../../../support/worker.ts";
import {
  calls,
  DANA,
  messagesOf,
  newIdentity,
  objectOf,
  Page,
  requestsOf,
  says,
  script,
  session,
  stubOf,
  textOf,
  until,
} from "./harness.ts";

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
});

/** Makes the heartbeat due and runs the alarm, as twenty seconds later, with no one connected. */
async function ringAlarm(identity: ConversationIdentity): Promise<boolean> {
  const stub = await stubOf(identity);
  await runInDurableObject(stub, async (_, state) => {
    state.storage.sql.exec("UPDATE cf_agents_jobs SET time = ?", Date.now() - 1);
    // So late that it does not ring by itself first.
    await state.storage.setAlarm(Date.now() + 60_000);
  });
  return runDurableObjectAlarm(stub);
}

const LONG = says("word ".repeat(1_500), { chunkDelayMs: 20 });

describe("STREAM-KILL: an object that dies in the middle of a stream", () => {
  it("takes the turn up again at the alarm with no one connected, and repeats no message", async () => {
    const identity = newIdentity();
    await script("marker-kill", [LONG, says("Whole answer.")]);
    const object = await objectOf(identity);
    const page = await Page.open(identity, await session());
    await object.send(identity, { messageId: "m1", author: DANA, text: "marker-kill" });
    await page.next("text.delta");
    await abortAllDurableObjects();
    expect(await ringAlarm(identity)).toBe(true);
    await until(async () => (await messagesOf(identity)).length === 2);
    expect((await messagesOf(identity)).map(textOf)).toEqual(["marker-kill", "Whole answer."]);
    expect(await requestsOf("marker-kill")).toHaveLength(2);
  });

  it("takes the turn up at once when a page comes back, as a new attempt without the dead text", async () => {
    const identity = newIdentity();
    await script("marker-back", [LONG, says("Whole answer.", { delayMs: 1_000 })]);
    const first = await Page.open(identity, await session());
    first.send("marker-back", "m1");
    await first.next("text.delta");
    await abortAllDurableObjects();
    const second = await Page.open(identity, await session());
    second.say({ type: "hello" });
    const snapshot = await second.next("snapshot");
    expect(snapshot.turn).toMatchObject({ attempt: 2, text: "" });
    await second.next("turn.finished");
    expect(second.streamed(2)).toBe("Whole answer.");
    second.send("marker-back", "m1");
    expect((await second.next("message.accepted")).duplicate).toBe(true);
    expect((await messagesOf(identity)).map(textOf)).toEqual(["marker-back", "Whole answer."]);
    second.close();
  });

  it("keeps every acknowledged message that waited, in order", async () => {
    const identity = newIdentity();
    await script("marker-one", [LONG, says("One.")]);
    await script("marker-two", [says("Two.")]);
    const object = await objectOf(identity);
    const page = await Page.open(identity, await session());
    await object.send(identity, { messageId: "one", author: DANA, text: "marker-one" });
    await object.send(identity, { messageId: "two", author: DANA, text: "marker-two" });
    await page.next("text.delta");
    await abortAllDurableObjects();
    await ringAlarm(identity);
    await until(async () => (await messagesOf(identity)).length === 4);
    expect((await messagesOf(identity)).map(textOf)).toEqual(["marker-one", "One.", "marker-two", "Two."]);
  });

  it("goes on after the last committed step: a journaled proposal is not made again", async () => {
    const identity = newIdentity();
    await script("marker-step", [
      { content: [calls("c", "search_contacts", { query: "Marcus" })] },
      LONG,
      says("Marcus it is."),
    ]);
    const page = await Page.open(identity, await session());
    page.send("marker-step");
    await page.next("text.delta");
    await abortAllDurableObjects();
    await ringAlarm(identity);
    await until(async () => (await messagesOf(identity)).length === 4);
    const received = await requestsOf("marker-step");
    expect(received).toHaveLength(3);
    expect(received[2]?.request["messages"]).toEqual(received[1]?.request["messages"]);
  });

  it("gives a turn up that dies again and again without progress, shows it failed, and answers the next message", async () => {
    const identity = newIdentity();
    await script(
      "marker-doom",
      Array.from({ length: 4 }, () => LONG),
    );
    await script("marker-life", [says("Alive.")]);
    const object = await objectOf(identity);
    await object.send(identity, { messageId: "m1", author: DANA, text: "marker-doom" });
    for (let death = 0; death < 6; death++) {
      await until(
        async () =>
          (await requestsOf("marker-doom")).length > death || (await statusOf(identity)) === "failed",
      );
      if ((await statusOf(identity)) === "failed") break;
      await abortAllDurableObjects();
      await ringAlarm(identity);
    }
    expect(await statusOf(identity)).toBe("failed");
    expect((await requestsOf("marker-doom")).length).toBeLessThanOrEqual(4);
    await (await objectOf(identity)).send(identity, { messageId: "m2", author: DANA, text: "marker-life" });
    await until(async () => textOf((await messagesOf(identity)).at(-1)!) === "Alive.");
  });
});

async function statusOf(identity: ConversationIdentity): Promise<string> {
  return (await (await objectOf(identity)).open(identity)).status;
}
