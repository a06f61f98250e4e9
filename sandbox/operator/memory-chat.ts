/** Remembering and knowing: notes what a colleague says in a file that fits, and answers from the files with the place it read. */
import { readMemoryWish, tellingWords, type MemoryWish } from "./memory-words.ts";
import type { Situation, Step } from "./reply.ts";
import { failureOf, type Done } from "./task.ts";
import { say, use } from "./toolbox.ts";
import { asText, record } from "./transcript.ts";

const QUOTES = 6;
const LINE_CHARS = 240;
/** Said in a fact that holds for everything the team does. */
const ALWAYS =
  /\b(?:always|never|from now on|everybody|everyone|every (?:conversation|text|resident|time)|as a rule)\b/i;

/** A line of a file. */
interface Found {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Works on a wish about the files; null where the words are none. */
export function onMemoryWish(situation: Situation): Step | null {
  const wish = readMemoryWish(situation.task.words);
  if (wish === null) return null;
  return wish.kind === "remember" ? remember(wish, situation) : whatIsKnown(wish.topic, situation);
}

/** A question no pattern fits, where the files hold something on it; null where they do not, or there is no tool. */
export function knownFromFiles(situation: Situation): Step | null {
  const { words } = situation.task;
  const isQuestion =
    /\?\s*$/.test(words) || /^(?:what|where|when|which|how|is|are|may|do|does|can)\b/i.test(words);
  if (!isQuestion || situation.toolbox.findInFiles === null) return null;
  const step = whatIsKnown(words, situation);
  return step.plan === NOTHING ? null : step;
}

function remember({ fact }: Extract<MemoryWish, { kind: "remember" }>, situation: Situation): Step {
  const { note } = situation.toolbox;
  if (note === null)
    return {
      plan: "There is no tool for it.",
      blocks: [say("I have no tool to write files here, so I cannot remember it.")],
    };
  const made = situation.task.done.findLast(({ call }) => call.tool === note.name);
  if (made !== undefined) return noted(made, note.fields.path);
  const path = placeFor(fact, situation);
  return {
    plan: "I note it in the colleague's own words, in the file that fits best.",
    blocks: [
      say(`I note that in ${path}.`),
      use(note, { [note.fields.path]: path, [note.fields.text]: `- ${sentence(fact)}` }),
    ],
  };
}

function noted(made: Done, pathField: string): Step {
  const failed = failureOf(made);
  const path = asText(made.call.input[pathField]);
  if (failed !== null)
    return { plan: "It could not be written.", blocks: [say(`I could not note it: ${failed}`)] };
  return {
    plan: "It is written.",
    blocks: [
      say(`Noted in ${path}, with today's date and this conversation. Every conversation can find it there.`),
    ],
  };
}

/** MEMORY.md for what always holds; else the area whose name or words fit; else a list of its own. */
function placeFor(fact: string, { moment }: Situation): string {
  if (ALWAYS.test(fact)) return "MEMORY.md";
  const words = tellingWords(fact);
  const areas = moment.files.filter((path) => /^areas\/[^/]+\.md$/.test(path));
  const named = areas.find((path) =>
    tellingWords(path.replace(/^areas\/|\.md$|[-_]/g, " ")).some((part) =>
      words.some((word) => part.length > 3 && word.startsWith(part.replace(/s$/, ""))),
    ),
  );
  return named ?? "areas/notes.md";
}

function sentence(fact: string): string {
  const line = fact.replace(/\s+/g, " ").trim();
  return line.charAt(0).toUpperCase() + line.slice(1);
}

const NOTHING = "The files say nothing about it.";

/** Looks in MEMORY.md, which is at hand, and through the files; answers with the words found and where they stand. */
function whatIsKnown(topic: string, situation: Situation): Step {
  const { toolbox, task, moment } = situation;
  const words = tellingWords(topic);
  const inMemory = linesOf(moment.memory).filter(({ text }) => holdsAll(text, words));
  const { findInFiles } = toolbox;
  const queries = [
    words.join(" "),
    ...[...words].sort((left, right) => right.length - left.length).slice(0, 2),
  ];
  const asked = findInFiles === null ? [] : task.done.filter(({ call }) => call.tool === findInFiles.name);
  const found = asked.flatMap(({ result }) => readFound(result.data));
  const next = queries.filter((query, index) => query !== "" && queries.indexOf(query) === index)[
    asked.length
  ];
  if (findInFiles !== null && found.length === 0 && next !== undefined)
    return {
      plan: "I look for it in the team's files before I say anything.",
      blocks: [use(findInFiles, { [findInFiles.fields.query]: next })],
    };
  const best = bestOf([...inMemory, ...found], words);
  if (best.length === 0)
    return {
      plan: NOTHING,
      blocks: [say(`I looked through the files and found nothing about ${topic.replace(/[?.!]+$/, "")}.`)],
    };
  const quotes = best.map(
    ({ path, line, text }) => `- “${cut(text)}” (${path}${line > 0 ? `, line ${line}` : ""})`,
  );
  return {
    plan: "The files know it. I quote them and say where.",
    blocks: [say(`The files say:\n${quotes.join("\n")}`)],
  };
}

/** Lines with the most of the words, each once, in the order they were found. */
function bestOf(found: readonly Found[], words: readonly string[]): Found[] {
  const unique = found.filter(
    ({ text }, index) => found.findIndex((other) => plain(other.text) === plain(text)) === index,
  );
  const score = ({ text, path }: Found): number =>
    words.filter((word) => `${text} ${path}`.toLowerCase().includes(word)).length;
  const most = Math.max(0, ...unique.map(score));
  return unique.filter((one) => score(one) === most && most > 0).slice(0, QUOTES);
}

function plain(text: string): string {
  return text.replace(/[\s|]+/g, " ").trim();
}

function holdsAll(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.length > 0 && words.every((word) => lower.includes(word));
}

function linesOf(memory: string): Found[] {
  return memory
    .split("\n")
    .filter((text) => text.trim() !== "" && !text.startsWith("#"))
    .map((text) => ({ path: "MEMORY.md", line: 0, text: text.replace(/^\s*[-*]\s*/, "") }));
}

function readFound(data: unknown): Found[] {
  const { content } = record(data);
  if (!Array.isArray(content)) return [];
  return content.flatMap((item: unknown): Found[] => {
    const { path, line, text } = record(item);
    return typeof path === "string" && typeof text === "string"
      ? [{ path, line: typeof line === "number" ? line : 0, text: text.replace(/^\s*[-*]\s*/, "") }]
      : [];
  });
}

function cut(text: string): string {
  const line = plain(text);
  return line.length <= LINE_CHARS ? line : `${line.slice(0, LINE_CHARS)}…`;
}
