/**
 * The check of an answer's statements by a model: the question it is asked, and what counts of its verdicts.
 * A verdict that names words of a source counts only if they occur there exactly. Pure.
 */
import type * as z from "zod";
import type { Json } from "../../kernel/hash.ts";
import type { DoubtedStatement, Part } from "../api/message.ts";
import type { statementVerdictsSchema } from "../agents/statement-judge.ts";
import type { Answer } from "./cited.ts";
import { wordsIn } from "./given.ts";
import { folded, isIn, withoutQuotes } from "./quotes.ts";
import { sentencesAndColumns } from "./sentences.ts";
import type { Given, StandsOn } from "./stands-on.ts";

const MAX_SENTENCES = 60;
const MAX_SOURCES_CHARS = 30_000;
const MAX_SOURCE_CHARS = 8_000;
/** Words with the same beginning are the same, and short ones tell nothing. */
const STEM = { chars: 5, least: 4 } as const;

/** The model's verdict on a numbered sentence, with the number of the source that decides and its words. */
type StatementVerdict = z.output<typeof statementVerdictsSchema>["statements"][number];

interface Source {
  readonly text: string;
  readonly link: string | null;
}

/** What the model is asked, and what its numbers refer to. */
interface StatementCheck {
  readonly text: string;
  readonly sentences: readonly string[];
  readonly sources: readonly Source[];
  /** Whether the sources are cut, so that something not stated in them may still be known. */
  readonly isCut: boolean;
}

/** What else the answer was written from. */
interface Read {
  /** What its prompt held beside the messages: the team's memory and files, the summary of older messages. */
  readonly told: readonly string[];
  /** Whether the messages given and told are all that was read. */
  readonly isAll: boolean;
}

/**
 * Null if the answer has no sentences, or its run has no sources. What was read last comes first, so that a
 * cut takes what is furthest from the answer.
 */
export function statementCheck(
  runId: string,
  answer: Answer,
  given: readonly Given[],
  { told, isAll }: Read = { told: [], isAll: true },
): StatementCheck | null {
  const lines = sentencesAndColumns(answer.text(answer.parts)).filter(
    (line) => "columns" in line || /[\p{L}\p{N}]/u.test(line.sentence),
  );
  const sentences = lines.flatMap((line) => ("sentence" in line ? [line.sentence] : []));
  const asked = given.findLast(({ kind, runId: of }) => kind === "inbound" && of === runId);
  const ofRun = given.filter((one) => one.runId === runId && one !== asked);
  const before = given.filter((one) => one.runId !== runId).toReversed();
  const all = [
    ...ofRun.toReversed().flatMap((one) => [...sourcesIn(one), ...contextOf(one)]),
    ...(asked === undefined ? [] : contextOf(asked)),
    ...told.flatMap((text) => plain(linesAbout(text, sentences.join("\n")))),
    ...before.flatMap((one) => [...sourcesIn(one), ...contextOf(one)]),
  ].filter(({ text }) => text !== "");
  if (sentences.length === 0 || sentences.length > MAX_SENTENCES || all.length === 0) return null;
  const sources: Source[] = [];
  let left = MAX_SOURCES_CHARS;
  for (const { text, link } of all) {
    const kept = text.slice(0, Math.min(MAX_SOURCE_CHARS, left));
    if (kept === "") break;
    sources.push({ text: kept, link });
    left -= kept.length;
  }
  return {
    text: [
      `<question>\n${escapeTags(asked === undefined ? "" : textOfParts(asked.parts))}\n</question>`,
      ...sources.map(({ text }, at) => `<source number="${at + 1}">\n${escapeTags(text)}\n</source>`),
      `<answer>\n${numbered(lines)}\n</answer>`,
    ].join("\n"),
    sentences,
    sources,
    isCut: !isAll || sources.length < all.length || sources.some(({ text }, at) => text !== all[at]?.text),
  };
}

function numbered(lines: ReturnType<typeof sentencesAndColumns>): string {
  let number = 0;
  return lines
    .map((line) => {
      if ("columns" in line) return `Columns: ${escapeTags(line.columns)}`;
      number += 1;
      return `${number}. ${escapeTags(line.sentence)}`;
    })
    .join("\n");
}

/** Neither an answer nor a source can end its enclosure, or hold markup of ours. */
function escapeTags(text: string): string {
  return text.replace(/<(?=\/?[a-z])/gi, "‹");
}

