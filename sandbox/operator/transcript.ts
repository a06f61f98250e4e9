/** Reads a request as a conversation: who said what, what was called, what came back. Nothing else of the request is looked at. */
import type { Block, MessagesRequest } from "../anthropic/types.ts";

/** A tool call of an earlier reply. */
export interface PastCall {
  readonly id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What a call was answered with; `data` is the parsed JSON where it is JSON. */
export interface PastResult {
  readonly callId: string;
  readonly text: string;
  readonly data: unknown;
  readonly isError: boolean;
}

/** One thing that happened in the conversation. */
export type Event =
  | { readonly kind: "said"; readonly text: string }
  /** What a contact wrote, outside the team. */
  | { readonly kind: "heard"; readonly text: string }
  | { readonly kind: "outcome"; readonly text: string; readonly state: string }
  | { readonly kind: "replied"; readonly text: string; readonly calls: readonly PastCall[] }
  | { readonly kind: "answered"; readonly results: readonly PastResult[] };

/** What the newest `<context>` tells about the moment. */
export interface Moment {
  /** First name of the colleague who is speaking, where it is told. */
  readonly speaker: string | null;
  readonly speakerName: string | null;
  readonly timeZone: string;
  /** The number whose texts started this run; null where a person asked. */
  readonly textsFrom: string | null;
  /** Whether a schedule of the team started this run. */
  readonly scheduled: boolean;
  /** The e-mail that started this run; null where it was something else. */
  readonly mail: MailTrigger | null;
  /** What the team wants every conversation to know; empty where there is nothing. */
  readonly memory: string;
  /** Paths of the team's files, as far as they are listed. */
  readonly files: readonly string[];
  /** The company's name; null where the instructions do not say. */
  readonly company: string | null;
}

/** Who sent the e-mail that started a run, and by which skill of the team it is to be worked. */
export interface MailTrigger {
  readonly name: string;
  readonly address: string;
  /** `text` is null where the file could not be read. */
  readonly skill: { readonly path: string; readonly text: string | null } | null;
}

/** A conversation as the operator reads it. */
export interface Transcript {
  readonly events: readonly Event[];
  readonly moment: Moment;
}

const CONTEXT = /<context\b[^>]*>([\s\S]*?)<\/context>/g;
const OUTCOME = /^<approval_outcome\b[^>]*\bstate="(\w+)"[^>]*>([\s\S]*?)<\/approval_outcome>$/;
/** What is in a user message but no words of the person who speaks. */
const NOT_WORDS = /^<(?:message_from_outside|summary_of_earlier_conversation|notice)>/;
const SCHEDULED = /^Trigger: a schedule of the team is due/m;
/** What a schedule says, without the product's remark that it is late. */
const INSTRUCTION = /^<notice>\n([\s\S]*?)(?:\n\(This was due on [^\n]*\))?\n<\/notice>$/;
const FROM_OUTSIDE = /^<message_from_outside>\n([\s\S]*)\n<\/message_from_outside>$/;

/** Reads the conversation of a request. */
export function readTranscript(request: MessagesRequest): Transcript {
  const events = request.messages.flatMap(({ role, content }) =>
    role === "assistant" ? [readReply(content)] : readUser(content),
  );
  const contexts = request.messages.flatMap(({ role, content }) =>
    role === "user" ? [...textOf(content).matchAll(CONTEXT)].map((match) => match[1] ?? "") : [],
  );
  const instructions = request.system.map((block) => asText(block["text"])).join("\n");
  return { events, moment: readMoment(contexts.at(-1) ?? "", instructions) };
}

function textOf(content: readonly Block[]): string {
  return content.map((block) => (block.type === "text" ? String(block["text"]) : "")).join("\n");
}

function readReply(content: readonly Block[]): Event {
  const calls = content.flatMap((block): PastCall[] =>
    block.type === "tool_use"
      ? [{ id: String(block["id"]), tool: String(block["name"]), input: record(block["input"]) }]
      : [],
  );
  return { kind: "replied", text: textOf(content).trim(), calls };
}

function readUser(content: readonly Block[]): Event[] {
  const results = content.flatMap((block) => (block.type === "tool_result" ? [readResult(block)] : []));
  const texts = content
    .filter(({ type }) => type === "text")
    .map((block) => String(block["text"]).replace(CONTEXT, "").trim())
    .filter((text) => text !== "");
  const outcomes = texts.flatMap((text): Event[] => {
    const [, state, told] = OUTCOME.exec(text) ?? [];
    return state === undefined || told === undefined ? [] : [{ kind: "outcome", state, text: told.trim() }];
  });
  const heard = texts.flatMap((text): Event[] => {
    const told = FROM_OUTSIDE.exec(text)?.[1];
    return told === undefined ? [] : [{ kind: "heard", text: told }];
  });
  const isScheduled = [...textOf(content).matchAll(CONTEXT)].some((match) => SCHEDULED.test(match[1] ?? ""));
  const orders = isScheduled ? texts.flatMap((text) => INSTRUCTION.exec(text)?.[1] ?? []) : [];
  const own = texts.filter((text) => !OUTCOME.test(text) && !NOT_WORDS.test(text));
  const words = [...orders, ...own].join("\n");
  return [
    ...(results.length > 0 ? [{ kind: "answered" as const, results }] : []),
    ...outcomes,
    ...heard,
    ...(words === "" ? [] : [{ kind: "said" as const, text: words }]),
  ];
}

function readResult(block: Block): PastResult {
  const content = block["content"];
  const text = Array.isArray(content) ? textOf(content as Block[]).trim() : asText(content);
  let data: unknown = null;
  try {
    data = withContent(JSON.parse(text));
  } catch {
    data = null;
  }
  return { callId: String(block["tool_use_id"]), text, data, isError: block["is_error"] === true };
}

/** What was found stands in `items`, one thing alone without a list around it; the plans read both as `content`. */
function withContent(data: unknown): unknown {
  const { items, free } = record(data);
  if (Array.isArray(data) || "status" in record(data) || "content" in record(data)) return data;
  if (!Array.isArray(items)) return { ...record(data), content: [data] };
  const times = Array.isArray(free) ? free.map((time) => ({ ...record(time), free: true })) : [];
  const found = items.map((item) => {
    const { from } = record(item);
    return from === "contact" || from === "team"
      ? { ...record(item), direction: from === "contact" ? "incoming" : "outgoing" }
      : item;
  });
  return { ...record(data), content: [...times, ...found] };
}

/** A string as it is; nothing for anything else. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The fields of an object; none for anything else. */
export function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** Reads the tail the product writes: `Speaking: <name> (of the team)`, and the zone of `Now: … (<zone>)`. */
function readMoment(context: string, instructions: string): Moment {
  const name = /^Speaking: (.+?) \(of the team\)$/m.exec(context)?.[1] ?? null;
  const zone = /^Now: .*\(([\w/+-]+)\)$/m.exec(context)?.[1];
  return {
    speakerName: name,
    speaker: name?.split(" ")[0] ?? null,
    textsFrom:
      /^Trigger: the text\(s\) above came in/m.exec(context) === null
        ? null
        : (/search_contacts \((\+\d+)\)/.exec(context)?.[1] ?? null),
    mail: readMailTrigger(context),
    scheduled: SCHEDULED.test(context),
    memory: /^<memory>\n[^\n]*\n([\s\S]*?)\n<\/memory>$/m.exec(instructions)?.[1] ?? "",
    files: readFiles(/^<files>\n[^\n]*\n([\s\S]*?)\n<\/files>$/m.exec(instructions)?.[1] ?? ""),
    company: /^Company: (.+)$/m.exec(instructions)?.[1] ?? null,
    timeZone: zone !== undefined && isZone(zone) ? zone : "UTC",
  };
}

/** The list of files: two spaces deeper for each folder, whose name ends in a slash. */
function readFiles(tree: string): string[] {
  const folders: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const name = line.trim();
    folders.length = Math.min(folders.length, (line.length - line.trimStart().length) / 2);
    if (name.endsWith("/")) folders.push(name.slice(0, -1));
    return /\.\w+$/.test(name) ? [[...folders, name].join("/")] : [];
  });
}

function readMailTrigger(context: string): MailTrigger | null {
  const who = /^Trigger: the (?:lead )?e-mail\(s\) above came in from (.+?)\. Nobody of the team/m.exec(
    context,
  )?.[1];
  if (who === undefined) return null;
  const [, name, address] = /^(.*), (\S+)$/.exec(who) ?? [undefined, who, who];
  const [, path, text] = /^<skill path="([^"]*)"[^>]*>\n([\s\S]*)\n<\/skill>$/m.exec(context) ?? [];
  const unread = /^The team's skill (\S+) could not be read/m.exec(context)?.[1];
  const skill =
    path !== undefined && text !== undefined
      ? { path, text }
      : unread === undefined
        ? null
        : { path: unread, text: null };
  return { name: name ?? who, address: address ?? who, skill };
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
