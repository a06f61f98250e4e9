/**
 * Finds the sources of an answer: the passages it uses, and its quotes, figures, dates, times and names
 * that occur in none. Pure; no model is called.
 */
import * as z from "zod";
import { holderOf, SUMMARIZED, type Passage as Cited } from "../runs/index.ts";
import type { ContextUsed, DoubtedStatement, Part, UnprovenClaim } from "../api/message.ts";
import type { Citation } from "../api/cited-text.ts";
import { citedAnswer, withoutMarks, type Answer, type CitedAnswer } from "./cited.ts";
import { unprovenClaims } from "./claims.ts";
import type { Grounds } from "./derived.ts";
import { recordOf, recordsOf, type Thing } from "./given.ts";
import { folded, holds, isIn, quotesOf } from "./quotes.ts";
import { valuesOf } from "./values.ts";

/** Stored with an answer. */
export interface StandsOn {
  readonly contextUsed: readonly ContextUsed[];
  /** Quotes that occur in no source. */
  readonly unprovenQuotes: readonly string[];
  /** Figures, dates, times and names that occur in no source. */
  readonly unprovenClaims: readonly UnprovenClaim[];
  /** Statements that the sources don't support, by a model's reading; undefined until it has read them. */
  readonly doubtedStatements?: readonly DoubtedStatement[];
}

/** The part of a message that the check needs. */
export interface Given {
  readonly runId: string;
  readonly kind: string;
  readonly parts: readonly Part[];
  /** What the system said with it: the time, the speaker. */
  readonly context?: string | null;
}

/** Maximum passages shown below an answer. */
const SOURCES = 5;
const UNPROVEN = 10;
/** Maximum characters of sources read, newest first. */
const READ_CHARS = 200_000;
const QUESTION_CHARS = 500;
const CITED_CHARS = 500;

/** A passage in a tool's answer. */
const passageSchema = z.object({
  in: z.string(),
  title: z.string(),
  at: z.string(),
  quote: z.string(),
  /** A path in the app; outside content must not link elsewhere. */
  link: z.string().regex(/^\/(?![/\\])/),
  relevance: z.number(),
});
type Passage = z.infer<typeof passageSchema>;

/**
 * The sources of a run's answer. Null if its run looked nothing up and it cites nothing. A citation counts
 * if its exact words were found at its source.
 */
export function standsOn(runId: string, answer: Answer, given: readonly Given[]): StandsOn | null {
  const found = given.filter(({ kind }) => kind === "results");
  const results = found.flatMap(({ runId: of, parts }) => (of === runId ? parts.flatMap(resultOf) : []));
  const passages = results.flatMap(passagesOf);
  const citable = found.flatMap(({ parts }) => parts.flatMap(citableIn));
  const cited = citedAnswer(answer, (citation) => citable.some((one) => holdsCitation(one, citation)));
  if (results.length === 0 && cited.passages.length === 0) return null;
  const proposed = proposedBy(given);
  const text = withoutMarks(cited.text).text;
  const quotes = quotesOf(text);
  const words = given.flatMap((message) => wordsOf(message, runId, proposed)).map(folded);
  return {
    contextUsed: usedBy({ cited, text, quotes }, passages, citable),
    unprovenQuotes: quotes.filter((quote) => !isIn(quote, words)).slice(0, UNPROVEN),
    unprovenClaims: unprovenClaims(cited.text, groundsOf(runId, given, proposed, cited)).slice(0, UNPROVEN),
  };
}

function holdsCitation({ link, quote }: Passage, { source, cited }: Citation): boolean {
  const words = cited.trim();
  return link === source && words !== "" && quote.includes(words);
}

/** The passages cited; otherwise those whose words the answer uses, or the best ones found. */
function usedBy(
  {
    cited: { passages: cites },
    text,
    quotes,
  }: { readonly cited: CitedAnswer; readonly text: string; readonly quotes: readonly string[] },
  passages: readonly Passage[],
  citable: readonly Passage[],
): ContextUsed[] {
  const isCited = ({ link }: Passage): boolean => cites.some(({ source }) => source === link);
  const named = distinct(
    [...passages, ...citable].filter(
      (one) =>
        isCited(one) || holds(text, one.link) || quotes.some((quote) => isIn(quote, [folded(one.quote)])),
    ),
  );
  return (named.length > 0 ? named : distinct(passages))
    .toSorted(
      (left, right) => Number(isCited(right)) - Number(isCited(left)) || right.relevance - left.relevance,
    )
    .slice(0, SOURCES)
    .map(({ in: source, title, at, link, relevance }) => {
      const cited = cites.find(({ source: of }) => of === link)?.cited.trim();
      return {
        id: link,
        source,
        title,
        relevance,
        at,
        ...(cited === undefined ? {} : { cited: cited.slice(0, CITED_CHARS) }),
      };
    });
}

