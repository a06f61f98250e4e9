import type { BringsOutsideText, IsRead, SummarizeCall } from "../agents/ports.ts";
import { findTool } from "./catalogue.ts";
import { findUsedTool } from "./discovery/use-tool.ts";
import { parseInput } from "./parse-input.ts";

/** A line for people about a call before it runs; the tool's title where the arguments make no sense. */
export const summarizeCall: SummarizeCall = (call) => {
  const { name, input: given } = findUsedTool(call);
  const tool = findTool(name)?.tool;
  if (tool === undefined) return "An unknown tool";
  const input = parseInput(tool, given);
  return input.ok ? tool.summarize(input.value) : tool.title;
};

/** Whether a call only reads, so that it may run beside others. */
export const isRead: IsRead = (name) => findTool(name)?.tool.effect === "read";

/** Whether a call brings text into the conversation that nobody of the team wrote: all that is looked up may hold some, unless results say themselves. */
export const bringsOutsideText: BringsOutsideText = (name) => {
  const tool = findTool(name)?.tool;
  if (tool === undefined || "asks" in tool || tool.tellsOutside === true) return false;
  return tool.effect === "read" || tool.egress !== "none";
};
