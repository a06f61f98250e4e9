/** How what was accepted is dispatched: in order within a key, side by side across keys, and told to a person where it cannot be. */
import { expect, it } from "vitest";
import { dispatchKeys, sweep, type Stream } from "../../../../src/messaging/inbox/index.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";

interface Row {
  readonly tenantId: string;
  readonly id: string;
  readonly key: string;
  readonly receivedMs: number;
  attempts: number;
}

/** A stream over rows in memory; `broken` ids cannot be dispatched. */
function streamOf(rows: Row[], broken: ReadonlySet<string> = new Set()) {
  const dispatched: string[] = [];
  const told: string[] = [];
  let nowMs = 0;
  let underWay = 0;
  let most = 0;
  const stream: Stream<Row> = {
    clock: { now: () => nowMs },
    logger: silentLogger,
    name: "test",
    waiting: (key, limit) =>
      Promise.resolve(rows.filter((row) => row.key === key && !dispatched.includes(row.id)).slice(0, limit)),
    overdueKeys(beforeMs, limit) {
      const overdue = rows.filter((row) => row.receivedMs <= beforeMs && !dispatched.includes(row.id));
      overdue.sort((one, other) => one.attempts - other.attempts);
      return Promise.resolve([...new Set(overdue.map(({ key }) => key))].slice(0, limit));
    },
    async dispatch(row) {
      underWay += 1;
      most = Math.max(most, underWay);
      await Promise.resolve();
      underWay -= 1;
      if (broken.has(row.id)) throw new Error("down");
      dispatched.push(row.id);
    },
    noteFailure(row) {
      row.attempts += 1;
      return Promise.resolve();
    },
    tellUnread(row) {
      told.push(row.id);
      return Promise.resolve();
    },
  };
  return {
    stream,
    dispatched,
    told,
    at: (ms: number) => (nowMs = ms),
    get most() {
      return most;
    },
  };
}

const row = (id: string, key: string, receivedMs = 0): Row => ({
  tenantId: "t",
  id,
  key,
  receivedMs,
  attempts: 0,
});

it("what came with one number goes in its order, one after the other", async () => {
  const world = streamOf([row("a1", "a"), row("a2", "a"), row("a3", "a"), row("b1", "b")]);
  expect(await dispatchKeys(world.stream, ["a"], Infinity)).toBe("done");
  expect(world.dispatched).toEqual(["a1", "a2", "a3"]);
  expect(world.most).toBe(1);
});

it("what waits with one number goes together, and one by one where that breaks or has broken", async () => {
  const rows = [row("a1", "a"), row("a2", "a"), row("b1", "b")];
  const world = streamOf(rows, new Set(["a2"]));
  const together: string[][] = [];
  const stream: Stream<Row> = {
    ...world.stream,
    async dispatchTogether(some) {
      together.push(some.map(({ id }) => id));
      for (const one of some) await world.stream.dispatch(one);
    },
  };
  expect(await dispatchKeys(stream, ["a", "b"], Infinity)).toBe("done");
  expect(together, "one alone goes as it always does").toEqual([["a1", "a2"]]);
  expect(new Set(world.dispatched)).toEqual(new Set(["a1", "b1"]));
  rows.push(row("a3", "a"));
  await dispatchKeys(stream, ["a"], Infinity);
  expect(together, "what has failed goes alone").toHaveLength(1);
  expect(rows.map(({ attempts }) => attempts)).toEqual([0, 2, 0, 0]);
});

it("what cannot be dispatched holds up what came behind it on its own number alone", async () => {
  const world = streamOf([row("a1", "a"), row("a2", "a"), row("b1", "b")], new Set(["a1"]));
  world.at(10_000);
  await sweep(world.stream, Infinity);
  expect(world.dispatched).toEqual(["b1"]);
  await sweep(world.stream, Infinity);
  await sweep(world.stream, Infinity);
  expect(world.dispatched, "after three tries order is given up for reading").toEqual(["b1", "a2"]);
});

it("a person is told of what has waited too long, also of what waits behind it, and of nothing fresh", async () => {
  const world = streamOf([row("a1", "a"), row("a2", "a", 20_000)], new Set(["a1"]));
  world.at(11_000);
  await dispatchKeys(world.stream, ["a"], Infinity);
  expect(world.told).toEqual([]);
  world.at(25_000);
  await dispatchKeys(world.stream, ["a"], Infinity);
  expect(world.told).toEqual(["a1"]);
  world.at(33_000);
  await dispatchKeys(world.stream, ["a"], Infinity);
  expect(world.told).toEqual(["a1", "a1"]);
});

it("young things are left to the message that was sent for them", async () => {
  const world = streamOf([row("a1", "a", 5_000)]);
  world.at(12_000);
  expect(await sweep(world.stream, Infinity)).toBe("done");
  expect(world.dispatched).toEqual([]);
});

it("a sweep that runs out of time leaves the rest to the next one", async () => {
  const rows = Array.from({ length: 10 }, (_, index) => row(`r${index}`, `k${index}`));
  const world = streamOf(rows);
  world.at(10_000);
  const slow: Stream<Row> = {
    ...world.stream,
    async dispatch(one) {
      world.at(world.stream.clock.now() + 1_000);
      await world.stream.dispatch(one);
    },
  };
  expect(await sweep(slow, 13_000)).toBe("more");
  expect(world.dispatched.length).toBeLessThan(10);
  while ((await sweep(slow, Infinity)) === "more");
  expect(world.dispatched.toSorted()).toEqual(rows.map(({ id }) => id));
});

it("a sweep in which everything fails does not spin", async () => {
  const rows = Array.from({ length: 150 }, (_, index) => row(`r${index}`, `k${index}`));
  const world = streamOf(rows, new Set(rows.map(({ id }) => id)));
  world.at(10_000);
  expect(await sweep(world.stream, Infinity)).toBe("done");
  expect(rows.filter(({ attempts }) => attempts > 0)).toHaveLength(100);
});
