import { describe, expect, it } from "vitest";
import { watch } from "../../../scripts/watch.ts";

const TIMEOUT = { everyMs: 0, timeoutMs: 100, looks: 3 };
const HOUR_MS = 3_600_000;

/** After which looks the app was started again: `+` is answered, `-` is not, in `z` the machine slept. */
async function watched(looks: string): Promise<number[]> {
  const ended = new AbortController();
  const restarts: number[] = [];
  let nowMs = 0;
  let look = 0;
  await watch(
    {
      answers: () => {
        const went = looks[look];
        look += 1;
        if (look >= looks.length) ended.abort();
        if (went === "z") nowMs += HOUR_MS;
        return Promise.resolve(went === "+");
      },
      onDead: () => {
        restarts.push(look);
        return Promise.resolve();
      },
    },
    TIMEOUT,
    ended.signal,
    () => nowMs,
  );
  return restarts;
}

describe("the watch over the app", () => {
  it.each([
    ["answers", "+++++++.", []],
    ["is slow now and then", "--+--+-+--.", []],
    ["is silent three times in a row", "+---+++.", [4]],
    ["stays silent after it was started again", "------.", [3, 6]],
    ["was asleep with the machine", "--z--+.", []],
    ["is dead after the machine slept", "-z---+.", [5]],
  ])("an app that %s", async (_, looks, restarts) => {
    expect(await watched(looks)).toEqual(restarts);
  });

  it("ends at once when it is told to, and hands on why the app could not be started", async () => {
    await watch(
      { answers: () => Promise.reject(new Error()), onDead: () => Promise.reject(new Error()) },
      TIMEOUT,
      AbortSignal.abort(),
    );
    const broken = watch(
      { answers: () => Promise.resolve(false), onDead: () => Promise.reject(new Error("port")) },
      TIMEOUT,
      new AbortController().signal,
    );
    await expect(broken).rejects.toThrow("port");
  });
});
