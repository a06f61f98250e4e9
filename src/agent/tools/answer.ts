/**
 * Builds what the model reads from a call: JSON without nulls, within the length limit, and with a note
 * about what was left out.
 */
import * as z from "zod";
import type { Digest, ToolAnswer } from "../ports.ts";
import { REPLACES } from "../../approvals/index.ts";
import { OUTSIDE_NOTE } from "../conversations/index.ts";
import type { Json } from "../../kernel/hash.ts";
import { LIMITS } from "../../kernel/limits.ts";
import { isPassage, passagesIn, SUMMARIZED, TRUNCATED } from "../runs/index.ts";
import type { Approval } from "../../approvals/api/approval.ts";
import type { AnyTool, ToolResult } from "./define-tool.ts";
import { fitted } from "./fitted.ts";
import { piecesOf } from "./pieces.ts";

/** An answer without hook records and duration. */
export type Outcome = Pick<
  ToolAnswer,
  | "status"
  | "content"
  | "isError"
  | "approvals"
  | "question"
  | "references"
  | "passages"
  | "images"
  | "waitsUntil"
> & {
  /** What a digest was made from. */
  readonly source?: string;
  /** The number of rows that a list returned. */
  readonly rows?: number;
};

/** Room kept for a digest; the rest holds items in full. */
const DIGEST_CHARS = LIMITS.toolResultChars / 2;
/** Room for the fields next to a list's items. More is taken from the items, up to a half. */
const BESIDE_CHARS = 1_000;
/** Fields by which tools take a model to their next page. */
const PAGE_FIELDS = ["next", "nextPage", "cursor", "olderThan"];

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
type List = Extract<ToolResult, { kind: "list" }>;
type Fields = Readonly<Record<string, Json>>;

/** A result within a length, what precedes its fields, and whether it was cut. */
type Fit = (chars: number, before: Fields) => { readonly content: Json; readonly isCut: boolean };

/** A tool's result. One that is too long is cut. Provider data is marked as data. */
export function foundOutcome(tool: AnyTool, result: Found, skip = 0): Outcome {
  const { note, rows, fit } = fitting(tool, result, skip);
  const verbatim = fit(LIMITS.toolResultChars, note);
  const images = result.kind === "ok" && result.images !== undefined ? { images: result.images } : {};
  if (!verbatim.isCut) return outcome("ok", verbatim.content, { ...rows, ...images });
  return outcome("ok", fit(LIMITS.toolResultChars, { ...note, format: TRUNCATED }).content, rows);
}

/**
 * The same, but items that don't fit are digested, if a digest is available. Each item appears in full or in the digest,
 * never in both, and the counts say how many are in neither.
 */
export async function digested(
  tool: AnyTool,
  result: Found,
  skip: number,
  digest: (items: readonly Json[]) => ReturnType<Digest>,
): Promise<Outcome> {
  const { note, rows, fit, items, data } = fitting(tool, result, skip);
  if (!fit(LIMITS.toolResultChars, note).isCut) return foundOutcome(tool, result, skip);
  const all = items.length > 1 ? items : piecesOf(items[0] ?? data);
  const apart = notIn(fit(LIMITS.toolResultChars - DIGEST_CHARS, note).content, all);
  const made = apart.length === 0 ? null : await digest(apart);
  if (made === null) return foundOutcome(tool, result, skip);
  const first = result.kind === "list" && result.keep === "first" && items.length > 1 ? skip : 0;
  const numbered = made.map((line) => ({ ...line, of: apart[line.item - 1] ?? null }));
  const left = LIMITS.toolResultChars - JSON.stringify(made).length;
  const missing = notIn(fit(left, note).content, all);
  // A short digest leaves room for more items, which then need no line.
  const lines = numbered
    .filter(({ of }) => missing.includes(of))
    .map(({ of, ...line }) => ({ ...line, item: first + all.indexOf(of) + 1 }));
  if (lines.length === 0) return foundOutcome(tool, result, skip);
  const { content } = fit(left, {
    ...note,
    format: SUMMARIZED,
    digest: lines as unknown as Json,
    digestOf: coverage(missing.length, new Set(lines.map(({ item }) => item)).size),
  });
  return outcome("ok", content, { source: JSON.stringify(result.kind === "ok" ? data : items), ...rows });
}

/** Items or pieces that a result doesn't hold in full. */
function notIn(content: Json, all: readonly Json[]): Json[] {
  const held = JSON.stringify(content);
  return all.filter((one) => {
    const written = JSON.stringify(one);
    return !held.includes(typeof one === "string" ? written.slice(1, -1) : written);
  });
}

function coverage(missing: number, told: number): string {
  const rest = missing - told;
  const other = rest === 0 ? "" : `; read the other ${rest} too before you say that something isn't there`;
  return `${told} of the ${missing} that don't stand here in full${other}.`;
}