/** What is known of an answer after the check. A statement that its sources support needs no other mark. */
export function withVerdicts(
  stands: StandsOn,
  { sentences, sources, isCut }: StatementCheck,
  verdicts: readonly StatementVerdict[],
): StandsOn {
  const doubted: DoubtedStatement[] = [];
  const supported = new Set<string>();
  const seen = new Set<number>();
  for (const { number, verdict, source, words } of verdicts) {
    const sentence = sentences[number - 1];
    if (sentence === undefined || seen.has(number)) continue;
    seen.add(number);
    const decisive = sources[source - 1];
    const isThere =
      decisive !== undefined &&
      /[\p{L}\p{N}]/u.test(words) &&
      isIn(words, [folded(escapeTags(decisive.text))]);
    if (verdict === "supported") {
      if (isThere) supported.add(withoutQuotes(sentence));
    } else if (verdict === "contradicted" && isThere) {
      const { link } = decisive;
      doubted.push({ sentence, verdict, words: words.trim(), ...(link === null ? {} : { link }) });
    } else if (!isCut) doubted.push({ sentence, verdict: "not_stated" });
  }
  return {
    ...stands,
    unprovenClaims: stands.unprovenClaims.filter(({ sentence }) => !supported.has(sentence)),
    doubtedStatements: doubted,
  };
}

function textOfParts(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => (part.type === "text" ? [String((part as { text?: unknown }).text)] : []))
    .join("\n");
}

function plain(text: string): Source[] {
  return [{ text, link: null }];
}

function contextOf({ context }: Given): Source[] {
  return plain(context ?? "");
}

/** The lines of a text that share a word with an answer. */
function linesAbout(text: string, answer: string): string {
  const stems = (words: string): string[] =>
    wordsIn(words).flatMap((word) => (word.length < STEM.least ? [] : [word.slice(0, STEM.chars)]));
  const said = new Set(stems(answer));
  return text
    .split("\n")
    .filter((line) => stems(line).some((stem) => said.has(stem)))
    .join("\n");
}

/** Parts with words of people beside their text: a receipt, an e-mail, a forwarded message, a form's answers. */
const RECORDS = new Set(["outcome", "email", "enclosure", "answer"]);

/** Each item of a look-up, and what people and outsiders wrote. The agent's own words prove nothing. */
function sourcesIn({ kind, parts }: Given): Source[] {
  if (kind === "results") return parts.flatMap(foundIn);
  if (kind === "reply" || kind === "repair") return [];
  const records = parts.filter(({ type }) => RECORDS.has(type));
  return [textOfParts(parts), ...records.map((part) => linesOf(part as unknown as Json).join("\n"))].flatMap(
    plain,
  );
}

function foundIn(part: Part): Source[] {
  const { type, content } = part as { readonly type: string; readonly content?: unknown };
  if (type !== "tool_result" || typeof content !== "string") return [];
  let found: Json;
  try {
    found = JSON.parse(content) as Json;
  } catch {
    return [{ text: content, link: null }];
  }
  if (found === null || typeof found !== "object") return [{ text: String(found), link: null }];
  const { items, ...rest } = found as { readonly items?: unknown };
  if (!Array.isArray(items)) return [sourceOf(found)];
  const short = Object.entries(rest).filter(([, value]) => JSON.stringify(value).length <= HEADING_CHARS);
  const heading = linesOf(Object.fromEntries(short) as Json);
  return [...items.map((item: Json) => sourceOf(item, heading)), sourceOf(rest as Json)];
}

function sourceOf(found: Json, heading: readonly string[] = []): Source {
  const link = (found as { readonly link?: unknown } | null)?.link;
  const own = linesOf(found);
  return {
    text: own.length === 0 ? "" : [...heading, ...own].join("\n"),
    link: typeof link === "string" ? link : null,
  };
}

/** Of what stands beside a list, fields as short as this in JSON are about each item: the number of a thread. */
const HEADING_CHARS = 60;
/** Fields that say nothing about the world. */
const BARE = new Set(["link", "relevance", "id", "note", "rest", "shown", "older"]);

/** A record as lines, `field: value`, so that its text stands there exactly. */
function linesOf(value: Json, above = ""): string[] {
  if (value === null || value === "") return [];
  if (typeof value !== "object") return [above === "" ? String(value) : `${above}: ${String(value)}`];
  if (Array.isArray(value)) return value.flatMap((one) => linesOf(one, above));
  return Object.entries(value).flatMap(([name, field]) =>
    BARE.has(name) ? [] : linesOf(field, above === "" ? name : `${above}.${name}`),
  );
}
