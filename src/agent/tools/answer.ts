/**
 * Builds what the model reads from a call: JSON without nulls, within the length limit, and with a note
 * about what was left out.
 */
import type { ToolAnswer } from "../ports.ts";
import { REPLACES } from "../../approvals/index.ts";
import { OUTSIDE_NOTE } from "../conversations/index.ts";
import type { Json } from "../../kernel/hash.ts";
import { LIMITS } from "../../kernel/limits.ts";
import { isPassage, passagesIn } from "../runs/index.ts";
import type { Approval } from "../../approvals/api/approval.ts";
import type { AnyTool, ToolResult } from "./define-tool.ts";
import { fitted } from "./fitted.ts";

/** An answer without hook records and duration. */
export type Outcome = Pick<
  ToolAnswer,
  "status" | "content" | "isError" | "approvals" | "question" | "references" | "passages" | "waitsUntil"
>;

/** Maximum length of the fields next to a list's items. */
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

/** Removes nulls at any depth. */
function lean(value: Json): Json {
  if (Array.isArray(value)) return value.map(lean);
  if (value === null || typeof value !== "object" || isPassage(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (one === null ? [] : [[key, lean(one)]])),
  );
}

type Found = Extract<ToolResult, { kind: "ok" | "list" }>;

/** A tool's result, shortened to the limit. Provider data is marked as data. */
export function found(tool: AnyTool, result: Found): Outcome {
  const outside = result.outside ?? tool.egress !== "none";
  const note: Record<string, Json> = outside ? { note: OUTSIDE_NOTE } : {};
  return outcome(
    "ok",
    result.kind === "ok" ? whole(lean(result.data), note) : listed(withHint(tool, result), note),
  );
}

/** An empty list gets a hint how to continue, unless its tool already explained it. */
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

/** The note about shortening; tools with pages add their own. */
function truncatedBy(left: readonly string[]): Readonly<Record<string, Json>> {
  return left.length === 0 ? {} : { truncated: `Too long for one answer. ${left.join("; ")}.` };
}

function isObject(value: Json): value is Readonly<Record<string, Json>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Items with the fields next to them; the total is included only if items were left out. */
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

/** The model receives the definitions of found tools instead of text. */
export function foundTools(names: readonly string[]): Outcome {
  return outcome("ok", { tools: [...names] }, { references: names });
}

/** Asks the model to correct the arguments. */
export function retry(said: string, issues: readonly { path: string; message: string }[] = []): Outcome {
  const listedIssues = issues.map(({ path, message: text }) => ({ path, message: text }));
  const message = said.slice(0, LIMITS.toolResultChars);
  return outcome(
    "retry",
    { status: "retry", message, ...(listedIssues.length === 0 ? {} : { issues: listedIssues }) },
    { isError: true },
  );
}

/** Tells the model that it can't be done now. */
export function failed(message: string): Outcome {
  const shown = message.slice(0, LIMITS.toolResultChars);
  return outcome("failed", { status: "failed", message: shown }, { isError: true });
}

/** The call must wait until `untilIso`. Its run waits with it, and no model reads this. */
export function waits(untilIso: string): Outcome {
  const message = `The team's tool calls for this hour are used up. They can go on at ${untilIso}.`;
  return { ...failed(message), waitsUntil: untilIso };
}

export function denied(rule: string, message: string): Outcome {
  return outcome("denied", { status: "denied", rule, message }, { isError: true });
}

/** Shadow mode: the proposal is only noted. */
export function noted(rule: string, title: string): Outcome {
  return outcome("denied", {
    status: "noted",
    rule,
    title,
    message:
      "The team runs this in shadow mode: it was noted that you would have done this, and nothing was proposed or done.",
  });
}

/** Waits for a person, or for execution under a standing rule. The outcome arrives as a separate message. */
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

export function asked(question: NonNullable<Outcome["question"]>): Outcome {
  const { question: text } = question;
  return outcome(
    "asked",
    { status: "asked", question: text, message: "The answer comes as the next message." },
    { question },
  );
}
