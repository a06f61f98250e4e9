import { describe, expect, it } from "vitest";
import {
  dayWords,
  monthWords,
  projection,
  roundUp,
  usageChart,
} from "../../../frontend/src/team/settings/usage-figures.ts";

/** A month of 30 days of which `spent` are past. */
function calendar(spent: readonly number[]) {
  let total = 0;
  return Array.from({ length: 30 }, (_, index) => {
    const costUsd = spent[index] ?? 0;
    total += costUsd;
    return {
      day: `2026-11-${String(index + 1).padStart(2, "0")}`,
      runs: costUsd > 0 ? 1 : 0,
      costUsd,
      totalUsd: index < spent.length ? total : null,
      evenUsd: 1,
    };
  });
}

const row = (day: string, agentTitle: string, costUsd: number) => ({
  day,
  agent: agentTitle.toLowerCase(),
  agentTitle,
  model: "m",
  runs: 1,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd,
});

const sentence = (spent: readonly number[], budgetUsd: number): string =>
  projection({ calendar: calendar(spent), spentUsd: spent.reduce((sum, one) => sum + one, 0), budgetUsd });

describe("where the month ends", () => {
  it("goes by the pace of the last seven days", () => {
    expect(sentence([...Array<number>(3).fill(9), ...Array<number>(7).fill(1)], 100)).toBe(
      "At the pace of the last 7 days, the month will end at about $54.00, 54% of the budget.",
    );
  });

  it("names the day on which the budget is spent", () => {
    expect(sentence(Array<number>(10).fill(5), 100)).toBe(
      "At the pace of the last 7 days, the budget will run out on November 20.",
    );
  });

  it("does not guess from too little, and counts from the first day that cost something", () => {
    expect(sentence([...Array<number>(18).fill(0), 2], 100)).toContain("Too early to forecast.");
    expect(sentence([...Array<number>(17).fill(0), 2, 2, 2], 100)).toContain("last 3 days");
  });

  it("says when it is spent, when nothing was, and when there is no budget", () => {
    expect(sentence([60, 60, 60], 100)).toContain("The budget is spent");
    expect(sentence([0, 0, 0], 100)).toBe("Nothing spent this month.");
    expect(sentence([1, 1, 1], 0)).toBe(
      "At the pace of the last 3 days, the month will end at about $30.00.",
    );
  });
});

describe("the chart", () => {
  it("stacks agents of a day on each other, the dearest of the month first", () => {
    const chart = usageChart({
      days: [row("2026-11-02", "small", 1), row("2026-11-02", "big", 3), row("2026-11-01", "small", 1)],
      calendar: calendar([1, 4]),
      budgetUsd: 30,
    });
    expect(chart.agents).toEqual(["big", "small"]);
    expect(chart.bars[1]?.pieces).toEqual([
      { agent: "big", costUsd: 3, fromUsd: 0 },
      { agent: "small", costUsd: 1, fromUsd: 3 },
    ]);
    expect(chart.bars[2]?.ahead).toBe(true);
    expect(chart).toMatchObject({ evenUsd: 1, lineFits: true, topUsd: 5 });
  });

  it("leaves a budget line that would flatten the bars out of the scale", () => {
    const chart = usageChart({
      days: [row("2026-11-01", "steward", 0.02)],
      calendar: calendar([0.02]),
      budgetUsd: 100,
    });
    expect(chart.lineFits).toBe(false);
    expect(chart.topUsd).toBeCloseTo(0.02);
  });

  it("rounds the scale up to one, two or five", () => {
    expect([0, 0.3, 1, 1.2, 30, 600].map(roundUp)).toEqual([1, 0.5, 1, 2, 50, 1000]);
  });

  it("says days and months that have no zone", () => {
    expect(dayWords("2026-11-09")).toBe("November 9");
    expect(monthWords("2026-11")).toBe("November 2026");
  });
});
