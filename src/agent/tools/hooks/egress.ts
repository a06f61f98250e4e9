/**
 * Limits how much text look-ups send out. Bytes sent by reads are counted per run and destination, and
 * calls beyond the limit are refused. A destination that doesn't hold the team's records (a tool server,
 * the web) receives only a person's own words once other people's data was read: whole sentences, and in the
 * first few calls of a run parts of them. Counted in the run's journal, so that a resumed run continues the count. The trace shows what each call sent.
 */
import type { ToolCall, TurnScope } from "../../ports.ts";
import { findTool } from "../catalogue.ts";
import { askerOf } from "../call.ts";
import { denied } from "../answer.ts";
import { findUsedTool } from "../discovery/use-tool.ts";
import { isWholeOwnWords, QUOTED_MESSAGES, telling } from "../../schedules/tools/own-words.ts";
import type { BeforeHook } from "./types.ts";

/** Maximum bytes (UTF-8) that a run's reads may send to one destination. */
export const SENT_A_RUN = 2_000;
/** The rules by which calls are refused. Persisted. */
const BUDGET_RULE = "egress.budget";
const OTHERS_RULE = "egress.read_of_others";

/** Maximum calls of a run that send parts of a person's sentences: which parts a model chooses could say something, too. */
const PARTS_A_RUN = 4;

/** Toolsets whose destination doesn't hold the team's records, with what a person can do instead. */
const FOREIGN: Readonly<Record<string, string>> = {
  servers:
    "Words of others were read here, so what goes to a tool server waits for a person: make the same call with use_server_tool.",
  web: "Words of others were read here, so only a person's own words go to the web: ask them with ask_user to write the question, and pass it on word for word.",
};

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
    const sent = callsBefore(call, scope)
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

function callsBefore(call: ToolCall, scope: TurnScope): ToolCall[] {
  return (scope.callsBefore?.(call.id) ?? []).map(findUsedTool);
}

function isSent(name: string): boolean {
  const tool = findTool(name)?.tool;
  return tool?.effect === "read" && tool.egress !== "none";
}

/** A read's destination: its toolset, and for tool servers which one. */
function destinationOf({ name, input }: { readonly name: string; readonly input: unknown }): {
  readonly toolset: string;
  readonly name: string;
} {
  const toolset = findTool(name)?.toolset.name ?? name;
  const asked = (input as { readonly tool?: unknown } | null)?.tool;
  const server = toolset === "servers" && typeof asked === "string" ? asked.split("__")[0] : undefined;
  return { toolset, name: server === undefined ? toolset : `${toolset} ${server}` };
}

/**
 * Whether other people's words may be involved: data about people was read (a missing flag counts as read),
 * or no member started the turn.
 */
function hasReadOthers({ readOfPeople, speaker }: TurnScope): boolean {
  return readOfPeople !== false || speaker.kind !== "user";
}

/**
 * Whether everything to be sent is a person's own, in fields named by a schema: whole sentences of their newest
 * messages, or in the first calls of a run parts of them, as they stand.
 */
function isOwn(call: ToolCall, scope: TurnScope): boolean {
  const asker = { ...askerOf(scope), outside: true, outsideWords: true };
  const said = asker.said.slice(-QUOTED_MESSAGES);
  const sentBefore = callsBefore(call, scope).filter(({ name }) => isSent(name) && isForeign(name));
  const mayBePart = asker.speaker.kind === "user" && sentBefore.length < PARTS_A_RUN;
  return argumentsOf(call).every(
    (fields) =>
      namesBelow(fields).length === 0 &&
      valuesIn(fields).every(
        (text) =>
          isWholeOwnWords(asker, text) || (mayBePart && said.some((message) => isPartOf(text, message))),
      ),
  );
}

function isForeign(name: string): boolean {
  return (findTool(name)?.toolset.name ?? "") in FOREIGN;
}

const WORD = /[\p{L}\p{N}]/u;

/** Whether a message contains the text verbatim, on word boundaries, and at least one of its words is meaningful. */
function isPartOf(text: string, message: string): boolean {
  if (telling(text).length === 0) return false;
  for (let at = message.indexOf(text); at >= 0; at = message.indexOf(text, at + 1)) {
    const around = message.slice(Math.max(0, at - 1), at) + message.slice(at + text.length).slice(0, 1);
    if (!WORD.test(around)) return true;
  }
  return false;
}

/** A call's fields; for a server's tool those in `look_up_on_server` that its schema names. */
function argumentsOf({ name, input }: Pick<ToolCall, "name" | "input">): unknown[] {
  if (findTool(name)?.toolset.name !== "servers") return [input];
  const { tool: _, input: own, ...rest } = input;
  return [rest, own];
}

/** The size of everything a call sends: texts, numbers, choices, and field names that no schema of ours fixes. */
function bytesIn(call: Pick<ToolCall, "name" | "input">): number {
  const [ours, own] = argumentsOf(call);
  const said = [...valuesIn(ours), ...namesBelow(ours), ...valuesIn(own), ...namesIn(own)];
  return said.reduce((sum, text) => sum + encoder.encode(text).byteLength, 0);
}

const encoder = new TextEncoder();

/** Every value as text, including missing ones: an empty field also carries information. */
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

/** Field names below the first level. */
function namesBelow(value: unknown): string[] {
  return value === null || typeof value !== "object" ? [] : Object.values(value).flatMap(namesIn);
}
