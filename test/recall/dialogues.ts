/**
 * Long conversations of friends over months, in sessions, with questions about who, when, what and why, as `dialogues.txt` has them. A turn's `@names` are
 * what a question's evidence is called by.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SearchItem } from "../../src/platform/api/search-items.ts";
import type { LabelledSet, Question, QuestionKind } from "./types.ts";

const KINDS: Readonly<Record<string, QuestionKind>> = {
  name: "name",
  date: "date",
  para: "paraphrase",
  hop: "multi-hop",
};
const TURN_MS = 45_000;

/** The conversations. Throws where the file is not as it should be. */
export function dialogues(): LabelledSet {
  const items: SearchItem[] = [];
  const questions: Question[] = [];
  let thread = "";
  let atMs = 0;
  for (const line of readFileSync(join(import.meta.dirname, "dialogues.txt"), "utf8").split("\n")) {
    const [, mark = "", rest = ""] = /^(#|==|\?)\s+(.*)$/.exec(line) ?? [];
    if (line.trim() === "") continue;
    if (mark === "#") thread = rest;
    else if (mark === "==") atMs = Date.parse(`${rest.replace(" ", "T")}:00Z`);
    else if (mark === "?") questions.push(questionOf(rest, thread, questions.length));
    else items.push(turnOf(line, thread, (atMs += TURN_MS), items.length));
  }
  const known = new Set(items.map(({ id }) => id));
  for (const { query, evidence } of questions)
    if (evidence.length === 0 || evidence.some((id) => !known.has(id)))
      throw new Error(`"${query}" has evidence that nobody said`);
  return { items, questions };
}

function turnOf(line: string, thread: string, atMs: number, index: number): SearchItem {
  const [, speaker, text, name] = /^(\w+): (.*?)\s*(?:@([\w-]+))?$/.exec(line) ?? [];
  if (speaker === undefined || text === undefined) throw new Error(`Not a turn: ${line}`);
  return {
    source: "conversation",
    id: `${thread}/${name ?? index}`,
    title: speaker,
    text,
    at: new Date(atMs).toISOString(),
    url: "",
    thread,
  };
}

function questionOf(line: string, thread: string, index: number): Question {
  const [, kind = "", words = ""] = /^(\w+): (.*)$/.exec(line) ?? [];
  const [query = "", ...names] = words.split(/\s+@/);
  const known = KINDS[kind];
  if (known === undefined) throw new Error(`Not a question: ${line}`);
  const evidence = names.map((name) => `${thread}/${name.trim()}`);
  return { id: `d${index}`, kind: known, query, evidence, isWordless: false, thread };
}
