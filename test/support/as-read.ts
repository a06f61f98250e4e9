import { holderOf } from "../../src/agent/runs/index.ts";
import { foundOutcome } from "../../src/agent/tools/answer.ts";
import type { AnyTool, ToolResult } from "../../src/agent/tools/define-tool.ts";

/** A tool's result as a model reads it that knows no search results: the words of passages alone. */
export async function asRead(result: ToolResult | Promise<ToolResult>): Promise<ToolResult> {
  return JSON.parse(JSON.stringify(await result)) as ToolResult;
}

/** What of a tool's answer can be cited: the words, by what opens them. */
export async function citable(
  tool: unknown,
  result: ToolResult | Promise<ToolResult>,
): Promise<Record<string, string[]>> {
  const shown = await result;
  if (shown.kind !== "ok" && shown.kind !== "list") throw new Error(JSON.stringify(shown));
  const { content, passages = [] } = foundOutcome(tool as AnyTool, shown);
  const answer: unknown = JSON.parse(content);
  const byLink = Map.groupBy(passages, ({ link }) => link);
  return Object.fromEntries(
    [...byLink].map(([link, of]) => [link, of.map((one) => holderOf(answer, one)?.words ?? "")]),
  );
}
