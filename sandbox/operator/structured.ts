/** Questions without tools: a history to shorten, notes to sort, an answer by schema. */
import type { MessagesRequest } from "../anthropic/types.ts";
import { formatOf } from "../anthropic/grammar.ts";
import type { Embed } from "./examples.ts";
import { sortedNotes } from "./notes.ts";
import { asText, record, type Event } from "./transcript.ts";
import { judgeUrgency } from "./urgency.ts";

type Schema = Readonly<Record<string, unknown>>;

const MAX_LINES = 60;
const MAX_CHARS = 200;

/** The answer to a request that leaves no tools; null where it is an ordinary conversation. */
export function answerAlone(request: MessagesRequest, last: Event | undefined, embed: Embed): string | null {
  const words = last?.kind === "said" ? last.text : "";
  const instructions = request.system.map((block) => asText(block["text"])).join("\n");
  const schema = formatOf(request);
  const sortsNotes = /\bnotes\b/i.test(instructions) && /\bfolds?\b|\bareas\/</i.test(instructions);
  if (sortsNotes && (schema === null || "folds" in record(schema["properties"]))) return sortedNotes(words);
  if (judgesUrgency(request)) return JSON.stringify(judgeUrgency(words, embed));
  if (schema !== null) return JSON.stringify(smallest(schema, schema));
  const shortens =
    request.tools.length === 0 &&
    /\b(?:shorten|summari[sz]e)\b[\s\S]{0,80}\b(?:history|conversation)\b/i.test(instructions);
  return shortens ? shortened(words) : null;
}

/** Whether a request asks if a message can wait. */
export function judgesUrgency({ system, tools }: Pick<MessagesRequest, "system" | "tools">): boolean {
  const instructions = system.map((block) => asText(block["text"])).join("\n");
  return tools.length === 0 && /\btriage\b/i.test(instructions) && /"urgent":/.test(instructions);
}

/** The least that a schema takes: nothing is claimed that the script cannot know. */
function smallest(schema: Schema, root: Schema): unknown {
  const reference = asText(schema["$ref"]);
  if (reference !== "") {
    const target = reference
      .split("/")
      .slice(1)
      .reduce<Schema>((at, step) => record(at[step]), root);
    return smallest(target, root);
  }
  if ("const" in schema) return schema["const"];
  const { enum: values, anyOf } = schema;
  if (Array.isArray(values)) return values.includes(null) ? null : values.at(-1);
  if (Array.isArray(anyOf)) {
    const options = anyOf.map(record);
    return options.some(({ type }) => type === "null") ? null : smallest(record(options[0]), root);
  }
  const types = [schema["type"]].flat();
  return types.includes("null") ? null : smallestOf(types[0], schema, root);
}

function smallestOf(type: unknown, schema: Schema, root: Schema): unknown {
  switch (type) {
    case "object": {
      const required = Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
      const properties = record(schema["properties"]);
      return Object.fromEntries(required.map((name) => [name, smallest(record(properties[name]), root)]));
    }
    case "array":
      return schema["minItems"] === 1 ? [smallest(record(schema["items"]), root)] : [];
    case "boolean":
      return false;
    case "integer":
    case "number":
      return 0;
    default:
      return "";
  }
}

/** Keeps what people asked and what became of it, quoted rather than understood. */
function shortened(transcript: string): string {
  const entries = transcript.split(/\n\n(?=\d{4}-\d\d-\d\dT|Summary of what came before:)/);
  const lines = entries.flatMap((entry) => {
    const [head = "", ...rest] = entry.split("\n");
    if (head.startsWith("Summary of what came before:")) return rest.filter((line) => line.startsWith("- "));
    const [, at = "", who = ""] = /^(\d{4}-\d\d-\d\dT\S+) (.+):$/.exec(head) ?? [];
    const words = rest
      .filter((line) => !/^\[(?:calls|result)/.test(line))
      .join(" ")
      .trim();
    return at === "" || words === "" || who === "Steward"
      ? []
      : [`- ${at.slice(0, 10)} ${who}: ${words.slice(0, MAX_CHARS)}`];
  });
  return `What was asked and what became of it (quoted by the demo's script):\n${lines.slice(-MAX_LINES).join("\n")}`;
}
