/** Parses a request into a conversation: who said what, calls, results, and what started it. */
import { toolsNamedIn } from "../anthropic/deferred-tools.ts";
import type { Block, MessagesRequest } from "../anthropic/types.ts";

export type Row = Readonly<Record<string, unknown>>;

/** A call's result; `data` is the parsed JSON, if it is JSON. */
export interface Result {
  readonly text: string;
  readonly data: unknown;
  readonly isError: boolean;
}

/** A tool call of an earlier reply; `use_tool` is resolved to the tool it calls. */
export interface Call {
  readonly tool: string;
  readonly input: Row;
  readonly result: Result | null;
}

/** What started a run no colleague asked for. `skill` is the team's skill for leads. */
export interface Trigger {
  readonly kind: "texts" | "mail" | "schedule";
  /** The sender's number. */
  readonly number: string;
  readonly skill: string | null;
}

/** An event: a colleague or schedule spoke, outsiders wrote, a draft was decided, the operator replied. */
export type Event =
  | { readonly kind: "said" | "heard"; readonly text: string; readonly from: Trigger | null }
  | { readonly kind: "outcome"; readonly text: string; readonly id: string; readonly state: string }
  | { readonly kind: "replied"; readonly text: string; readonly calls: readonly Call[] };

/** The conversation as the operator reads it. Missing texts are empty. */
export interface Transcript {
  readonly events: readonly Event[];
  /** Full name of the speaking colleague, or null. */
  readonly speaker: string | null;
  readonly timeZone: string;
  /** The number of this conversation's contact. */
  readonly contactNumber: string;
  /** Whether the receipts of what was done are shown to people. */
  readonly showsReceipts: boolean;
  /** Whether pictures came with the newest message. */
  readonly hasPictures: boolean;
  /** MEMORY.md. */
  readonly memory: string;
  /** File names in `areas/`. */
  readonly areas: readonly string[];
  readonly company: string;
  /** Where the contact's statements may be noted. */
  readonly notePath: string;
}

const CONTEXT = /<context\b[^>]*>([\s\S]*?)<\/context>/g;
const OUTCOME = /^<approval_outcome\b([^>]*)>([\s\S]*?)<\/approval_outcome>$/;
const FROM_OUTSIDE = /^<message_from_outside\b[^>]*>\n?([\s\S]*?)\n?<\/message_from_outside>$/;
/** The values of a form, by field. */
const FORM = /^<form_answer>\n([\s\S]*)\n<\/form_answer>$/;
/** A schedule's text, without the product's note that it is late. */
const NOTICE = /^<notice>\n([\s\S]*?)(?:\n\(This was due on [^\n]*\))?\n<\/notice>$/;
const TEXTED = /^Trigger: .*?\btext.*? came in from (?:.+?, )?(\+\d+)/m;

export function readTranscript({ system, messages }: MessagesRequest): Transcript {
  const results = new Map(messages.flatMap(({ content }) => content.flatMap(readResult)));
  const contexts = messages.flatMap(({ role, content }) => (role === "user" ? contextsOf(content) : []));
  const context = contexts.at(-1) ?? "";
  const told = wordsOf(system);
  const part = (tag: string): string =>
    first(new RegExp(`^<${tag}>\\n[^\\n]*\\n([\\s\\S]*?)\\n</${tag}>$`, "m"), told);
  return {
    events: messages.flatMap(({ role, content }) =>
      role === "assistant" ? [readReply(content, results)] : readUser(content),
    ),
    speaker: first(/^Speaking: (.+?) \(of the team[;)]/m, context) || null,
    timeZone: first(/^Now: .*\(([\w/+-]+)\)$/m, context) || "UTC",
    contactNumber: contexts.map((one) => first(TEXTED, one)).findLast((one) => one !== "") ?? "",
    notePath: first(/append_file to (\S+?)\. It needs no approval/, context),
    showsReceipts: /^People see the receipt of what was done\./m.test(context),
    hasPictures: messages.some(({ content }) => content.some(({ type }) => type === "image")),
    memory: part("memory"),
    areas: first(/^areas\/\n((?: +.*\n?)*)/m, part("files")).match(/[\w-]+(?=\.md)/g) ?? [],
    company: first(/^Company: (.+)$/m, told),
  };
}

