/** A queue's messages: acknowledged when their work has begun, so that what hangs holds up nothing behind it. */
import { expect, it } from "vitest";
import { consume, type ConsumeDeps, type Delivery } from "../../../src/clock/index.ts";
import { WORK_KINDS, type WorkKind } from "../../../src/clock/kinds.ts";
import type { Task } from "../../../src/clock/types.ts";
import { silentLogger } from "../../../src/kernel/log.ts";
import { ConnectionSlots } from "../../../src/platform/connection-slots.ts";

/** Kinds on a reminder's own way, which call no provider. */
const OWN_WAY: ReadonlySet<string> = new Set(["schedules.lease", "schedules.remind"]);

/** A consumer whose work is what a test says, keyed by tenant; keyed messages need no lease. */
function consumer(work: (tenantId: string) => Promise<void>, places = 4) {
  const behind: Promise<unknown>[] = [];
  const sent: unknown[] = [];
  const slots = new ConnectionSlots(places, () => Date.now());
  const tasks: Task[] = [];
  const one = async (task: Task) => {
    tasks.push(task);
    await work(task.tenantId);
    return "done" as const;
  };
  const deps = {
    clock: { now: () => Date.now() },
    logger: silentLogger,
    send: (...args: unknown[]) => {
      sent.push(args);
      return Promise.resolve();
    },
    works: { "inbox.sweep": one, "schedules.job": one },
    waitUntil: (promise: Promise<unknown>) => behind.push(promise),
    inPlace: (run: () => Promise<void>) => slots.run(60_000, run),
  } as unknown as ConsumeDeps;
  return { deps, behind, sent, tasks };
}

function delivery(
  tenantId: string,
  kind = "inbox.sweep",
  key = "+14125550142",
): Delivery & { acked: boolean } {
  return {
    acked: false,
    body: { tenantId, kind, key },
    ack() {
      this.acked = true;
    },
  };
}

it("a message whose work hangs is acknowledged, and the next one's work is done", async () => {
  const done: string[] = [];
  const { deps, behind } = consumer((tenant) =>
    tenant === "hangs" ? new Promise(() => {}) : Promise.resolve(void done.push(tenant)),
  );
  const hanging = delivery("hangs");
  await consume(deps, [hanging]);
  expect(hanging.acked).toBe(true);
  await consume(deps, [delivery("fine")]);
  await behind.at(-1);
  expect(done).toEqual(["fine"]);
});

it("an isolate begins no more work than it has places", async () => {
  const { deps } = consumer(() => new Promise(() => {}), 1);
  await consume(deps, [delivery("first")]);
  const second = delivery("second");
  const begun = consume(deps, [second]).then(() => "begun");
  expect(await Promise.race([begun, new Promise((resolve) => setTimeout(resolve, 50, "waits"))])).toBe(
    "waits",
  );
  expect(second.acked).toBe(false);
});

it("work that may take minutes is waited for", async () => {
  let finish = (): void => {};
  const { deps } = consumer(() => new Promise((resolve) => (finish = resolve)));
  const long = delivery("t", "schedules.job");
  const consumed = consume(deps, [long]);
  await Promise.resolve();
  expect(long.acked).toBe(false);
  finish();
  await consumed;
  expect(long.acked).toBe(true);
});

it("what is no message of ours, or of a kind this release does not know, is acknowledged and left alone", async () => {
  const done: string[] = [];
  const { deps, behind } = consumer((tenant) => Promise.resolve(void done.push(tenant)));
  const strange = { ...delivery("t"), body: "hello" };
  const unknown = { ...delivery("t"), body: { tenantId: "t", kind: "from.tomorrow", key: "1" } };
  await consume(deps, [strange, unknown]);
  await Promise.all(behind);
  expect([strange.acked, unknown.acked]).toEqual([true, true]);
  expect(done).toEqual([]);
});

it("a batch is worked on team by team, each number once however often it wrote", async () => {
  const { deps, behind, tasks } = consumer(() => Promise.resolve());
  const batch = [
    delivery("a", "inbox.sweep", "1"),
    delivery("b", "inbox.sweep", "1"),
    delivery("a", "inbox.sweep", "2"),
    delivery("a", "inbox.sweep", "1"),
  ];
  await consume(deps, batch);
  await Promise.all(behind);
  expect(tasks).toEqual([
    { tenantId: "a", keys: ["1", "2"], untilMs: expect.any(Number) as number },
    { tenantId: "b", keys: ["1"], untilMs: expect.any(Number) as number },
  ]);
  expect(batch.every(({ acked }) => acked)).toBe(true);
});

it("NEIGHBOUR: teams whose providers hang for ever in every kind of work delay no reminder of another team", async () => {
  // One consumer a queue, as in local development: the hardest case.
  const done: string[] = [];
  const slots = new Map(
    ["urgent", "inbox", "jobs", "long"].map((queue) => [queue, new ConnectionSlots(8, () => Date.now())]),
  );
  const callProviders = Object.entries<WorkKind>(WORK_KINDS).filter(([name]) => !OWN_WAY.has(name));
  const reminder = "schedules.remind";
  const works = Object.fromEntries(
    Object.keys(WORK_KINDS).map((name) => [
      name,
      ({ tenantId }: Task) =>
        tenantId === "fine"
          ? Promise.resolve(void done.push(name)).then(() => "done")
          : new Promise(() => {}),
    ]),
  );
  const { deps } = consumer(() => Promise.resolve());
  const takes = async (queue: string, deliveries: readonly Delivery[]): Promise<void> => {
    const places = slots.get(queue);
    for (const one of deliveries)
      await consume(
        {
          ...deps,
          works,
          inPlace: (run: () => Promise<void>) => places?.run(60_000, run),
        } as unknown as ConsumeDeps,
        [one],
      );
  };
  for (const queue of slots.keys()) {
    const hanging = callProviders
      .filter(([, kind]) => kind.queue === queue)
      .flatMap(([name]) => ["a", "b", "c"].map((tenant) => delivery(tenant, name, "1")));
    const own = WORK_KINDS[reminder].queue === queue ? [delivery("fine", reminder, "1")] : [];
    void takes(queue, [...hanging, ...own]);
  }
  await expect.poll(() => done).toContain(reminder);
});
