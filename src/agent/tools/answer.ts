/** What the model reads back from a call: JSON without nulls and envelopes, never longer than the limit, and open about what was left out. */
import type { ToolAnswer } from "../ports.ts";
import { REPLACES } from "../../approvals/index.ts";
import { OUTSIDE_NOTE } from "../conversations/index.ts";
import type { Json } from "../../kernel/hash.ts";
import { LIMITS } from "../../kernel/limits.ts";
import { isPassage, passagesIn } from "../runs/index.ts";
import type { Approval } from "../../approvals/api/approval.ts";
import type { AnyTool, ToolResult } from "./define-tool.ts";
import { fitted } from "./fitted.ts";

/** An answer before the hooks' log and its duration are added. */
export type Outcome = Pick<
  ToolAnswer,
  "status" | "content" | "isError" | "approvals" | "question" | "references" | "passages" | "waitsUntil"
>;

/** Of what stands beside a list's items. */
const BESIDE_CHARS = 1_000;

function outcome(status: Outcome["status"], content: Json, more: Partial<Outcome> = {}): Outcome {
  const passages = passagesIn(content);
  return {
    status,
    content: JSON.stringify(content),
    isError: false,
    approvals: [],
    question: null,
    ...(passages.length === 0 ? {} : { passages }),
    ...more,
  };
}

/** Without nulls, at any depth. */
function lean(value: Json): Json {
  if (Array.isArray(value)) return value.map(lean);
  if (value === null || typeof value !== "object" || isPassage(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (one === null ? [] : [[key, lean(one)]])),
  );
}

type Found = Extract<ToolResult, { kind: "ok" | "list" }>;

/** What a tool found, whole or made to fit the limit. Data that came from a provider is marked as data. */
export function found(tool: AnyTool, result: Found): Outcome {
  const outside = result.outside ?? tool.egress !== "none";
  const note: Record<string, Json> = outside ? { note: OUTSIDE_NOTE } : {};
  return outcome(
    "ok",
    result.kind === "ok" ? whole(lean(result.data), note) : listed(withHint(tool, result), note),
  );
}

/** A list that is empty says how to go on, unless its tool has said what that means already. */
function withHint(
  { whenEmpty }: AnyTool,
  result: Extract<ToolResult, { kind: "list" }>,
): Extract<ToolResult, { kind: "list" }> {
  if (whenEmpty === undefined || result.items.length > 0 || result.more === true) return result;
  return { ...result, beside: { hint: whenEmpty, ...result.beside } };
}

function whole(data: Json, note: Readonly<Record<string, Json>>): Json {
  const { value, left } = fitted(data, LIMITS.toolResultChars);
  const beside = { ...note, ...truncatedBy(left) };
  if (isObject(value)) return { ...beside, ...value };
  return Object.keys(beside).length === 0 ? value : { ...beside, data: value };
}

/** What is said where a tool's answer didn't fit: tools that can read on say themselves where. */
function truncatedBy(left: readonly string[]): Readonly<Record<string, Json>> {
  return left.length === 0 ? {} : { truncated: `Too long for one answer. ${left.join("; ")}.` };
}

function isObject(value: Json): value is Readonly<Record<string, Json>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Items with what stands beside them; how many there are is said only where some are left out. */
function listed(result: Extract<ToolResult, { kind: "list" }>, note: Readonly<Record<string, Json>>): Json {
  const all = result.items.map(lean);
  let items = all;
  const fits = (): boolean => JSON.stringify(items).length <= LIMITS.toolResultChars;
  while (items.length > 1 && !fits()) items = result.keep === "first" ? items.slice(0, -1) : items.slice(1);
  const total = result.total ?? all.length;
  const isCut = items.length < total || result.more === true;
  const missing = result.keep === "first" ? "more" : "older";
  const counts: Record<string, Json> = isCut
    ? {
        shown: items.length,
        ...(result.more === true ? {} : { total }),
        [missing]: true,
      }
    : {};
  const beside = lean({ ...result.beside }) as Record<string, Json>;
  const { value, left } = fitted({ ...counts, ...beside, items }, LIMITS.toolResultChars + BESIDE_CHARS);
  return { ...note, ...truncatedBy(left), ...(value as Record<string, Json>) };
}

/** Tools that were found: the model gets their definitions in place of words. */
export function foundTools(names: readonly string[]): Outcome {
  return outcome("ok", { tools: [...names] }, { references: names });
}

/** The arguments must be fixed. */
export function retry(said: string, issues: readonly { path: string; message: string }[] = []): Outcome {
  const listedIssues = issues.map(({ path, message: text }) => ({ path, message: text }));
  const message = said.slice(0, LIMITS.toolResultChars);
  return outcome(
    "retry",
    { status: "retry", message, ...(listedIssues.length === 0 ? {} : { issues: listedIssues }) },
    { isError: true },
  );
}

/** It cannot be done now. */
export function failed(message: string): Outcome {
  const shown = message.slice(0, LIMITS.toolResultChars);
  return outcome("failed", { status: "failed", message: shown }, { isError: true });
}

/** There is no room for the call before `untilIso`: its run waits with it, and no model reads this. */
export function waits(untilIso: string): Outcome {
  const message = `The team's tool calls for this hour are used up. They can go on at ${untilIso}.`;
  return { ...failed(message), waitsUntil: untilIso };
}

/** A rule forbids it. */
export function denied(rule: string, message: string): Outcome {
  return outcome("denied", { status: "denied", rule, message }, { isError: true });
}

/** Shadow mode: what would have been proposed is only noted. */
export function noted(rule: string, title: string): Outcome {
  return outcome("denied", {
    status: "noted",
    rule,
    title,
    message:
      "The team runs this in shadow mode: it was noted that you would have done this, and nothing was proposed or done.",
  });
}

/** Waits for a person, or for its execution where a standing rule approved it. The outcome comes as a message of its own. */
export function proposed(approval: Approval): Outcome {
  const waits = approval.status === "pending";
  const warnings = approval.lints
    .filter(({ level }) => level !== "info")
    .map(({ message, approvalId }) => (approvalId === undefined ? message : `${message} (${approvalId})`));
  const replaced = approval.lints.filter(({ code }) => code === REPLACES).map(({ message }) => message);
  return outcome(
    "awaiting_approval",
    {
      status: waits ? "awaiting_approval" : "in_progress",
      approvalId: approval.id,
      title: approval.title,
      to: approval.target,
      ...(approval.urgent ? { urgent: true } : {}),
      ...(warnings.length === 0 ? {} : { warnings }),
      ...(replaced.length === 0 ? {} : { replaced }),
      ...(waits
        ? {}
        : { message: "A standing rule approved this. It isn't done until its receipt comes as a message." }),
    },
    { approvals: [approval] },
  );
}

/** The person in the conversation is asked. */
export function asked(question: NonNullable<Outcome["question"]>): Outcome {
  const { question: text } = question;
  return outcome(
    "asked",
    { status: "asked", question: text, message: "The answer comes as the next message." },
    { question },
  );
}
