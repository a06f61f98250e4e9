import { expect, it, vi } from "vitest";
import { ShortMemory } from "../../../src/kernel/short-memory.ts";

function memory(most = 10) {
  const time = { nowMs: 0 };
  const asks: PromiseWithResolvers<string | null>[] = [];
  const kept = new ShortMemory<string>({ keptMs: 1_000, most, now: () => time.nowMs });
  const ask = (): Promise<string | null> => {
    const asked = Promise.withResolvers<string | null>();
    asks.push(asked);
    return asked.promise;
  };
  return { time, asks, get: (key = "a", isFresh = false) => kept.get(key, ask, isFresh) };
}

it("those who ask while an ask is under way wait for its answer", async () => {
  const { asks, get } = memory();
  const all = [get(), get(), get()];
  await Promise.resolve();
  expect(asks).toHaveLength(1);
  asks[0]?.resolve("one");
  expect(await Promise.all(all)).toEqual(["one", "one", "one"]);
  expect(await get()).toBe("one");
  expect(asks).toHaveLength(1);
});

it("an answer is asked for again after its time, a null at once, and what is asked for afresh in any case", async () => {
  const { asks, get, time } = memory();
  const answer = async (value: string | null, isFresh = false) => {
    const asked = get("a", isFresh);
    await Promise.resolve();
    asks.at(-1)?.resolve(value);
    return asked;
  };
  expect(await answer(null)).toBeNull();
  expect(await answer("one")).toBe("one");
  expect(await answer("two", true)).toBe("two");
  expect(await get()).toBe("two");
  time.nowMs = 1_000;
  expect(await answer("three")).toBe("three");
  expect(asks).toHaveLength(4);
});

it("an ask afresh doesn’t take the answer of one that was under way before it", async () => {
  const { asks, get } = memory();
  const before = get();
  const fresh = get("a", true);
  await Promise.resolve();
  expect(asks).toHaveLength(2);
  asks[1]?.resolve("new");
  asks[0]?.resolve("old");
  expect(await Promise.all([before, fresh])).toEqual(["old", "new"]);
  expect(await get(), "what was overtaken is not remembered").toBe("new");
});

it("a failed ask fails those who waited for it, and is asked again", async () => {
  const { asks, get } = memory();
  const both = Promise.allSettled([get(), get()]);
  await Promise.resolve();
  asks[0]?.reject(new Error("down"));
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const again = get();
  await Promise.resolve();
  asks[1]?.resolve("one");
  expect(await again).toBe("one");
});

it("an ask whose request was canceled is waited for a second and then asked by the one who waits", async () => {
  vi.useFakeTimers();
  const { asks, get } = memory();
  void get();
  const waiting = get();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asks).toHaveLength(2);
  asks[1]?.resolve("one");
  expect(await waiting).toBe("one");
});

it("no more answers are remembered than it was made for", async () => {
  const { asks, get } = memory(2);
  for (const key of ["a", "b", "c", "a"]) {
    const asked = get(key);
    await Promise.resolve();
    asks.at(-1)?.resolve(key);
    await asked;
  }
  expect(asks).toHaveLength(4);
});
