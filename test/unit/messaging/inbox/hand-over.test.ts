/** From accepted deliveries into the queues: one send for many, none lost, and nothing waits where there is nothing to gather. */
import { beforeEach, expect, it, vi } from "vitest";
import type { QueueName, WorkMessage } from "../../../../src/platform/work/index.ts";
import { HandOver } from "../../../../src/messaging/open-webhooks.ts";

beforeEach(() => void vi.useFakeTimers());

function handOver(isHeld: () => boolean = () => false) {
  const sends: { readonly queue: QueueName; readonly atMs: number; readonly keys: readonly string[] }[] = [];
  const startMs = Date.now();
  const send = (queue: QueueName, messages: readonly WorkMessage[]) => {
    sends.push({ queue, atMs: Date.now() - startMs, keys: messages.map(({ key }) => key) });
    return Promise.resolve();
  };
  const over = new HandOver({ now: () => Date.now() }, isHeld);
  const urgentWords = () => Promise.resolve(["boiler"]);
  const text = (key: string, words = "Hello") =>
    over.accepted({ send, urgentWords }, "tenant", [{ kind: "inbox.sweep", key, words }]);
  return { over, sends, text };
}

it("a lone delivery's work is sent at once", async () => {
  const { sends, text } = handOver();
  await text("one");
  await vi.advanceTimersByTimeAsync(5_000);
  await text("two");
  expect(sends).toEqual([
    { queue: "inbox", atMs: 0, keys: ["one"] },
    { queue: "inbox", atMs: 5_000, keys: ["two"] },
  ]);
});

it("fifty deliveries in a second are two sends, each key once, all of them within a second", async () => {
  const { sends, text } = handOver();
  const wanted = new Set<string>();
  for (let n = 0; n < 50; n++) {
    const key = `number ${n % 20}`;
    wanted.add(key);
    void text(key);
    await vi.advanceTimersByTimeAsync(20);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sends.map(({ atMs }) => atMs)).toEqual([0, 1_000]);
  expect(new Set(sends.flatMap(({ keys }) => keys))).toEqual(wanted);
  expect(sends[1]?.keys).toHaveLength(20);
});

it("a steady stream is one send a second", async () => {
  const { sends, text } = handOver();
  for (let n = 0; n < 500; n++) {
    void text(`number ${n}`);
    await vi.advanceTimersByTimeAsync(20);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sends.length).toBeLessThanOrEqual(12);
  expect(sends.flatMap(({ keys }) => keys)).toHaveLength(500);
});

it("what can't wait goes to its own queue and waits for nothing that can", async () => {
  const { sends, text } = handOver();
  await text("one");
  void text("two");
  await text("three", "The boiler is leaking");
  expect(sends).toEqual([
    { queue: "inbox", atMs: 0, keys: ["one"] },
    { queue: "urgent", atMs: 0, keys: ["three"] },
  ]);
});

it("as many as one send takes are not gathered longer", async () => {
  const { sends, text } = handOver();
  await text("first");
  for (let n = 0; n < 100; n++) void text(`number ${n}`);
  await vi.advanceTimersByTimeAsync(10);
  expect(sends.map(({ keys }) => keys.length)).toEqual([1, 100]);
});

it("where the request that gathers has died, the next delivery takes over what was gathered", async () => {
  const { sends, text } = handOver();
  await text("one");
  void text("two");
  await Promise.resolve();
  await Promise.resolve();
  // Its timer is never called: what was canceled goes on nowhere.
  vi.clearAllTimers();
  vi.setSystemTime(Date.now() + 2_500);
  await text("three");
  expect(sends.flatMap(({ keys }) => keys)).toEqual(["one", "two", "three"]);
});

it("what is held is sent once a number, when it is held no more; what can't wait is sent at once", async () => {
  let isHeld = true;
  const { sends, text } = handOver(() => isHeld);
  for (let n = 0; n < 1_500; n++) {
    void text(`number ${n % 200}`);
    await vi.advanceTimersByTimeAsync(20);
  }
  expect(sends).toEqual([]);
  await text("urgent", "The boiler is leaking");
  expect(sends.map(({ queue }) => queue)).toEqual(["urgent"]);
  isHeld = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sends.slice(1).flatMap(({ keys }) => keys)).toHaveLength(200);
  await vi.advanceTimersByTimeAsync(5_000);
  await text("later");
  expect(sends.at(-1)?.keys).toEqual(["later"]);
});
