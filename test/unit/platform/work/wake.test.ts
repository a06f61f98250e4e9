import { expect, it } from "vitest";
import { Wakes, type QueueName, type WorkMessage } from "../../../../src/platform/work/index.ts";

it("a burst is begun at once, then once a second, and its last word is never left out", async () => {
  let nowMs = 0;
  const sent: { atMs: number; delaySeconds: number }[] = [];
  const wakes = new Wakes({ now: () => nowMs });
  const send = (_queue: QueueName, _messages: readonly WorkMessage[], delaySeconds = 0) => {
    sent.push({ atMs: nowMs, delaySeconds });
    return Promise.resolve();
  };
  for (; nowMs < 3_000; nowMs += 100) await wakes.ask(send, { tenantId: "t", kind: "events.consume" });
  const begins = sent.map(({ atMs, delaySeconds }) => atMs + delaySeconds * 1000);
  expect(begins.length).toBeLessThanOrEqual(5);
  expect(begins[0]).toBe(0);
  expect(begins.at(-1), "what was asked for last is covered by what begins later").toBeGreaterThanOrEqual(
    2_900,
  );
  nowMs = 10_000;
  await wakes.ask(send, { tenantId: "t", kind: "events.consume" });
  expect(sent.at(-1)).toEqual({ atMs: 10_000, delaySeconds: 0 });
});

it("one team's burst is no other's", async () => {
  const sent: string[] = [];
  const wakes = new Wakes({ now: () => 0 });
  const send = (_queue: QueueName, messages: readonly WorkMessage[]) => {
    sent.push(...messages.map(({ tenantId }) => tenantId));
    return Promise.resolve();
  };
  for (const tenantId of ["a", "a", "a", "b"]) await wakes.ask(send, { tenantId, kind: "events.consume" });
  expect(sent).toContain("b");
});
