/** What an isolate remembers serves many requests at once, and none of them may await a promise that another resolves. */
import { runInDurableObject } from "cloudflare:test";
import { expect, it, vi } from "vitest";
import { ShortMemory } from "../../../src/kernel/short-memory.ts";
import { HandOver } from "../../../src/messaging/open-webhooks.ts";
import { ConnectionSlots } from "../../../src/platform/connection-slots.ts";
import { withMutex } from "../../../src/workspace/keyed-mutex.ts";
import { testEnv, TIMEOUT } from "../../support/worker.ts";

const clock = { now: () => Date.now() };

/** Does this in another request than the test's own, and what needs that request after it. Resolves when it has begun. */
async function elsewhere<Result>(work: () => Promise<Result>): Promise<{ readonly result: Promise<Result> }> {
  const object = testEnv.TENANTS.getByName("shared-memory");
  let isBegun = false;
  const whole = runInDurableObject(object as never, async (_, { storage }) => {
    const working = work();
    isBegun = true;
    const result = await working;
    await storage.put("done", true);
    await storage.sync();
    return result;
  });
  await vi.waitFor(() => expect(isBegun).toBe(true), TIMEOUT);
  return { result: whole };
}

/** Holds until it is let go, which happens in the test's own request. */
async function holdFor<Result>(
  holding: (work: () => Promise<void>) => Promise<unknown>,
  waiting: () => Promise<Result>,
) {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const holder = holding(() => held);
  const { result } = await elsewhere(waiting);
  letGo();
  await holder;
  return result;
}

it("a slot that one request gives back is taken by another", async () => {
  const slots = new ConnectionSlots(1, () => clock.now());
  expect(
    await holdFor(
      (work) => slots.run(10_000, work),
      () => slots.run(10_000, async () => "taken"),
    ),
  ).toBe("taken");
});

it("a file that one request has written is written by another", async () => {
  expect(
    await holdFor(
      (work) => withMutex("shared-memory", work),
      () => withMutex("shared-memory", async () => "written"),
    ),
  ).toBe("written");
});

it("an answer that one request asked for is another’s too", async () => {
  const memory = new ShortMemory<string>({ keptMs: 1_000, most: 10, now: () => clock.now() });
  expect(
    await holdFor(
      (work) => memory.get("a", () => work().then(() => "one")),
      () => memory.get("a", async () => "two"),
    ),
  ).toBe("one");
});

it("a request that gathers is ended early by another", async () => {
  const handOver = new HandOver(clock);
  const sent: number[] = [];
  const send = async (_: string, messages: readonly unknown[]): Promise<void> =>
    void sent.push(messages.length);
  const give = (key: string) =>
    handOver.accepted({ send, urgentWords: async () => [] }, "t", [
      { kind: "inbox.sweep", key, words: null },
    ]);
  await give("first");
  const { result } = await elsewhere(() => give("second"));
  handOver.flush();
  await result;
  expect(sent).toEqual([1, 1]);
});
