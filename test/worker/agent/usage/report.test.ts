import { beforeEach, describe, expect, it } from "vitest";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { runs } from "../../../../src/agent/tables/conversations.ts";
import { usageReport } from "../../../../src/agent/usage/index.ts";
import { freshWorld, testEnv } from "../../../support/worker.ts";

const counters = {
  month: "2026-11",
  spentMicroUsd: 1_500_000,
  reservedMicroUsd: 250_000,
  budgetMicroUsd: 100_000_000,
  toolCallsLastHour: 3,
  toolCallsPerHour: 100,
};

function run(id: string, day: string, model: string) {
  const at = `${day}T10:00:00.000Z`;
  const tokens = {
    inputTokens: 10,
    outputTokens: 5,
    cacheReadTokens: 100,
    cacheWriteTokens: 20,
    costMicroUsd: 700,
  };
  const words = { agent: "assistant", model, trigger: "message", startedBy: "u-1", status: "done" };
  return {
    id,
    conversationId: "c",
    ...words,
    attempts: 1,
    modelCalls: 2,
    toolCalls: 1,
    ...tokens,
    startedAt: at,
    day,
  };
}

beforeEach(freshWorld);

describe("the usage report", () => {
  it("adds runs up by day, agent and model for this month and the one before, of this team alone", async () => {
    await dbFor(testEnv.DB, "tenant_alder").insert(runs, [
      run("a", "2026-11-20", "claude-sonnet-5-5"),
      run("b", "2026-11-20", "claude-sonnet-5-5"),
      run("c", "2026-11-20", "claude-haiku-5-5"),
      run("d", "2026-10-01", "claude-sonnet-5-5"),
      run("e", "2026-09-30", "claude-sonnet-5-5"),
    ]);
    await dbFor(testEnv.DB, "tenant_harbor").insert(runs, run("f", "2026-11-20", "claude-sonnet-5-5"));
    const report = await usageReport(dbFor(testEnv.DB, "tenant_alder"), counters, "2026-11-21");
    expect(report).toMatchObject({ month: "2026-11", spentUsd: 1.5, reservedUsd: 0.25, budgetUsd: 100 });
    expect(report.days.map(({ day, model, runs: count, costUsd }) => [day, model, count, costUsd])).toEqual([
      ["2026-11-20", "claude-haiku-5-5", 1, 0.0007],
      ["2026-11-20", "claude-sonnet-5-5", 2, 0.0014],
      ["2026-10-01", "claude-sonnet-5-5", 1, 0.0007],
    ]);
    expect(report.days[1]).toMatchObject({
      inputTokens: 20,
      outputTokens: 10,
      cacheReadTokens: 200,
      cacheWriteTokens: 40,
    });
  });
});
