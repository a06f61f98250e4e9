import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costMicroUsd, worstCaseMicroUsd, type TokenUsage } from "../../../../src/agent/usage/prices.ts";

const none: TokenUsage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
const million = 1_000_000;

describe("prices", () => {
  it.each([
    ["claude-sonnet-5-5", { inputTokens: million }, 2_000_000],
    ["claude-sonnet-5-5", { outputTokens: million }, 10_000_000],
    ["claude-sonnet-5-5", { cacheWriteTokens: million }, 2_500_000],
    ["claude-sonnet-5-5", { cacheWriteTokens: million, cacheWrite1hTokens: million }, 4_000_000],
    ["claude-sonnet-5-5", { cacheReadTokens: million }, 100_000],
    ["claude-opus-5-5", { inputTokens: million, outputTokens: million }, 24_000_000],
    ["claude-haiku-4-5-20251001", { inputTokens: million }, 1_000_000],
    ["claude-haiku-5-5", { inputTokens: 100_000 }, 10_000],
    ["claude-haiku-5-5", { inputTokens: 100_001 }, 50_001],
    ["claude-haiku-5-5", { inputTokens: 1, cacheReadTokens: 100_000, outputTokens: 1000 }, 7_501],
  ])("%s with %j costs %i micro-dollars", (model, usage, expected) => {
    expect(costMicroUsd(model, { ...none, ...usage })).toEqual({ microUsd: expected, known: true });
  });

  it("rounds a fraction of a micro-dollar up", () => {
    expect(costMicroUsd("claude-haiku-5-5", { ...none, cacheReadTokens: 1 }).microUsd).toBe(1);
  });

  it("costs an unknown model at the dearest and says so", () => {
    const unknown = costMicroUsd("claude-imaginary-9", {
      ...none,
      inputTokens: million,
      outputTokens: million,
    });
    expect(unknown).toEqual({ microUsd: 90_000_000, known: false });
    expect(costMicroUsd("__proto__", { ...none, inputTokens: 1 }).known).toBe(false);
  });

  it("counts what a provider left out or garbled as nothing, never as NaN", () => {
    expect(
      costMicroUsd("claude-sonnet-5-5", { ...none, inputTokens: Number.NaN, outputTokens: -5 }).microUsd,
    ).toBe(0);
  });

  it("never costs more than the worst case that was reserved", () => {
    const models = ["claude-sonnet-5-5", "claude-haiku-5-5", "claude-opus-5-5", "nobody-knows"];
    const tokens = fc.nat(400_000);
    fc.assert(
      fc.property(
        fc.constantFrom(...models),
        tokens,
        tokens,
        tokens,
        tokens,
        fc.nat(64_000),
        (model, a, b, c, d, out) => {
          const usage = {
            inputTokens: a,
            cacheReadTokens: b,
            cacheWriteTokens: c,
            cacheWrite1hTokens: d,
            outputTokens: out,
          };
          expect(costMicroUsd(model, usage).microUsd).toBeLessThanOrEqual(
            worstCaseMicroUsd(model, a + b + c, out),
          );
        },
      ),
    );
  });
});
