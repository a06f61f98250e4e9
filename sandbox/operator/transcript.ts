/** Reads a request as a conversation: who said what, what was called, what came back, and what started it. */
import { toolsNamedIn } from "../anthropic/deferred-tools.ts";
import type { Block, MessagesRequest } from "../anthropic/types.ts";

export type Row = Readonly<Record<string, unknown>>;

/** What a call was answered with; `data` is the parsed JSON where it is JSON. */
export interface Result {
  readonly text: string;
  readonly data: unknown;
  readonly isError: boolean;
}

/** A tool call of an earlier reply; one made by way of `use_tool` is the call it stands for. */
export interface Call {
  readonly tool: string;
  readonly input: Row;
  readonly result: Result | null;
}

/** What started a run that no colleague asked for. `skill` is what the team's skill for leads says. */
export interface Trigger {
  readonly kind: "texts" | "mail" | "schedule";
  /** The number of who texted. */
  readonly number: string;
  readonly skill: string | null;
}

/** One thing that happened: a colleague or a schedule spoke, outsiders wrote, a draft was decided on, the operator replied. */
export type Event =
  | { readonly kind: "said" | "heard"; readonly text: string; readonly from: Trigger | null }
  | { readonly kind: "outcome"; readonly text: string; readonly id: string; readonly state: string }
  | { readonly kind: "replied"; readonly calls: readonly Call[] };

/** A conversation as the operator reads it. Texts that are not there are empty. */
export interface Transcript {
  readonly events: readonly Event[];
  /** Full name of the colleague who is speaking; null where no one is. */
  readonly speaker: string | null;
  readonly timeZone: string;
  /** The number of the contact this conversation is with. */
  readonly contactNumber: string;
  /** MEMORY.md. */
  readonly memory: string;
  /** Names of the files in `areas/`. */
  readonly areas: readonly string[];
  readonly company: string;
  /** Where what the contact says may be noted at once. */
  readonly notePath: string;
}

const CONTEXT = /<context\b[^>]*>([\s\S]*?)<\/context>/g;
const OUTCOME = /^<approval_outcome\b([^>]*)>([\s\S]*?)<\/approval_outcome>$/;
const FROM_OUTSIDE = /^<message_from_outside\b[^>]*>\n?([\s\S]*?)\n?<\/message_from_outside>$/;
/** What a schedule says, without the product's remark that it is late. */
const NOTICE = /^<notice>\n([\s\S]*?)(?:\n\(This was due on [^\n]*\))?\n<\/notice>$/;
const TEXTED = /^Trigger: .*?\btext.*? came in from (?:.+?, )?(\+\d+)/m;

/** Reads the conversation of a request. */
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
    memory: part("memory"),
    areas: first(/^areas\/\n((?: +.*\n?)*)/m, part("files")).match(/[\w-]+(?=\.md)/g) ?? [],
    company: first(/^Company: (.+)$/m, told),
  };
}

/** The first group of a pattern; empty where it does not fit. */
export function first(pattern: RegExp, text: string): string {
  return pattern.exec(text)?.[1]?.trim() ?? "";
}

/** The texts among some blocks. */
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
    // Not every answer is JSON.
  }
  return [[asText(block["tool_use_id"]), { text, data, isError: block["is_error"] === true }]];
}

/** What stands in the place of words that are in a search result; the results come in the order of the data. */
const ELSEWHERE = /^in the search result \S/;

/** Data with the words of search results in the places that name them. */
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
  return { kind: "replied", calls };
}

function readUser(content: readonly Block[]): Event[] {
  const from = readTrigger(contextsOf(content).join("\n"));
  return content.flatMap((block): Event[] => {
    const text = wordsOf([block]).replace(CONTEXT, "").trim();
    const [, attributes = "", told] = OUTCOME.exec(text) ?? [];
    const attribute = (name: string): string => first(new RegExp(`\\b${name}="([^"]+)"`), attributes);
    const heard = FROM_OUTSIDE.exec(text)?.[1];
    const notice = from?.kind === "schedule" ? NOTICE.exec(text)?.[1] : undefined;
    if (told !== undefined)
      return [{ kind: "outcome", text: told.trim(), id: attribute("approval"), state: attribute("state") }];
    if (heard !== undefined) return [{ kind: "heard", text: heard, from }];
    if (notice !== undefined) return [{ kind: "said", text: notice, from }];
    // What is no colleague's words, such as a summary of earlier messages, stands in marks of its own.
    return text === "" || /^<[a-z_]{5,}\b/.test(text) ? [] : [{ kind: "said", text, from: null }];
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

/** A string as it is; nothing for anything else. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The fields of an object; none for anything else. */
export function record(value: unknown): Row {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
