/**
 * What look-ups carry out has a budget. Words that leave with a read are counted by run and destination; beyond the budget nothing more leaves. To a service
 * that isn't the team's own record keeper (a tool server, the web) nothing leaves unasked once words of others were read, but a person's own words.
 * Counted in the run's journal, so that a run that died counts on. The trace of each call says how much left.
 */
import type { TurnScope } from "../../agents/ports.ts";
import { findTool } from "../catalogue.ts";
import { askerOf } from "../call.ts";
import { denied } from "../answer.ts";
import { findUsedTool } from "../discovery/use-tool.ts";
import { isWholeOwnWords } from "../schedules/own-words.ts";
import type { BeforeHook } from "./types.ts";

/** Characters a run may send to one destination by reads. */
export const SENT_A_RUN = 2_000;
/** Rules by which such a call is refused. Persisted. */
const BUDGET_RULE = "egress.budget";
const OTHERS_RULE = "egress.read_of_others";

/** Toolsets whose reads go to somebody who doesn't hold the team's records anyway, and what a person can do instead. */
const FOREIGN: Readonly<Record<string, string>> = {
  servers:
    "Words of others were read here, so what goes to a tool server waits for a person: make the same call with use_server_tool.",
  web: "Words of others were read here, so only a person's own words go to the web: ask them with ask_user to write the question, and pass it on word for word.",
};

/** Measures and bounds. */
export const egress: BeforeHook = {
  name: "egress",
  async before({ call, tool, scope }) {
    if (tool === null || tool.effect !== "read" || tool.egress === "none")
      return { decision: "nothing leaves", rule: null };
    const destination = destinationOf(call);
    const sends = charsIn(call.input);
    if (sends === 0) return { decision: "no words leave", rule: null };
    const instead = FOREIGN[destination.toolset];
    if (instead !== undefined && hasReadOthers(scope) && !isOwn(call.input, scope))
      return { decision: "deny", rule: OTHERS_RULE, stop: denied(OTHERS_RULE, instead) };
    const sent = (scope.callsBefore?.(call.id) ?? [])
      .map(findUsedTool)
      .filter((one) => isSent(one.name) && destinationOf(one).name === destination.name)
      .reduce((sum, one) => sum + charsIn(one.input), 0);
    if (sent + sends <= SENT_A_RUN)
      return {
        decision: `${sends} characters to ${destination.name}, ${sent + sends} of ${SENT_A_RUN} in this run`,
        rule: null,
      };
    const why = `This run has sent ${sent} characters to ${destination.name}, and ${sends} more would be over the ${SENT_A_RUN} it may. Answer from what you have, or ask shorter.`;
    return { decision: "deny", rule: BUDGET_RULE, stop: denied(BUDGET_RULE, why) };
  },
};

function isSent(name: string): boolean {
  const tool = findTool(name)?.tool;
  return tool?.effect === "read" && tool.egress !== "none";
}

/** Where a read goes: its toolset, and of tool servers which one. */
function destinationOf({ name, input }: { readonly name: string; readonly input: unknown }): {
  readonly toolset: string;
  readonly name: string;
} {
  const toolset = findTool(name)?.toolset.name ?? name;
  const asked = (input as { readonly tool?: unknown } | null)?.tool;
  const server = toolset === "servers" && typeof asked === "string" ? asked.split("__")[0] : undefined;
  return { toolset, name: server === undefined ? toolset : `${toolset} ${server}` };
}

/** Whether words of others may be at work: something that may tell of people was read (a missing mark counts as read), or no person of the team began the turn. */
function hasReadOthers({ readOfPeople, speaker }: TurnScope): boolean {
  return readOfPeople !== false || speaker.kind !== "user";
}

/** Whether every text that would leave is a person's own: whole sentences of their newest messages. */
function isOwn(input: unknown, scope: TurnScope): boolean {
  const { tool: _, ...words } = (input ?? {}) as Readonly<Record<string, unknown>>;
  const asker = { ...askerOf(scope), outside: true, outsideWords: true };
  return textsIn(words).every((text) => isWholeOwnWords(asker, text));
}

/** Characters of every text and number in it, names of fields too: a field's name carries words as well. */
function charsIn(input: unknown): number {
  const { tool: _, ...rest } = (input ?? {}) as Readonly<Record<string, unknown>>;
  return textsIn(rest).reduce((sum, text) => sum + text.length, 0);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(textsIn);
}
