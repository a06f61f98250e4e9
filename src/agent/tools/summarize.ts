import type { BringsOutsideText, IsRead, SummarizeCall, TellsOfPeople } from "../ports.ts";
import type { ViewCall } from "../conversations/index.ts";
import { catalogue, findTool } from "./catalogue.ts";
import type { ToolBrings } from "./define-tool.ts";
import { findUsedTool } from "./discovery/use-tool.ts";
import { parseInput } from "./parse-input.ts";
import { splitDraftArguments } from "./draft-arguments.ts";
import { toolTitle } from "./powers.ts";

/** Most characters of what the model wrote that pages are handed as words. */
const WORDS_CHARS = 1_000;

/** A call in words for people, by what its tool says of itself; also of a call from long ago, whose tool may be gone. */
export const viewCall: ViewCall = (call) => {
  const { name, input: given } = findUsedTool(call);
  const tool = findTool(name)?.tool;
  if (tool === undefined) {
    const title = toolTitle(name);
    return { title, done: `Used ${title}`, summary: "An unknown tool" };
  }
  const { title, done } = tool;
  const input = parseInput(tool, splitDraftArguments(tool, given).input);
  if (!input.ok) return { title, done, summary: title };
  const look = tool.looksAt?.(input.value);
  const question = "asks" in tool ? tool.asks(input.value) : undefined;
  return {
    title,
    done,
    summary: tool.summarize(input.value),
    ...(look === undefined ? {} : { look: { ...look, asked: look.asked.slice(0, WORDS_CHARS) } }),
    ...(question === undefined
      ? {}
      : { asks: { question: question.question, options: [...question.options] } }),
  };
};

/** A line for people about a call before it runs; the tool's title where the arguments make no sense. */
export const summarizeCall: SummarizeCall = (call) => viewCall(call).summary;

/** Whether a call only reads, so that it may run beside others. */
export const isRead: IsRead = (name) => findTool(name)?.tool.effect === "read";

/** Names of the tools that bring this. */
export function toolsBringing(what: ToolBrings): string[] {
  return catalogue().flatMap(({ name, brings }) => (brings === what ? [name] : []));
}

/** Whether a call brings text into the conversation that no one of the team wrote: all that is looked up may hold some, unless results say themselves. */
export const bringsOutsideText: BringsOutsideText = (name) => {
  const tool = findTool(name)?.tool;
  if (tool === undefined || "asks" in tool || tool.tellsOutside === true) return false;
  return tool.effect === "read" || tool.egress !== "none";
};

/** Whether a call may tell of people; one of a tool that is gone, or made through another, may have. */
export const tellsOfPeople: TellsOfPeople = (name) => {
  const tool = findTool(name)?.tool;
  if (tool === undefined) return true;
  if (tool.effect === "read") return tool.brings !== "team";
  return tool.effect === "internal" && tool.egress !== "none";
};
