/** Questions without tools: a history to shorten, notes to sort, whether something is urgent, an answer by a schema. */
import { formatOf } from "../anthropic/grammar.ts";
import type { MessagesRequest } from "../anthropic/types.ts";
import type { Embed } from "./nearest.ts";
import { topicOf, type Topic } from "./topics.ts";
import { asText, record } from "./transcript.ts";
import { judgeUrgency } from "./urgency.ts";

type Schema = Readonly<Record<string, unknown>>;

const URGENT = /^(?:urgent|emergency|high|yes)$/i;
const ROUTINE = /^(?:not.?urgent|normal|routine|low|no)$/i;
/** Share of words two lines have in common from which they are about the same. */
const ALIKE = 0.6;
const MAX_LINES = 60;
/** Words that hold nothing beyond their day. */
const PASSING = /^(?:thanks|thank you|ok|okay|done|nothing|good morning|all quiet)\b.{0,30}$/i;
const FOR_EVERYONE = /\b(?:always|never|from now on|remember)\b/i;

/** The answer to a request that leaves no tools; null where it is an ordinary conversation. */
export function answerAlone(request: MessagesRequest, embed: Embed): string | null {
  const words = (request.messages.at(-1)?.content ?? []).map((block) => asText(block["text"])).join("\n");
  const instructions = request.system.map((block) => asText(block["text"])).join("\n");
  const schema = formatOf(request);
  if (/"folds"/.test(instructions) && (schema === null || "folds" in record(schema["properties"])))
    return sortedNotes(words);
  if (judgesUrgency(request)) return JSON.stringify(judgeUrgency(words, embed));
  if (schema !== null) return JSON.stringify(answered(schema, schema, "", topicOf(words.slice(-600), embed)));
  return request.tools.length === 0 && /\b(?:shorten|summari[sz]e)\b/i.test(instructions)
    ? shortened(words)
    : null;
}

/** Whether a request asks if a message can wait. */
export function judgesUrgency({ system, tools }: Pick<MessagesRequest, "system" | "tools">): boolean {
  const instructions = system.map((block) => asText(block["text"])).join("\n");
  return tools.length === 0 && /\btriage\b/i.test(instructions) && /"urgent":/.test(instructions);
}

/** The least that a schema takes, as nothing is claimed that the script cannot know; except whether words are urgent, and why. */
function answered(schema: Schema, root: Schema, name: string, topic: Topic): unknown {
  const path = asText(schema["$ref"]).split("/").slice(1);
  const inner = (one: unknown, called = name): unknown => answered(record(one), root, called, topic);
  if (path.length > 0) return inner(path.reduce<Schema>((at, step) => record(at[step]), root));
  if ("const" in schema) return schema["const"];
  const list = (key: string): readonly unknown[] => (schema[key] === undefined ? [] : [schema[key]].flat());
  const [options, values, types] = [list("anyOf"), list("enum"), list("type")];
  const may = [...values, ...types, ...options.map((one) => record(one)["type"])];
  if (may.includes(null) || may.includes("null")) return null;
  if (values.length > 0) return chosen(values, topic);
  if (options.length > 0) return inner(options[0]);
  return PLAIN[asText(types[0])]?.(name, topic) ?? composed(schema, inner);
}

/** Values of the simple types. */
const PLAIN: Readonly<Record<string, (name: string, topic: Topic) => unknown>> = {
  boolean: (name, { urgent }) => /urgent|emergency/i.test(name) && urgent === true,
  string: (name, { why }) => (/why|reason/i.test(name) ? why : ""),
  number: () => 0,
  integer: () => 0,
};

function chosen(values: readonly unknown[], { urgent }: Topic): unknown {
  return values.find((value) => (urgent === true ? URGENT : ROUTINE).test(String(value))) ?? values.at(-1);
}

function composed(schema: Schema, inner: (one: unknown, called?: string) => unknown): unknown {
  if (schema["type"] === "array") return schema["minItems"] === 1 ? [inner(schema["items"])] : [];
  const required = [schema["required"] ?? []].flat().map(String);
  return Object.fromEntries(required.map((one) => [one, inner(record(schema["properties"])[one], one)]));
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
      : [`- ${at.slice(0, 10)} ${who}: ${words.slice(0, 200)}`];
  });
  return `What was asked and what became of it (quoted by the demo's script):\n${lines.slice(-MAX_LINES).join("\n")}`;
}

/** Sorts lines of daily notes by the topics in their names, as the JSON that is asked for. */
function sortedNotes(words: string): string {
  const notes = /<notes>\n([\s\S]*?)\n<\/notes>/.exec(words)?.[1] ?? "";
  const known = [...words.matchAll(/<file path="[^"]+">\n([\s\S]*?)\n<\/file>/g)]
    .flatMap(([, content = ""]) => content.split("\n"))
    .filter((line) => /\p{L}/u.test(line) && !line.startsWith("#"))
    .map((line) =>
      line
        .replace(/^[-*]\s+/, "")
        .replace(/\s*_\([^)]*\)_.*$/, "")
        .trim(),
    );
  const lines = [...notes.matchAll(/^\[(\d+)\] (\S+) \| (.+)$/gm)].map(([, line, note = "", text = ""]) => ({
    line: Number(line),
    note,
    text,
  }));
  const folds = lines
    .filter(({ text }) => !PASSING.test(text))
    .map(({ line, note, text }) => {
      const near = known.find((other) => alike(text, other)) ?? null;
      const differs = near !== null && figuresIn(text) !== figuresIn(near);
      const topic = /\d{4}-\d{2}-\d{2}[_-]?([a-z0-9-]+)\.md$/.exec(note)?.[1] ?? "general";
      return {
        line,
        area: `areas/${topic}.md`,
        duplicateOf: differs ? null : near,
        contradicts: differs ? near : null,
      };
    });
  const memory = lines
    .filter(({ text }) => FOR_EVERYONE.test(text))
    .map(({ line, text }) => ({ text: text.slice(0, 200), lines: [line] }));
  return JSON.stringify({ folds, memory });
}

/** Whether two lines are about the same, by the words they share. */
function alike(one: string, other: string): boolean {
  const [a = new Set(), b = new Set()] = [one, other].map(
    (text) => new Set<string>(text.toLowerCase().match(/\p{L}{3,}/gu)),
  );
  if (a.size < 3 || b.size < 3) return false;
  return [...a].filter((word) => b.has(word)).length / Math.max(a.size, b.size) >= ALIKE;
}

function figuresIn(text: string): string {
  return (text.match(/\d+(?:[.,:]\d+)*/g) ?? []).join(" ");
}