function groundsOf(
  runId: string,
  given: readonly Given[],
  proposed: ReadonlySet<string>,
  { passages: cited }: CitedAnswer,
): Grounds {
  const found: Thing[] = [];
  const said: string[] = [];
  let left = READ_CHARS;
  for (const message of given.toReversed()) {
    const results = message.kind === "results" ? message.parts.flatMap(resultOf) : [];
    const words =
      message.kind === "results" ? [] : [...wordsOf(message, runId, proposed), message.context ?? ""];
    left -= [...results.flatMap(leaves), ...words].join("").length;
    if (left < 0) break;
    found.push(...results.flatMap(recordsOf));
    said.push(...words);
  }
  const asked = given.findLast(({ kind }) => kind === "inbound");
  const question = asked === undefined ? "" : asked.parts.flatMap(leaves).join("\n").slice(0, QUESTION_CHARS);
  return { found, said: recordOf(said.join("\n")), cited, question, today: todayOf(given) };
}

/** The date last given to the agent, `2026-11-20`. */
function todayOf(given: readonly Given[]): string | null {
  const told = given.findLast(({ context }) => context?.includes("\nNow: "))?.context ?? "";
  const { values } = valuesOf(/\nNow: (.*)/.exec(told)?.[1] ?? "");
  return values.find(({ kind }) => kind === "date")?.keys[0]?.slice(3) ?? null;
}

function distinct(passages: readonly Passage[]): Passage[] {
  const byLink = new Map<string, Passage>();
  for (const passage of passages) {
    const known = byLink.get(passage.link);
    if (known === undefined || known.relevance < passage.relevance) byLink.set(passage.link, passage);
  }
  return [...byLink.values()];
}

/** A tool's answer with its citable passages; null for any other part. */
function answerIn(part: Part): { readonly found: unknown; readonly passages: readonly Cited[] } | null {
  const { type, content, passages } = part as {
    readonly type: string;
    readonly content?: unknown;
    readonly passages?: unknown;
  };
  if (type !== "tool_result" || typeof content !== "string") return null;
  const citable = Array.isArray(passages) ? (passages as Cited[]) : [];
  try {
    return { found: JSON.parse(content) as unknown, passages: citable };
  } catch {
    return { found: content, passages: [] };
  }
}

/** The records of an answer, with their links. */
function resultOf(part: Part): unknown[] {
  const answer = answerIn(part);
  if (answer === null) return [];
  const { found, passages } = answer;
  for (const one of passages) {
    const held = holderOf(found, one);
    if (held !== null && !Array.isArray(held.thing)) {
      held.thing["link"] ??= one.link;
      held.thing["title"] ??= one.title;
    }
  }
  return [found];
}

function citableIn(part: Part): Passage[] {
  const { found, passages = [] } = answerIn(part) ?? {};
  return passages.flatMap((one) => {
    const held = holderOf(found, one);
    if (held === null) return [];
    const { in: kind, title, at, link } = one;
    const relevance = held.thing["relevance"];
    return [
      {
        in: kind,
        title,
        at,
        link,
        quote: held.words,
        relevance: typeof relevance === "number" ? relevance : 1,
      },
    ];
  });
}

function passagesOf(result: unknown): Passage[] {
  const { items } = (result ?? {}) as { readonly items?: unknown };
  if (!Array.isArray(items)) return [];
  return items.flatMap((item) => {
    const read = passageSchema.safeParse(item);
    return read.success ? [read.data] : [];
  });
}

/**
 * Text that may be quoted: what people wrote, what look-ups found, and this run's drafts. Other text of the
 * agent proves nothing.
 */
function wordsOf({ kind, runId, parts }: Given, ofRun: string, proposed: ReadonlySet<string>): string[] {
  if (kind === "results") return parts.flatMap(resultOf).map(withoutDigest).flatMap(leaves);
  if (kind === "reply" && runId === ofRun)
    return parts.flatMap((part) => (part.type === "tool_use" && isDraft(part, proposed) ? leaves(part) : []));
  return kind === "reply" || kind === "repair" ? [] : parts.flatMap(leaves);
}

/** A digest is the cheap model's words: its claims were checked against its source, but it can't be quoted. */
function withoutDigest(result: unknown): unknown {
  if (result === null || typeof result !== "object" || !("digest" in result)) return result;
  const { digest, ...rest } = result;
  return "format" in rest && rest.format === SUMMARIZED ? rest : { ...rest, digest };
}

/** A call with text to send, write or approve; the arguments of a look-up are the agent's own words. */
function isDraft(part: Part, proposed: ReadonlySet<string>): boolean {
  const { id = "", input } = part as { readonly id?: string; readonly input?: unknown };
  if (proposed.has(id)) return true;
  return typeof input === "object" && input !== null && ("body" in input || "content" in input);
}

/** Calls that led to a proposal. */
function proposedBy(given: readonly Given[]): Set<string> {
  const parts = given.flatMap(({ kind, parts: of }) => (kind === "results" ? of : []));
  return new Set(
    parts.flatMap((part) => {
      const answer = resultOf(part)[0] as
        | { readonly status?: unknown; readonly specialist?: unknown }
        | undefined;
      // A task handed to a specialist is the agent's own words.
      return answer?.status === "awaiting_approval" && answer.specialist === undefined
        ? [(part as { tool_use_id?: string }).tool_use_id ?? ""]
        : [];
    }),
  );
}

export function leaves(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(leaves);
}
