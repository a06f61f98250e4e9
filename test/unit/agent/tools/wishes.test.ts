/** FIND-TOOLS: `find_tools` brings the tool that is needed among its first three, for queries of readers who didn't know the tools. */
import { expect, it } from "vitest";
import { offeredTools } from "../../../../src/agent/tools/agent-tools.ts";
import { measureTools, TOOLS_LINE } from "../../../eval/tools/measure.ts";
import wishes from "../../../eval/tools/wishes.json" with { type: "json" };

it("brings the tool that is needed", () => {
  const { wishes: count, found, missed } = measureTools();
  expect(count).toBeGreaterThanOrEqual(150);
  expect(
    found,
    missed.map(({ query, got }) => `${query}: ${got.join(", ")}`).join("\n"),
  ).toBeGreaterThanOrEqual(TOOLS_LINE);
});

it("is measured on tools that exist", () => {
  const { core, deferred } = offeredTools("steward");
  const known = new Set([...core, ...deferred]);
  expect(wishes.flatMap(({ tools }) => tools.filter((name) => !known.has(name)))).toEqual([]);
});
