/** Which tool does what, found out from the tools' own descriptions and schemas, so that a renamed tool is still understood. */
import type { Block, ToolDefinition } from "../anthropic/types.ts";
import { record } from "./transcript.ts";

/** A tool for a job, with the names its arguments go by. */
export interface Job<Fields extends string> {
  readonly name: string;
  readonly fields: Readonly<Record<Fields, string>>;
  /** Names of all its arguments. */
  readonly has: ReadonlySet<string>;
}

/** What the tools of a request can do; null where there is no tool for it. */
export interface Toolbox {
  readonly contacts: Job<"query"> | null;
  readonly messages: Job<"number"> | null;
  readonly send: Job<"to" | "text"> | null;
  readonly addContact: Job<"firstName" | "number"> | null;
  readonly ask: Job<"question"> | null;
  readonly searchMail: Job<"query"> | null;
  readonly readMail: Job<"id"> | null;
  readonly sendMail: Job<"to" | "subject" | "text"> | null;
  readonly schedule: Job<"title" | "instruction"> | null;
  readonly schedules: Job<never> | null;
  /** Adds to a file. */
  readonly note: Job<"path" | "text"> | null;
  readonly findInFiles: Job<"query"> | null;
  /** Finds texts and calls of any age by their words. */
  readonly findTexts: Job<"query"> | null;
  /** Says when people are free. */
  readonly calendars: Job<"from" | "freeFor"> | null;
  /** Runs code. */
  readonly compute: Job<"code"> | null;
}

const NUMBER_FIELDS = ["number", "phone", "phoneNumber", "to", "recipient"];
const TEXT_FIELDS = ["text", "body", "message", "content"];

function propertiesOf(tool: ToolDefinition): ReadonlySet<string> {
  return new Set(Object.keys(record(tool.input_schema?.["properties"])));
}

function findJob<Fields extends string>(
  tools: readonly ToolDefinition[],
  wanted: Readonly<Record<Fields, readonly string[]>>,
  fits: (tool: ToolDefinition, has: ReadonlySet<string>) => boolean,
): Job<Fields> | null {
  for (const tool of tools) {
    const has = propertiesOf(tool);
    const fields = Object.entries<readonly string[]>(wanted).map(([field, names]) => [
      field,
      names.find((name) => has.has(name)),
    ]);
    if (fields.some(([, name]) => name === undefined) || !fits(tool, has)) continue;
    return { name: tool.name, fields: Object.fromEntries(fields) as Record<Fields, string>, has };
  }
  return null;
}

/** Whether a tool is about e-mail by its name or the first words of its description. */
function isMail({ name, description = "" }: ToolDefinition): boolean {
  return /e-?mail/i.test(name) || /^[^.]{0,60}\be-?mail/i.test(description);
}

/** Reads the tools of a request. */
export function readToolbox(tools: readonly ToolDefinition[]): Toolbox {
  const about = (tool: ToolDefinition): string => `${tool.name} ${tool.description ?? ""}`;
  const anyOf = (has: ReadonlySet<string>, names: readonly string[]): boolean =>
    names.some((name) => has.has(name));
  return {
    contacts: findJob(
      tools,
      { query: ["query", "search"] },
      (tool) => /contact|people/i.test(about(tool)) && !isMail(tool),
    ),
    messages: findJob(
      tools,
      { number: NUMBER_FIELDS },
      (tool, has) =>
        /message|text|sms/i.test(about(tool)) &&
        !anyOf(has, TEXT_FIELDS) &&
        !has.has("firstName") &&
        !isMail(tool),
    ),
    send: findJob(
      tools,
      { to: ["to", "recipient", "number", "phone"], text: TEXT_FIELDS },
      (tool, has) => /text|message|sms/i.test(about(tool)) && !has.has("subject"),
    ),
    addContact: findJob(
      tools,
      { firstName: ["firstName"], number: NUMBER_FIELDS },
      (_tool, has) => !anyOf(has, TEXT_FIELDS),
    ),
    ask: findJob(tools, { question: ["question"] }, () => true),
    searchMail: findJob(tools, { query: ["query", "search"] }, isMail),
    readMail: findJob(tools, { id: ["id", "emailId", "messageId"] }, isMail),
    schedule: findJob(tools, { title: ["title"], instruction: ["instruction"] }, (tool) =>
      /schedul/i.test(about(tool)),
    ),
    note: findJob(
      tools,
      { path: ["path", "file"], text: TEXT_FIELDS },
      (tool, has) => /append|adds/i.test(about(tool)) && !has.has("overwrite"),
    ),
    findInFiles: findJob(tools, { query: ["query", "search"] }, ({ name }) => /file|workspace/i.test(name)),
    findTexts: findJob(tools, { query: ["query", "search"] }, ({ name }) => /text|sms|message/i.test(name)),
    calendars: findJob(tools, { from: ["from", "start"], freeFor: ["freeFor"] }, (tool) =>
      /calendar/i.test(about(tool)),
    ),
    compute: findJob(tools, { code: ["code"] }, () => true),
    schedules: findJob(tools, {}, (tool, has) => /^list.*schedul/i.test(tool.name) && has.size === 0),
    sendMail: findJob(tools, { to: ["to", "recipient"], subject: ["subject"], text: TEXT_FIELDS }, (tool) =>
      /e-?mail/i.test(about(tool)),
    ),
  };
}

/** Text the operator says. */
export function say(text: string): Block {
  return { type: "text", text };
}

/** A call of a tool; the service gives it its id. */
export function use(tool: Pick<Job<string>, "name">, input: Record<string, unknown>): Block {
  return { type: "tool_use", name: tool.name, input };
}
