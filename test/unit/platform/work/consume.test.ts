/** A queue's messages: acknowledged when their work has begun, so that what hangs holds up nothing behind it. */
import { expect, it, vi } from "vitest";
import { consume, type ConsumeDeps, type Delivery } from "../../../../src/platform/work/index.ts";
import { workKinds } from "../../../../src/platform/work/kinds.ts";
import type { Task } from "../../../../src/platform/work/types.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { placesOf } from "../../../../src/platform/queues.ts";
import { WorkPlaces } from "../../../../src/platform/work-places.ts";
import { turns } from "../../../support/event-loop.ts";

/** Kinds of which a team may have many messages at once: one for each text, e-mail or question. */
const BURSTS: ReadonlySet<string> = new Set(["inbox.sweep", "mail.sweep", "inbox.judge"]);
/** As long as others' work may be held up by teams whose providers hang: six places of a second, and the looks for a free one. */
const SECONDS = 6.1;

/** A consumer whose work is what a test says, keyed by tenant; keyed messages need no lease. */
function consumer(work: (tenantId: string) => Promise<void>, places = 4) {
  const behind: Promise<unknown>[] = [];
  const sent: unknown[] = [];
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
    works: { "inbox.sweep": one, "schedules.slot": one, "schedules.job": one },
    waitUntil: (promise: Promise<unknown>) => behind.push(promise),
    places: new WorkPlaces({ quick: places, most: 10 * places }, () => Date.now()),
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
  const happened: string[] = [];
  const first = Promise.withResolvers<void>();
  const { deps } = consumer((tenant) => {
    happened.push(`${tenant} begins`);
    return tenant === "first" ? first.promise : Promise.resolve();
  }, 1);
  await consume(deps, [delivery("first")]);
  const second = delivery("second");
  const consumed = consume(deps, [second]);
  await turns(5);
  expect(second.acked).toBe(false);
  happened.push("first ends");
  first.resolve();
  await consumed;
  expect(second.acked).toBe(true);
  await turns(1);
  expect(happened).toEqual(["first begins", "first ends", "second begins"]);
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

it("what hangs gives its place up and goes on; a team of whom much hangs is given no more of them", async () => {
  vi.useFakeTimers();
  const { deps, sent, tasks } = consumer(() => new Promise(() => {}), 1);
  const begins = async (one: Delivery): Promise<void> => {
    const consumed = consume(deps, [one]);
    await vi.advanceTimersByTimeAsync(2_000);
    await consumed;
  };
  for (let text = 0; text < 20; text++) await begins(delivery("hangs", "inbox.sweep", String(text)));
  const begun = tasks.length;
  expect(begun, "some are tried").toBeGreaterThan(1);
  expect(begun, "the rest waits for the clock, which finds it by its row").toBeLessThan(20);
  expect(sent).toEqual([]);
  await begins(delivery("other"));
  expect(tasks.at(-1)?.tenantId).toBe("other");
});

it("a slot of a schedule that finds no place goes back to the queue, since no row tells of it before its lease ends", async () => {
  vi.useFakeTimers();
  const { deps, sent, tasks } = consumer(() => new Promise(() => {}), 1);
  for (let slot = 0; slot < 20; slot++) {
    const consumed = consume(deps, [delivery("hangs", "schedules.slot", String(slot))]);
    await vi.advanceTimersByTimeAsync(2_000);
    await consumed;
  }
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.length + tasks.length).toBe(20);
  expect(sent.at(-1)).toEqual([
    "polls",
    [{ tenantId: "hangs", kind: "schedules.slot", key: "19" }],
    expect.any(Number),
  ]);
});

it("no more than the most go on at once, whoever they are of", async () => {
  vi.useFakeTimers();
  const { deps, tasks } = consumer(() => new Promise(() => {}), 1);
  for (let team = 0; team < 15; team++) void consume(deps, [delivery(`team_${team}`)]);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(tasks).toHaveLength(10);
});

