/** The bench with tiny numbers, once: that all parts run and that all figures are there, never how fast. `npm run bench` judges that. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Findings, Verdict } from "../bench/promises.ts";
import { GIVE_UP_MS, runCommand } from "../support/run-command.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "steward-commands-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a bench runs to its end", { timeout: GIVE_UP_MS + 10_000 }, () => {
  it("bench, in all its parts and with a figure for every promise", async () => {
    const file = join(folder, "bench.json");
    const output = await runCommand("bench", ["--tiny", "--out", file]);
    const { findings, verdicts } = JSON.parse(await readFile(file, "utf8")) as {
      findings: Findings;
      verdicts: Verdict[];
    };
    expect(verdicts.map(({ name }) => name)).toEqual([
      "flat",
      "first-text-p50",
      "first-text-p95",
      "whole-turn-added",
      "whole-turn",
      "whole-turn-peer-2",
      "whole-turn-peer-120",
      "bytes-up",
      "bytes-down",
      "fan-out",
      "hook-p95",
      "hook-bare",
      "hook-astray",
      "hook-last-run",
      "warm-start",
      "start-up",
      "prefix-turns",
      "prefix-tokens",
      "small-belt",
      "tool-call",
      "tool-hooks",
      "mcp-call",
      "session-storage",
      "follow-up",
      "files-search",
      "files-list",
      "files-prompt",
      "files-write",
      "click-answered",
      "click-shown",
      "growth-ratio",
      "growth-p50",
      "growth-list",
      "growth-minute",
      "growth-search",
    ]);
    // What could not be measured is null in JSON.
    expect(verdicts.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
    expect(findings.series.every(({ turns }) => turns.length > 0)).toBe(true);
    expect(findings.hookRate).toMatchObject({ samples: 12, refused: 0, astray: 0 });
    // Eight calls a turn, each with its hooks.
    expect(findings.turnCosts).toMatchObject({
      toolCall: { samples: 8 },
      hooks: { samples: 8 },
      followUps: { turns: 1 },
    });
    expect(findings.turnCosts.followUps.newTokens).toBeGreaterThan(0);
    expect(output).toContain("HOOK-RATE");
  });
});
