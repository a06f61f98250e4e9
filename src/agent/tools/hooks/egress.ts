/**
 * What look-ups carry out has a budget. Words that leave with a read are counted by run and destination; beyond the budget nothing more leaves. To a service
 * that isn't the team's own record keeper (a tool server, the web) nothing leaves unasked once words of others were read, but a person's own words.
 * Counted in the run's journal, so that a run that died counts on. The trace of each call says how much left.
 */
import type { ToolCall, TurnScope } from "../../ports.ts";
import { findTool } from "../catalogue.ts";
import { askerOf } from "../call.ts";
import { denied } from "../answer.ts";
import { findUsedTool } from "../discovery/use-tool.ts";
import { isWholeOwnWords } from "../../schedules/tools/own-words.ts";
import type { BeforeHook } from "./types.ts";

/** Bytes (UTF-8) a run may send to one destination by reads. */
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
    const sizeBytes = bytesIn(call);
    if (sizeBytes === 0) return { decision: "no words leave", rule: null };
    const instead = FOREIGN[destination.toolset];
    if (instead !== undefined && hasReadOthers(scope) && !isOwn(call, scope))
      return { decision: "deny", rule: OTHERS_RULE, stop: denied(OTHERS_RULE, instead) };
    const sent = (scope.callsBefore?.(call.id) ?? [])
      .map(findUsedTool)
      .filter((one) => isSent(one.name) && destinationOf(one).name === destination.name)
      .reduce((sum, one) => sum + bytesIn(one), 0);
    if (sent + sizeBytes <= SENT_A_RUN)
      return {
        decision: `${sizeBytes} bytes to ${destination.name}, ${sent + sizeBytes} of ${SENT_A_RUN} in this run`,
        rule: null,
        sent: { to: destination.name, sizeBytes },
      };
    const why = `This run has sent ${sent} bytes to ${destination.name}, and ${sizeBytes} more would be over the ${SENT_A_RUN} it may. Answer from what you have, or ask shorter.`;
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

/** Whether all that would leave is a person's own: whole sentences of their newest messages, in fields that a schema names. */
function isOwn(call: ToolCall, scope: TurnScope): boolean {
  const asker = { ...askerOf(scope), outside: true, outsideWords: true };
  return argumentsOf(call).every(
    (fields) =>
      namesBelow(fields).length === 0 && valuesIn(fields).every((text) => isWholeOwnWords(asker, text)),
  );
}

/** The fields a call fills in: of a server's tool also its own, which `look_up_on_server` takes where the tool's schema names them. */
function argumentsOf({ name, input }: Pick<ToolCall, "name" | "input">): unknown[] {
  if (findTool(name)?.toolset.name !== "servers") return [input];
  const { tool: _, input: own, ...rest } = input;
  return [rest, own];
}

/** The size of all that a call says: texts, numbers, choices, and the names of fields that no schema of ours fixes. */
function bytesIn(call: Pick<ToolCall, "name" | "input">): number {
  const [ours, own] = argumentsOf(call);
  const said = [...valuesIn(ours), ...namesBelow(ours), ...valuesIn(own), ...namesIn(own)];
  return said.reduce((sum, text) => sum + encoder.encode(text).byteLength, 0);
}

const encoder = new TextEncoder();

/** Every value as text, also that there is none: an empty field tells something too. */
function valuesIn(value: unknown): string[] {
  if (value === undefined) return [];
  if (value === null || typeof value !== "object")
    return [typeof value === "string" ? value : JSON.stringify(value)];
  return Object.values(value).flatMap((one) => (isEmpty(one) ? ["{}"] : valuesIn(one)));
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function namesIn(value: unknown): string[] {
  if (value === null || typeof value !== "object") return [];
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...namesBelow(value)];
}

/** Names of fields below the first level. */
function namesBelow(value: unknown): string[] {
  return value === null || typeof value !== "object" ? [] : Object.values(value).flatMap(namesIn);
}