function fitting(tool: AnyTool, result: Found, skip: number) {
  const note: Fields = (result.outside ?? tool.egress !== "none") ? { note: OUTSIDE_NOTE } : {};
  const items = result.kind === "list" ? itemsAfter(result, skip) : [];
  const data = result.kind === "ok" ? lean(result.data) : null;
  const fit: Fit =
    result.kind === "ok"
      ? (chars, before) => fitWhole(data, chars, before)
      : (chars, before) => listed(tool, withHint(tool, result), { items, skip, chars, before });
  return { note, items, data, fit, rows: result.kind === "list" ? { rows: items.length } : {} };
}

/** An empty list gets a hint how to continue, unless its tool already explained it. */
function withHint({ whenEmpty }: AnyTool, result: List): List {
  if (whenEmpty === undefined || result.items.length > 0 || result.more === true) return result;
  return { ...result, beside: { hint: whenEmpty, ...result.beside } };
}

function fitWhole(data: Json, chars: number, before: Fields): ReturnType<Fit> {
  const { value, left } = fitted(data, chars);
  const beside = { ...before, ...truncatedBy(left) };
  const isOwn = isObject(value) && !("format" in value) && !("digest" in value);
  const content = isOwn
    ? { ...beside, ...value }
    : Object.keys(beside).length === 0
      ? value
      : { ...beside, data: value };
  return { content, isCut: left.length > 0 };
}

/** The note about shortening; tools with pages add their own. */
function truncatedBy(left: readonly string[]): Fields {
  return left.length === 0 ? {} : { truncated: `Too long for one answer. ${left.join("; ")}.` };
}

function isObject(value: Json): value is Fields {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function itemsAfter({ items, keep }: List, skip: number): Json[] {
  return (keep === "first" ? items.slice(skip) : items.slice(0, Math.max(0, items.length - skip))).map(lean);
}

/** Items with the fields next to them; the total is included only if items were left out. */
function listed(
  tool: AnyTool,
  result: List,
  {
    items: all,
    skip,
    chars,
    before,
  }: {
    readonly items: readonly Json[];
    readonly skip: number;
    readonly chars: number;
    readonly before: Fields;
  },
): ReturnType<Fit> {
  const given = lean(skip === 0 ? (result.beside ?? {}) : againOf(result.beside)) as Fields;
  const { value: beside, left: cutBeside } = fitted(given, Math.max(BESIDE_CHARS, chars / 2));
  const room = Math.min(chars, chars + BESIDE_CHARS - JSON.stringify(beside).length);
  let items = all;
  while (items.length > 1 && JSON.stringify(items).length > room)
    items = result.keep === "first" ? items.slice(0, -1) : items.slice(1);
  const total = result.total ?? result.items.length;
  const isMore = skip + items.length < total || result.more === true;
  const missing = result.keep === "first" ? "more" : "older";
  const counts: Fields = isMore
    ? { shown: items.length, ...(result.more === true ? {} : { total }), [missing]: true }
    : {};
  const isCut = items.length < all.length;
  const isPaged = PAGE_FIELDS.some((field) => field in given);
  const rest = isCut ? restFrom(skip + items.length) : isMore && !isPaged ? restOf(tool, result) : {};
  const fields = isCut ? withoutPages(beside as Fields) : (beside as Fields);
  const { value, left } = fitted({ ...rest, ...counts, ...fields, items }, chars + BESIDE_CHARS);
  return {
    content: { ...before, ...truncatedBy([...cutBeside, ...left]), ...(value as Fields) },
    isCut: isCut || left.length > 0,
  };
}

/** What later items of a list are told again: lists beside them were shown with the first. */
function againOf(beside: Fields = {}): Fields {
  return Object.fromEntries(Object.entries(beside).filter(([, value]) => !Array.isArray(value)));
}

/** The next page comes after all items of this one. */
function withoutPages(beside: Fields): Fields {
  return Object.fromEntries(Object.entries(beside).filter(([field]) => !PAGE_FIELDS.includes(field)));
}

function restFrom(skip: number): Fields {
  return { rest: `Call again with the same arguments and skip: ${skip}.` };
}

/** The part of a number's schema that says how large it may be. */
interface Bounded {
  readonly maxValue?: number | null;
  unwrap?(): Bounded;
}

/** Where a tool returned as many items as it was asked for, and may be asked for more. */
function restOf({ input }: AnyTool, { items }: List): Fields {
  const limit = (input instanceof z.ZodObject ? input.shape["limit"] : undefined) as Bounded | undefined;
  const max = (limit?.unwrap?.() ?? limit)?.maxValue ?? 0;
  return max <= items.length
    ? {}
    : { rest: `Call again with the same arguments, limit: ${max} and skip: ${items.length}.` };
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

export function askedOutcome(question: NonNullable<Outcome["question"]>): Outcome {
  const { question: text } = question;
  return outcome(
    "asked",
    { status: "asked", question: text, message: "The answer comes as the next message." },
    { question },
  );
}
