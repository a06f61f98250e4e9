/** A second look at what was found: it reorders what is there and nothing else, and never costs an answer. */
import { describe, expect, it, vi } from "vitest";
import {
  reranked,
  RERANKED,
  workersAiReranker,
  type Reranker,
} from "../../../../src/knowledge/vectors/index.ts";

const passages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    text: `passage ${index}`,
    context: "Maria Lopez",
    score: 1 - index / 100,
  }));
const ids = (found: readonly { readonly id: string }[]): string[] => found.map(({ id }) => id);

describe("a reranker", () => {
  it("puts the best first and keeps equals in their order, each place with its score", async () => {
    const reranker: Reranker = {
      score: (_, texts) => Promise.resolve(texts.map((text) => (text.endsWith("2") ? 9 : 1))),
    };
    const found = await reranked(reranker, "who?", passages(4), () => expect.unreachable());
    expect(ids(found)).toEqual(["2", "0", "1", "3"]);
    expect(found.map(({ score }) => score)).toEqual(passages(4).map(({ score }) => score));
  });

  it("reads no more than fifty, and of each a bounded part below where it stands", async () => {
    const read: string[][] = [];
    const reranker: Reranker = {
      score: (_, texts) => (read.push([...texts]), Promise.resolve(texts.map((_text, index) => index))),
    };
    const many = passages(RERANKED + 5).map((one) => ({ ...one, text: one.text.padEnd(9_000, "x") }));
    const found = await reranked(reranker, "who?", many, () => expect.unreachable());
    expect(read[0]).toHaveLength(50);
    expect(read[0]?.[0]).toMatch(/^Maria Lopez\npassage 0/);
    expect(Math.max(...(read[0] ?? []).map((text) => text.length))).toBeLessThanOrEqual(1_600);
    expect(ids(found).slice(0, 2)).toEqual(["49", "48"]);
    expect(ids(found).slice(50)).toEqual(["50", "51", "52", "53", "54"]);
  });

  it.each([
    ["fails", (): Promise<number[]> => Promise.reject(new Error("down"))],
    ["leaves one out", (): Promise<number[]> => Promise.resolve([1])],
    ["gives no number", (): Promise<number[]> => Promise.resolve([1, Number.NaN, 2])],
  ])("that %s changes nothing, and it is told", async (_, score) => {
    const told = vi.fn<(error: unknown) => void>();
    expect(ids(await reranked({ score }, "who?", passages(3), told))).toEqual(["0", "1", "2"]);
    expect(told).toHaveBeenCalledOnce();
  });

  it("that takes too long is not waited for", async () => {
    vi.useFakeTimers();
    const told = vi.fn<(error: unknown) => void>();
    const answer = reranked({ score: () => new Promise(() => {}) }, "who?", passages(3), told);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ids(await answer)).toEqual(["0", "1", "2"]);
    expect(told).toHaveBeenCalledOnce();
  });
});

describe("Workers AI's reranker", () => {
  it("is sent what its schema takes, and its answer is put in the order of what was sent", async () => {
    const run = vi.fn(() =>
      Promise.resolve({
        response: [
          { id: 1, score: 0.8 },
          { id: 0, score: 0.2 },
        ],
      }),
    );
    expect(await workersAiReranker({ run }).score("who?", ["a", "b", "c"])).toEqual([0.2, 0.8, -0.8]);
    expect(run).toHaveBeenCalledWith("@cf/baai/bge-reranker-base", {
      query: "who?",
      contexts: [{ text: "a" }, { text: "b" }, { text: "c" }],
      top_k: 3,
    });
  });

  it.each([[{}], [{ response: [] }], [{ response: [{ id: "x" }] }], [null]])("refuses %j", async (answer) => {
    const run = (): Promise<unknown> => Promise.resolve(answer);
    await expect(workersAiReranker({ run }).score("who?", ["a"])).rejects.toMatchObject({
      outcome: "not_applied",
    });
  });
});
