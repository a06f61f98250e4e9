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

/** Reads the tools of a request. */
export function readToolbox(tools: readonly ToolDefinition[]): Toolbox {
  const about = (tool: ToolDefinition): string => `${tool.name} ${tool.description ?? ""}`;
  const anyOf = (has: ReadonlySet<string>, names: readonly string[]): boolean =>
    names.some((name) => has.has(name));
  return {
    contacts: findJob(tools, { query: ["query", "search"] }, (tool) => /contact|people/i.test(about(tool))),
    messages: findJob(
      tools,
      { number: NUMBER_FIELDS },
      (tool, has) =>
        /message|text|sms/i.test(about(tool)) && !anyOf(has, TEXT_FIELDS) && !has.has("firstName"),
    ),
    send: findJob(
      tools,
      { to: ["to", "recipient", "number", "phone"], text: TEXT_FIELDS },
      (tool) => /text|message|sms/i.test(about(tool)) && !/e-?mail message/i.test(about(tool)),
    ),
    addContact: findJob(
      tools,
      { firstName: ["firstName"], number: NUMBER_FIELDS },
      (_tool, has) => !anyOf(has, TEXT_FIELDS),
    ),
    ask: findJob(tools, { question: ["question"] }, () => true),
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