/** The first group of a match, or an empty string. */
export function first(pattern: RegExp, text: string): string {
  return pattern.exec(text)?.[1]?.trim() ?? "";
}

export function wordsOf(content: readonly Block[]): string {
  return content.flatMap((block) => (block.type === "text" ? [asText(block["text"])] : [])).join("\n");
}

function contextsOf(content: readonly Block[]): string[] {
  return [...wordsOf(content).matchAll(CONTEXT)].map((match) => match[1] ?? "");
}

function readResult(block: Block): [string, Result][] {
  if (block.type !== "tool_result") return [];
  const { content } = block as { readonly content?: string | readonly Block[] };
  const text = typeof content === "string" ? content : wordsOf(content ?? []).trim();
  let data: unknown = toolsNamedIn(block);
  try {
    data = withPassages(JSON.parse(text), Array.isArray(content) ? (content as readonly Block[]) : []);
  } catch {
    // Not every result is JSON.
  }
  return [[asText(block["tool_use_id"]), { text, data, isError: block["is_error"] === true }]];
}

/** Placeholder for text that is in a search result; search results are in data order. */
const ELSEWHERE = /^in the search result \S/;

/** Replaces placeholders with the search results' text. */
function withPassages(data: unknown, content: readonly Block[]): unknown {
  const passages = content.filter(({ type }) => type === "search_result");
  if (passages.length === 0) return data;
  const placed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(placed);
    if (typeof value !== "string" || !ELSEWHERE.test(value))
      return typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, placed(field)]))
        : value;
    const { content: texts = [] } = (passages.shift() ?? {}) as { content?: readonly Block[] };
    return texts.map((block) => asText(block["text"])).join("");
  };
  return placed(data);
}

function readReply(content: readonly Block[], results: ReadonlyMap<string, Result>): Event {
  const calls = content
    .filter(({ type }) => type === "tool_use")
    .map(({ id, name, input }) => {
      const used = name === "use_tool" ? record(input) : { name, input };
      const result = results.get(asText(id)) ?? null;
      return { tool: asText(used["name"]), input: record(used["input"]), result };
    });
  return { kind: "replied", text: wordsOf(content), calls };
}

function readUser(content: readonly Block[]): Event[] {
  const from = readTrigger(contextsOf(content).join("\n"));
  return content.flatMap((block): Event[] => {
    const text = wordsOf([block]).replace(CONTEXT, "").trim();
    const [, attributes = "", told] = OUTCOME.exec(text) ?? [];
    const attribute = (name: string): string => first(new RegExp(`\\b${name}="([^"]+)"`), attributes);
    const filled = FORM.exec(text)?.[1];
    if (filled !== undefined) return [{ kind: "said", text: filled, from: null }];
    const heard = FROM_OUTSIDE.exec(text)?.[1];
    const notice = from?.kind === "schedule" ? NOTICE.exec(text)?.[1] : undefined;
    if (told !== undefined)
      return [{ kind: "outcome", text: told.trim(), id: attribute("approval"), state: attribute("state") }];
    if (heard !== undefined) return [{ kind: "heard", text: heard, from }];
    if (notice !== undefined) return [{ kind: "said", text: notice, from }];
    // Text that isn't a colleague's, such as a summary of earlier messages, is in tags.
    return text === "" || /^<\/?[a-z_]{5,}\b/.test(text) ? [] : [{ kind: "said", text, from: null }];
  });
}

function readTrigger(context: string): Trigger | null {
  const number = first(TEXTED, context);
  const isLead = /^Trigger: the lead e-mail|^The team's skill/m.test(context);
  const skill = /^<skill\b[^>]*>\n([\s\S]*)\n<\/skill>$/m.exec(context)?.[1] ?? (isLead ? "" : null);
  if (/^Trigger: a schedule of the team is due/m.test(context)) return { kind: "schedule", number, skill };
  if (number !== "") return { kind: "texts", number, skill };
  return /^Trigger: .*?\be-mail.*? came in from/m.test(context) ? { kind: "mail", number, skill } : null;
}

/** A string, or an empty one. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** An object's fields, or none. */
export function record(value: unknown): Row {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
