import type { BringsOutsideText, IsRead, SummarizeCall, TellsOfPeople } from "../ports.ts";
import type { ViewCall } from "../conversations/index.ts";
import { catalogue, findTool } from "./catalogue.ts";
import type { ToolBrings } from "./define-tool.ts";
import { findUsedTool } from "./discovery/use-tool.ts";
import { parseInput } from "./parse-input.ts";
import { splitSharedArguments } from "./draft-arguments.ts";
import { toolTitle } from "./powers.ts";

/** Maximum length of a model's text in descriptions. */
const WORDS_CHARS = 1_000;

/** Describes a call for people, even if its tool no longer exists. */
export const viewCall: ViewCall = (call) => {
  const { name, input: given } = findUsedTool(call);
  const tool = findTool(name)?.tool;
  if (tool === undefined) {
    const title = toolTitle(name);
    return { title, done: `Used ${title}`, summary: "An unknown tool" };
  }
  const { title, done } = tool;
  const input = parseInput(tool, splitSharedArguments(tool, given).input);
  if (!input.ok) return { title, done, summary: title };
  const look = tool.looksAt?.(input.value);
  const question = "asks" in tool ? tool.asks(input.value) : undefined;
  return {
    title,
    done,
    summary: tool.summarize(input.value),
    ...(look === undefined ? {} : { look: { ...look, asked: look.asked.slice(0, WORDS_CHARS) } }),
    ...(tool.shows === undefined ? {} : { shows: tool.shows }),
    ...(question === undefined
      ? {}
      : { asks: { question: question.question, options: [...question.options] } }),
  };
};

/** Describes a call before it runs; the tool's title if the arguments are invalid. */
export const summarizeCall: SummarizeCall = (call) => viewCall(call).summary;

/** Whether a tool only reads, so that its calls may run in parallel. */
export const isRead: IsRead = (name) => findTool(name)?.tool.effect === "read";

/** Names of the tools that return this kind of content. */
export function toolsBringing(what: ToolBrings): string[] {
  return catalogue().flatMap(({ name, brings }) => (brings === what ? [name] : []));
}

/** Whether a tool may return outside text. True for all look-ups, unless their results declare it themselves. */
export const bringsOutsideText: BringsOutsideText = (name) => {
  const tool = findTool(name)?.tool;
  if (tool === undefined || "asks" in tool || tool.tellsOutside === true) return false;
  return tool.effect === "read" || tool.egress !== "none";
};

/** Whether a call may return data about people; true for unknown tools, and for calls through another tool. */
export const tellsOfPeople: TellsOfPeople = (name) => {
  const tool = findTool(name)?.tool;
  if (tool === undefined) return true;
  if (tool.effect === "read") return tool.brings !== "team";
  return tool.effect === "internal" && tool.egress !== "none";
};