it("NEIGHBOUR: three teams whose providers hang for ever in every kind of work delay no other team's by more than seconds", async () => {
  vi.useFakeTimers();
  const kinds = [...workKinds()].filter(([, { queue }]) => queue !== "long");
  const beganMs = new Map<string, number>();
  const start = Date.now();
  const works = Object.fromEntries(
    kinds.map(([name]) => [
      name,
      ({ tenantId }: Task) => {
        if (tenantId !== "fine") return new Promise(() => {});
        beganMs.set(name, Date.now() - start);
        return Promise.resolve("done");
      },
    ]),
  );
  const { deps } = consumer(() => Promise.resolve());
  // One consumer a queue that takes one batch at a time (sizes as in wrangler.toml), as in local development: the hardest case.
  const takes = async (queue: string, deliveries: readonly Delivery[]): Promise<void> => {
    const all = { ...deps, works, places: placesOf(queue) } as unknown as ConsumeDeps;
    const size = queue === "inbox" ? 10 : 1;
    for (let at = 0; at < deliveries.length; at += size) await consume(all, deliveries.slice(at, at + size));
  };
  for (const queue of new Set(kinds.map(([, kind]) => kind.queue))) {
    const own = kinds.filter(([, kind]) => kind.queue === queue).map(([name]) => name);
    const hanging = ["a", "b", "c"].flatMap((tenant) =>
      own.flatMap((name) =>
        Array.from({ length: BURSTS.has(name) ? 20 : 1 }, (_, key) => delivery(tenant, name, String(key))),
      ),
    );
    void takes(queue, [...hanging, ...own.map((name) => delivery("fine", name))]);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect([...beganMs.keys()].toSorted()).toEqual(kinds.map(([name]) => name).toSorted());
  const late = [...beganMs].filter(([, ms]) => ms > SECONDS * 1000);
  expect(late).toEqual([]);
});

/** What has its time, and what is asked of providers at intervals. */
const TIMED = ["projects.reminders", "schedules.lease", "schedules.remind", "threads.wake"];
const POLLS = [
  "mail.poll",
  "schedules.slot",
  "texts.calls",
  "texts.arrivals",
  "texts.backfill",
  "knowledge.sync",
  "contacts.sync",
];

it("SHARE: with work of two hundred teams always waiting and none of it ending, what has its time begins within seconds", async () => {
  vi.useFakeTimers();
  const kinds = [...workKinds()].filter(([, { queue }]) => queue !== "long");
  const scheduled = new Set([...TIMED, ...POLLS]);
  const start = Date.now();
  const beganMs = new Map<string, number>();
  let flood = 0;
  const works = Object.fromEntries(
    kinds.map(([name]) => [
      name,
      ({ tenantId }: Task) => {
        if (tenantId === "fine") beganMs.set(name, Date.now() - start);
        else flood += 1;
        return tenantId === "fine" ? Promise.resolve("done") : new Promise(() => {});
      },
    ]),
  );
  const { deps } = consumer(() => Promise.resolve());
  const takes = async (queue: string, deliveries: readonly Delivery[]): Promise<void> => {
    const all = { ...deps, works, places: placesOf(queue) } as unknown as ConsumeDeps;
    for (const one of deliveries) await consume(all, [one]);
  };
  const teams = Array.from({ length: 200 }, (_, team) => `team_${team}`);
  for (const queue of new Set(kinds.map(([, kind]) => kind.queue))) {
    const own = kinds.filter(([, kind]) => kind.queue === queue).map(([name]) => name);
    const ofTeams = (names: readonly string[]) =>
      names.flatMap((name) => teams.map((team) => delivery(team, name)));
    const ofFine = (names: readonly string[]) =>
      own.filter((name) => names.includes(name)).map((name) => delivery("fine", name));
    const others = ofTeams(own.filter((name) => !scheduled.has(name)));
    // Looks at mailboxes are many at once too, and keep no reminder waiting.
    const looks = ofTeams(own.filter((name) => name === "mail.poll"));
    void takes(queue, [
      ...others,
      ...looks.slice(0, 12),
      ...ofFine(POLLS),
      ...looks.slice(12),
      ...ofFine(TIMED),
    ]);
  }
  await vi.advanceTimersByTimeAsync(SECONDS * 1000);
  expect(flood).toBeGreaterThan(50);
  expect([...beganMs.keys()].toSorted()).toEqual([...scheduled].toSorted());
});
