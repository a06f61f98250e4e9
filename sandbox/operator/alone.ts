/** Requests without tools: urgency, sorting notes, shortening a history. */
import type { MessagesRequest } from "../anthropic/types.ts";
import { dot } from "../embeddings/encoder.ts";
import { tasksIn } from "./mail-tasks.ts";
import { examplesOf, type Embed } from "./nearest.ts";
import { answerOfProjects } from "./projects.ts";
import { short } from "./results.ts";
import { styleRule } from "./style.ts";
import { TOPICS } from "./topics.ts";
import { wordsIn } from "./slots.ts";
import { first, wordsOf } from "./transcript.ts";
import { CALM_EXAMPLES, URGENT_EXAMPLES } from "./urgency-examples.ts";

/** The answer to a request without tools; null for an ordinary conversation. */
export function answerAlone(request: MessagesRequest, embed: Embed): string | null {
  const words = wordsOf(request.messages.at(-1)?.content ?? []);
  const instructions = wordsOf(request.system);
  const ofProjects = request.tools.length === 0 ? answerOfProjects(instructions, words) : null;
  if (ofProjects !== null) return ofProjects;
  if (/"rule":\{"text"/.test(instructions)) return JSON.stringify(styleRule(words));
  if (/"folds"/.test(instructions)) return sortedNotes(words);
  if (/"lines":\[\{"item"/.test(instructions)) return JSON.stringify({ lines: digested(words) });
  if (/"tasks":\[\{"summary"/.test(instructions)) return JSON.stringify({ tasks: tasksIn(words) });
  if (/"nextStep"/.test(instructions)) return JSON.stringify(filed(words));
  if (/^\{"summary"/m.test(instructions))
    return JSON.stringify({ summary: summaryOf(words), names: namesOf(words) });
  if (judgesStatements(request)) return JSON.stringify({ statements: judgedStatements(words) });
  if (judgesUrgency(request))
    return JSON.stringify({ ...judgeUrgency(words, embed), asksToStop: ASKS_TO_STOP.test(words) });
  const shortens = request.tools.length === 0 && /\b(?:shorten|summari[sz]e)\b/i.test(instructions);
  return shortens ? shortened(words) : null;
}

/** Whether a request is an urgency check. */
export function judgesUrgency({ system, tools }: Pick<MessagesRequest, "system" | "tools">): boolean {
  const instructions = wordsOf(system);
  return tools.length === 0 && /\btriage\b/i.test(instructions) && /"urgent":/.test(instructions);
}

/** Whether a request checks an answer's statements. */
export function judgesStatements({ system, tools }: Pick<MessagesRequest, "system" | "tools">): boolean {
  return tools.length === 0 && /"verdict":"supported"/.test(wordsOf(system));
}

const NOT = /\b(?:not|no|never|none)\b|n['’]t\b/gi;

/** Recognizes only a sentence that says a source's sentence with a “not” more or less. */
function judgedStatements(question: string): Record<string, unknown>[] {
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .replace(NOT, "")
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") ?? "";
  const denials = (text: string): number => text.match(NOT)?.length ?? 0;
  const sources = [...question.matchAll(/<source number="(\d+)">\n([\s\S]*?)\n<\/source>/g)].flatMap(
    ([, number, text = ""]) =>
      text.split(/(?<=[.!?])\s+|\n+|: /).map((said) => ({ source: Number(number), said: said.trim() })),
  );
  const answer = first(/<answer>\n([\s\S]*)\n<\/answer>/, question);
  return [...answer.matchAll(/^(\d+)\. (.+)$/gm)].flatMap(([, number, sentence = ""]) => {
    const words = plain(sentence);
    const near = sources.find(({ said }) => words.length > 12 && plain(said) === words);
    if (near === undefined) return [];
    const verdict = denials(near.said) === denials(sentence) ? "supported" : "contradicted";
    return [{ number: Number(number), verdict, source: near.source, words: near.said }];
  });
}

const COMPANY =
  /\b(?:inc|llc|ltd|group|properties|plumbing|electric|insurance|services|analytics|brewing|supply|partners|rentals|association|management|bank|lockers|elevator)$/i;
const PLACE =
  /\b(?:court|ct|house|street|st|avenue|ave|road|rd|lane|ln|drive|dr|place|pl|way|terrace|row|boulevard|blvd|park|hollow)$/i;

/** Runs of two or three capitalized words within a sentence of the text, each with the words around it. */
function namesOf(question: string): { type: string; name: string; quote: string }[] {
  const said = question.slice(question.indexOf("\n\n")).replace(/<\/\w+>\s*$/, "");
  const found = new Map<string, string>();
  for (const { 0: name, index } of said.matchAll(
    /(?<=[\p{Ll},] )\p{Lu}\p{Ll}+(?: (?:& )?\p{Lu}\p{L}+){1,2}/gu,
  )) {
    const before = said.slice(0, index).split(/\s+/).slice(-6).join(" ");
    const after = said
      .slice(index + name.length)
      .split(/\s+/)
      .slice(0, 4)
      .join(" ");
    found.set(name, `${before}${name}${after}`.trim());
  }
  return [...found].slice(0, 4).map(([name, quote]) => ({
    type: COMPANY.test(name) ? "company" : PLACE.test(name) ? "topic" : "person",
    name,
    quote,
  }));
}

/** First sentences, quoted; for an e-mail with its subject and sender. */
function summaryOf(question: string): string {
  const opening = (text: string): string => {
    const sentences = text
      .replaceAll(/\s+/g, " ")
      .trim()
      .split(/(?<=[.!?])\s/);
    return short(sentences.slice(0, 2).join(" "), 400);
  };
  const item = first(/<item>\n([\s\S]*)\n<\/item>/, question);
  if (item !== "") return opening(item.slice(item.indexOf("\n\n") + 2));
  const [head = "", ...body] = first(/<email>\n([\s\S]*)\n<\/email>/, question).split("\n\n");
  const said = opening(body.join(" "));
  if (said === "") return "";
  const from = first(/^From: (.*)$/m, head);
  return `${from || "Someone"} writes about ${first(/^Subject: (.*)$/m, head)}: ${said}`;
}

/** The items that share most words with the question, quoted. */
function digested(words: string): readonly { readonly item: number; readonly says: string }[] {
  const asked = new Set(wordsIn(first(/<question>\n([\s\S]*?)\n<\/question>/, words)));
  return [...words.matchAll(/<item number="(\d+)">\n([\s\S]*?)\n<\/item>/g)]
    .map(([, number, json = ""]) => ({
      item: Number(number),
      says: short(textsIn(json).join(", "), 200),
      shared: wordsIn(json).filter((word) => asked.has(word)).length,
    }))
    .toSorted((one, other) => other.shared - one.shared)
    .slice(0, 15)
    .map(({ item, says }) => ({ item, says }));
}

/** The text values of an item's JSON, which may be cut off, without IDs and links. */
function textsIn(json: string): string[] {
  const fields = [...json.matchAll(/"(\w+)":"((?:[^"\\]|\\.)*)"/g)];
  const said = fields.flatMap(([, name, value = ""]) => (name === "id" || name === "link" ? [] : [value]));
  return said.length === 0 ? [json.slice(0, 200)] : said.map((value) => value.replaceAll("\\n", " "));
}

/** Stage changes, recognized by keywords only. */
const MOVES: readonly (readonly [stage: string, said: RegExp])[] = [
  ["Closed Lost", /\b(?:went with|chose|signed with) (?:another|someone|a different|my|the other)\b/i],
  ["Bound", /\b(?:please bind|go ahead and bind|bind it|we accept the quote|we'?ll take the quote)\b/i],
  ["Application Received", /\b(?:application is attached|here is (?:the|our) application)\b/i],
];
const ASKS = /\b(?:could you|can you|would you|please (?:send|quote|call|add|bind|tell))\b/i;

/** Summary of an account source: its first sentences, and one that changes the stage or asks for something. */
function filed(question: string): Record<string, string | null> {
  const source = first(/<source>\n([\s\S]*)\n<\/source>/, question);
  const stageNow = first(/^Stage: (.*)$/m, question);
  const body = source.slice(source.indexOf("\n\n") + 2).trim();
  const sentences = body.split(/(?<=[.!?])\s+|\n+/).filter((one) => one.trim() !== "");
  const theirs = sentences.filter((one) => !/^(?:\d\d:\d\d )?Us: /.test(one));
  const moved = MOVES.flatMap(([stage, said]) => {
    const quote = stage === stageNow ? undefined : theirs.find((one) => said.test(one));
    return quote === undefined ? [] : [{ stage, quote }];
  });
  const asked = theirs.find((one) => ASKS.test(one)) ?? null;
  const [move] = moved;
  return {
    summary: short(sentences.slice(0, 3).join(" "), 600),
    stage: move?.stage ?? null,
    nextStep: move === undefined && asked !== null ? short(asked, 160) : null,
    quote: move?.quote ?? asked,
  };
}

/** Opt-out requests, recognized by keywords only. */
const ASKS_TO_STOP =
  /\b(?:lose (?:my|this) number|wrong (?:person|girl|guy|number)|done with (?:you|these|all these)|leave me be|(?:don['’]?t|do not|never) (?:text|write|contact)|enough of (?:you|these)|let me be)\b/i;

/** Number of nearest examples that vote, weighted by similarity. */
const NEIGHBORS = 15;
const STEEPNESS = 12;
/** Minimum vote share for "urgent". */
const URGENT_SHARE = 0.65;

/** Labeled example messages. */
export const EXAMPLES: readonly { readonly when: string; readonly urgent: boolean }[] = [
  ...URGENT_EXAMPLES.map((when) => ({ when, urgent: true })),
  ...CALM_EXAMPLES.map((when) => ({ when, urgent: false })),
  ...TOPICS.flatMap(({ when, urgent = false }) => examplesOf(when).map((one) => ({ when: one, urgent }))),
];

/** Classifies the text between a question's markers by its nearest examples. */
export function judgeUrgency(question: string, embed: Embed): { urgent: boolean; why: string } {
  const words = first(/<message>\n([\s\S]*)\n<\/message>/, question) || question.trim();
  const vector = embed(words);
  const near = EXAMPLES.map(({ when, urgent }) => ({ urgent, score: dot(vector, embed(when)) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, NEIGHBORS)
    .map(({ urgent, score }) => ({ urgent, weight: Math.exp(STEEPNESS * score) }));
  const weigh = (some: typeof near): number => some.reduce((sum, { weight }) => sum + weight, 0);
  const urgent = words !== "" && weigh(near.filter((one) => one.urgent)) / weigh(near) > URGENT_SHARE;
  // The opening words determine the topic.
  const [opening = ""] = words.split(/(?<=[.!?])\s|\n/);
  return {
    urgent,
    why: urgent
      ? opening
          .split(/\s+/)
          .slice(0, 8)
          .join(" ")
          .replace(/[.,!?;:]+$/, "")
      : "",
  };
}

/** Keeps requests and outcomes, quoted. */
function shortened(transcript: string): string {
  const lines = transcript
    .split(/\n\n(?=\w{3} \d{4}-\d\d-\d\d \d\d:\d\d |Summary of what came before:)/)
    .flatMap((entry) => {
      const [head = "", ...rest] = entry.split("\n");
      if (head.startsWith("Summary of what came before:"))
        return rest.filter((line) => line.startsWith("- "));
      const [, at = "", who = ""] = /^\w{3} (\d{4}-\d\d-\d\d) \d\d:\d\d (.+):$/.exec(head) ?? [];
      const words = short(rest.filter((line) => !/^\[(?:calls|result)/.test(line)).join(" "), 200);
      return at === "" || words === "" || who === "Steward" ? [] : [`- ${at} ${who}: ${words}`];
    });
  return `What was asked and what became of it (quoted by the demo's script):\n${lines.slice(-60).join("\n")}`;
}

/** Entries that don't matter beyond their day. */
const PASSING = /^(?:thanks|thank you|ok|okay|done|nothing|good morning|all quiet)\b.{0,30}$/i;

/** Sorts daily notes by topic names, as the requested JSON. */
function sortedNotes(words: string): string {
  const known = [...words.matchAll(/<file path="[^"]+">\n([\s\S]*?)\n<\/file>/g)]
    .flatMap(([, content = ""]) => content.split("\n"))
    .filter((line) => /\p{L}/u.test(line) && !line.startsWith("#"))
    .map((line) =>
      line
        .replace(/^[-*]\s+/, "")
        .replace(/\s*_\([^)]*\)_.*$/, "")
        .trim(),
    );
  const notes = first(/<notes>\n([\s\S]*?)\n<\/notes>/, words);
  const lines = [...notes.matchAll(/^\[(\d+)\] (\S+) \| (.+)$/gm)].map(([, number, note = "", text = ""]) => {
    // If two lines differ only in numbers, one is wrong.
    const near = known.find((other) => withoutFigures(other) === withoutFigures(text)) ?? null;
    const differs = near !== null && near !== text;
    const area = `areas/${first(/\d{4}-\d{2}-\d{2}[_-]?([a-z0-9-]+)\.md$/, note) || "general"}.md`;
    const fold = {
      line: Number(number),
      area,
      duplicateOf: differs ? null : near,
      contradicts: differs ? near : null,
    };
    return { fold, text };
  });
  const memory = lines.filter(({ text }) => /\b(?:always|never|from now on|remember)\b/i.test(text));
  return JSON.stringify({
    folds: lines.filter(({ text }) => !PASSING.test(text)).map(({ fold }) => fold),
    memory: memory.map(({ fold, text }) => ({ text: text.slice(0, 200), lines: [fold.line] })),
  });
}

const withoutFigures = (text: string): string => text.toLowerCase().replace(/[\d.,:]+/g, "");
