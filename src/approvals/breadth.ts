/**
 * What the judged one can't make: how broad the evidence behind a tally is. Each decision leaves a line of fixed width: how it went, who decided, whom it
 * reached, on which day, what the words were like, and what they held. Words themselves are not kept. Pure.
 */
import { createHash } from "node:crypto";
import type { EffectBytes } from "./ports.ts";

/** Deciders, or recipients, and days that a rule needs behind it. */
const DECIDERS = 2;
const RECIPIENTS = 5;
const DAYS = 7;
const DAY_MS = 86_400_000;
/** Characters of length are counted in steps of so many. */
const STEP = 50;
/** Smallest hashes of its words that stand for a text, and how many of them near-equal texts share. */
const HASHES = 8;
const NEAR = 6;
/** One line: mark, decider, recipients, day, words, shape, length. */
const WIDTHS = [1, 8, 8, 5, HASHES * 2, 1, 3] as const;
export const LINE_CHARS = WIDTHS.reduce<number>((sum, width) => sum + width, 0);

/** What words may hold that a rule covers only where its evidence did. */
export interface Shape {
  readonly hasLink: boolean;
  readonly hasSum: boolean;
  readonly hasAttachment: boolean;
  /** Length of all words together, in steps. */
  readonly steps: number;
}

interface Line {
  readonly isUnchanged: boolean;
  readonly decider: string;
  readonly recipients: string;
  readonly day: number;
  readonly words: string;
  readonly shape: Shape;
}

const LINK = /:\/\/|\bwww\.|\b[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?!(?:am|pm)\b)\p{L}{2,}\b/iu;
/** Money, and numbers long enough to be an account's. */
const SUM =
  /\p{Sc}\s?\p{Nd}|\p{Nd}[\p{Nd}.,]*\s?(?:dollars?|euros?|pounds?|cents?|usd|eur|gbp)\b|\p{Nd}{4,}/iu;
/** Fields that name people and things, and are no words to them. */
const NAMING = /^(?:to|cc|bcc|from|number|address|email|phone|etag|hash|path|.*ids?|.*key)$/i;

/** What a call's effects hold. */
export function shapeOf(effects: readonly Pick<EffectBytes, "document">[]): Shape {
  const words = wordsOf(effects);
  return {
    hasLink: LINK.test(words),
    hasSum: SUM.test(words),
    hasAttachment: effects.some(({ document }) => holdsFiles(document)),
    steps: Math.ceil(words.length / STEP),
  };
}

/** The line a decision leaves. */
export function lineOf(decision: {
  readonly isUnchanged: boolean;
  readonly deciderId: string;
  readonly recipients: readonly string[];
  readonly nowMs: number;
  readonly effects: readonly Pick<EffectBytes, "document">[];
}): string {
  const { hasLink, hasSum, hasAttachment, steps } = shapeOf(decision.effects);
  const flags = (hasLink ? 1 : 0) + (hasSum ? 2 : 0) + (hasAttachment ? 4 : 0);
  return [
    decision.isUnchanged ? "1" : "0",
    hashed(decision.deciderId).slice(0, 8),
    hashed(decision.recipients.toSorted().join("\n")).slice(0, 8),
    Math.floor(decision.nowMs / DAY_MS)
      .toString(36)
      .padStart(5, "0"),
    printOf(wordsOf(decision.effects)),
    String(flags),
    Math.min(steps, 36 ** 3 - 1)
      .toString(36)
      .padStart(3, "0"),
  ].join("");
}

/** Marks of the decisions that count: unchanged ones of near-equal words once, all others each. Oldest first. */
export function countedMarks(breadth: string): string {
  const kept: Line[] = [];
  let marks = "";
  for (const line of linesIn(breadth)) {
    if (line.isUnchanged && kept.some((one) => isNear(one.words, line.words))) continue;
    if (line.isUnchanged) kept.push(line);
    marks += line.isUnchanged ? "1" : "0";
  }
  return marks;
}

/** Whether enough different people decided, or were reached, over enough days. */
export function isBroad(breadth: string): boolean {
  const lines = linesIn(breadth).filter(({ isUnchanged }) => isUnchanged);
  const days = lines.map(({ day }) => day);
  const isLong = lines.length > 0 && Math.max(...days) - Math.min(...days) >= DAYS;
  const count = (field: "decider" | "recipients"): number => new Set(lines.map((line) => line[field])).size;
  return isLong && (count("decider") >= DECIDERS || count("recipients") >= RECIPIENTS);
}

/** What of a call no approved evidence held, in words; null where the evidence covers it. */
export function beyondEvidence(breadth: string, shape: Shape): string | null {
  const lines = linesIn(breadth).filter(({ isUnchanged }) => isUnchanged);
  const had = (field: "hasLink" | "hasSum" | "hasAttachment"): boolean =>
    lines.some((line) => line.shape[field]);
  if (shape.hasAttachment && !had("hasAttachment")) return "an attachment";
  if (shape.hasLink && !had("hasLink")) return "a link";
  if (shape.hasSum && !had("hasSum")) return "a sum or a long number";
  return shape.steps > Math.max(0, ...lines.map((line) => line.shape.steps))
    ? "more words than before"
    : null;
}

function linesIn(breadth: string): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at + LINE_CHARS <= breadth.length; at += LINE_CHARS) {
    let from = at;
    const [mark = "", decider = "", recipients = "", day = "", words = "", flags = "", steps = ""] =
      WIDTHS.map((width) => breadth.slice(from, (from += width)));
    const bits = Number(flags);
    lines.push({
      isUnchanged: mark === "1",
      decider,
      recipients,
      day: Number.parseInt(day, 36),
      words,
      shape: {
        hasLink: (bits & 1) !== 0,
        hasSum: (bits & 2) !== 0,
        hasAttachment: (bits & 4) !== 0,
        steps: Number.parseInt(steps, 36),
      },
    });
  }
  return lines;
}

/** Words as they are compared: letters alone, so that a number or a mark makes no other text. */
function printOf(text: string): string {
  const words = [
    ...new Set(
      text
        .normalize("NFKC")
        .toLowerCase()
        .match(/\p{L}+/gu) ?? [""],
    ),
  ];
  return Array.from({ length: HASHES }, (_, seed) =>
    words
      .map((word) => hashed(`${seed} ${word}`))
      .reduce((least, one) => (one < least ? one : least))
      .slice(6, 8),
  ).join("");
}

function isNear(one: string, other: string): boolean {
  let same = 0;
  for (let at = 0; at < HASHES * 2; at += 2) if (one.slice(at, at + 2) === other.slice(at, at + 2)) same++;
  return same >= NEAR;
}

function wordsOf(effects: readonly Pick<EffectBytes, "document">[]): string {
  return effects.flatMap(({ document }) => textsIn(document)).join(" ");
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, one]) => (NAMING.test(name) ? [] : textsIn(one)));
}

function holdsFiles(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsFiles);
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(([name, one]) =>
    /attach|media|files/i.test(name) ? Array.isArray(one) && one.length > 0 : holdsFiles(one),
  );
}

function hashed(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
