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
/** Of what counts, one person's decisions about one recipient are at most so much. */
const PAIR_SHARE = 2 / 3;
/** Approvals of one person on one day that count: more of them are one sitting. */
const PER_SITTING = 5;
/** Approvals that held something before a rule covers it. */
const COVERED_BY = 5;
const DAY_MS = 86_400_000;
/** Characters of length are counted in steps of so many. */
const STEP = 50;
/** Smallest hashes of its words that stand for a text, and how many of them near-equal texts share. */
const HASHES = 8;
const NEAR = 5;
/** Hosts of its links that a line keeps, hashed: those of a text with more stay uncovered. */
const HOSTS = 3;
const HOST_CHARS = 6;
const NO_HOST = "0".repeat(HOST_CHARS);
/** One line: mark, decider, recipients, day, words, shape and reach, alphabet, length, hosts. Persisted. */
const WIDTHS = [1, 8, 8, 5, HASHES * 2, 1, 1, 2, HOSTS * HOST_CHARS] as const;
/** Recipients are counted in these steps. */
const REACHES = [1, 2, 5] as const;
export const LINE_CHARS = WIDTHS.reduce<number>((sum, width) => sum + width, 0);

/** What words may hold that a rule covers only where its evidence did. */
export interface Shape {
  readonly hasLink: boolean;
  /** Where its links lead, hashed; `NO_HOST` for one of which that can't be told. */
  readonly hosts: readonly string[];
  readonly hasSum: boolean;
  readonly hasAttachment: boolean;
  /** Letters that are not Latin. */
  readonly hasOtherLetters: boolean;
  /** How many it reaches, in steps: 0 for one, 3 for more than five. */
  readonly reach: number;
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

/** Links, including obfuscated ones that only a person can follow. `3.pm` isn't one. */
const LINK =
  /:\/\/|\b(?:mailto|tel|sms):|\bwww\.|\b\d{1,3}(?:\.\d{1,3}){3}\b|(?:\b(?=[\p{L}\p{M}\p{N}-]*\p{L})[\p{L}\p{M}\p{N}-]+\.|\b\d+\.(?!(?:am|pm)\b))(?:[\p{L}\p{M}\p{N}-]+\.)*\p{L}{2,}\b|[[({]\s*(?:\.|dot)\s*[\])}]|\bdot\s+(?:com|net|org|io|co|info|biz|app|dev|example)\b/iu;
/** A host name or an address, as letters of any alphabet. */
const HOST = /(?:[\p{L}\p{M}\p{N}_-]+\.)+[\p{L}\p{M}\p{N}-]+/gu;
/** A link that only a person can follow. */
const IN_WORDS = /[[({]\s*(?:\.|dot)\s*[\])}]|\bdot\s+(?:com|net|org|io|co|info|biz|app|dev|example)\b/iu;
/** Money, and numbers long enough to be an account's, also in groups. */
const SUM =
  /\p{Sc}|\b(?:dollars?|bucks?|grand|euros?|pounds?|cents?|bitcoins?)\b|(?:\b|\p{Nd})(?:usd|eur|gbp|cad|aud|chf|btc|eth)\b|\p{Nd}\s?k\b|\p{Nd}(?:[ -]?\p{Nd}){3,}/iu;
/** Fields that name people and things, and are no words to them. */
const NAMING =
  /^(?:to|cc|bcc|from|number|address|email|phone|mailbox|references|inreplyto|etag|hash|path|.*ids?|.*key)$/i;
/** A time as a program writes it. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** Scripts that are written without spaces: a word of theirs is two letters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** What a call's effects hold, and how many they reach. */
export function shapeOf(
  effects: readonly Pick<EffectBytes, "document">[],
  recipients: readonly string[],
): Shape {
  const words = wordsOf(effects);
  const plain = words.normalize("NFKC").replaceAll("。", ".");
  const reach = REACHES.findIndex((most) => recipients.length <= most);
  return {
    hasLink: LINK.test(plain),
    hosts: hostsIn(plain),
    hasSum: SUM.test(words) || SUM.test(plain),
    hasAttachment: effects.some(({ document }) => holdsFiles(document)),
    hasOtherLetters: (plain.match(/\p{L}/gu) ?? []).some((letter) => !/\p{Script=Latin}/u.test(letter)),
    reach: reach === -1 ? REACHES.length : reach,
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
  const shape = shapeOf(decision.effects, decision.recipients);
  const { hasLink, hosts, hasSum, hasAttachment, hasOtherLetters, reach, steps } = shape;
  const flags = (hasLink ? 1 : 0) + (hasSum ? 2 : 0) + (hasAttachment ? 4 : 0) + 8 * reach;
  return [
    decision.isUnchanged ? "1" : "0",
    hashed(decision.deciderId).slice(0, 8),
    hashed(decision.recipients.toSorted().join("\n")).slice(0, 8),
    Math.floor(decision.nowMs / DAY_MS)
      .toString(36)
      .padStart(5, "0"),
    printOf(wordsOf(decision.effects)),
    flags.toString(36),
    hasOtherLetters ? "1" : "0",
    Math.min(steps, 36 ** 2 - 1)
      .toString(36)
      .padStart(2, "0"),
    ...Array.from({ length: HOSTS }, (_, at) => hosts[at] ?? NO_HOST),
  ].join("");
}

/** Marks of the decisions that count: unchanged ones of near-equal words once and few of one sitting, all others each. Oldest first. */
export function countedMarks(breadth: string): string {
  return countedLines(breadth)
    .map(({ isUnchanged }) => (isUnchanged ? "1" : "0"))
    .join("");
}

function countedLines(breadth: string): Line[] {
  const kept: Line[] = [];
  const sittings = new Map<string, number>();
  const counted: Line[] = [];
  for (const line of linesIn(breadth)) {
    if (line.isUnchanged) {
      const sitting = `${line.decider} ${line.day}`;
      const before = sittings.get(sitting) ?? 0;
      if (before >= PER_SITTING || kept.some((one) => isNear(one.words, line.words))) continue;
      sittings.set(sitting, before + 1);
      kept.push(line);
    }
    counted.push(line);
  }
  return counted;
}

function approvedLines(breadth: string): Line[] {
  return countedLines(breadth).filter(({ isUnchanged }) => isUnchanged);
}

/** Whether enough different people decided, or were reached, over enough days, and none of them makes up most of it. */
export function isBroad(breadth: string): boolean {
  const lines = approvedLines(breadth);
  const days = lines.map(({ day }) => day);
  const isLong = lines.length > 0 && Math.max(...days) - Math.min(...days) >= DAYS;
  const count = (field: "decider" | "recipients"): number => new Set(lines.map((line) => line[field])).size;
  const pairs = Map.groupBy(lines, ({ decider, recipients }) => `${decider} ${recipients}`);
  const most = Math.max(0, ...[...pairs.values()].map(({ length }) => length));
  const isSpread = most <= Math.ceil(lines.length * PAIR_SHARE);
  return isLong && isSpread && (count("decider") >= DECIDERS || count("recipients") >= RECIPIENTS);
}

/** What of a call too little approved evidence held, in words; null where the evidence covers it. */
export function beyondEvidence(breadth: string, shape: Shape): string | null {
  const lines = approvedLines(breadth);
  const isCovered = (had: (of: Shape) => boolean): boolean =>
    lines.filter((line) => had(line.shape)).length >= COVERED_BY;
  if (shape.hasAttachment && !isCovered((of) => of.hasAttachment)) return "an attachment";
  if (shape.hasLink && !isCovered((of) => of.hasLink)) return "a link";
  const isKnown = (host: string): boolean => host !== NO_HOST && isCovered((of) => of.hosts.includes(host));
  if (shape.hasLink && !shape.hosts.every(isKnown)) return "a link to another site";
  if (shape.hasSum && !isCovered((of) => of.hasSum)) return "a sum or a long number";
  if (shape.hasOtherLetters && !isCovered((of) => of.hasOtherLetters)) return "another alphabet";
  if (shape.reach > 0 && !isCovered((of) => of.reach >= shape.reach)) return "more recipients than before";
  return isCovered((of) => of.steps >= shape.steps) ? null : "more words than before";
}

function linesIn(breadth: string): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at + LINE_CHARS <= breadth.length; at += LINE_CHARS) {
    let from = at;
    const [
      mark = "",
      decider = "",
      recipients = "",
      day = "",
      words = "",
      flags = "",
      alphabet = "",
      steps = "",
      hosts = "",
    ] = WIDTHS.map((width) => breadth.slice(from, (from += width)));
    const bits = Number.parseInt(flags, 36);
    const reach = bits >> 3;
    lines.push({
      isUnchanged: mark === "1",
      decider,
      // People in copy don't count as other recipients.
      recipients: reach > 0 ? "several" : recipients,
      day: Number.parseInt(day, 36),
      words,
      shape: {
        hasLink: (bits & 1) !== 0,
        hosts: Array.from({ length: HOSTS }, (_, index) =>
          hosts.slice(index * HOST_CHARS, (index + 1) * HOST_CHARS),
        ).filter((host) => host !== NO_HOST),
        hasSum: (bits & 2) !== 0,
        hasAttachment: (bits & 4) !== 0,
        hasOtherLetters: alphabet === "1",
        reach,
        steps: Number.parseInt(steps, 36),
      },
    });
  }
  return lines;
}

/** Where the links of a text lead. What could be read as one or the other counts as both. */
function hostsIn(plain: string): string[] {
  if (!LINK.test(plain)) return [];
  const hosts = new Set<string>();
  for (const word of plain.toLowerCase().split(/[\s<>()"“”‘’|,;]+/)) {
    if (!LINK.test(word)) continue;
    // A browser takes backslashes for slashes, and what stands before an @ for a name.
    const [authority = "", ...more] = word.replace(/^[a-z][a-z0-9+-]*:[/\\]*/, "").split(/[/\\?#]/);
    const names = authority.match(HOST) ?? [];
    const isTold = names.length > 0 && !more.some((part) => part.includes(":"));
    if (!isTold) hosts.add(NO_HOST);
    for (const name of names) hosts.add(hashed(name.replace(/^www\./, "")).slice(0, HOST_CHARS));
  }
  // A link in several words names no host that can be told.
  if (hosts.size === 0 || IN_WORDS.test(plain)) hosts.add(NO_HOST);
  return [...hosts].toSorted();
}

/** Words as they are compared: letters alone, so that a number, an accent or a mark makes no other text. */
function printOf(text: string): string {
  const runs = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/\p{L}+/gu) ?? [""];
  const words = [...new Set(runs.flatMap((run) => (UNSPACED.test(run) ? pairsOf(run) : [run])))];
  return Array.from({ length: HASHES }, (_, seed) =>
    words
      .map((word) => hashed(`${seed} ${word}`))
      .reduce((least, one) => (one < least ? one : least))
      .slice(6, 8),
  ).join("");
}

function pairsOf(run: string): string[] {
  const letters = Array.from(run);
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at] ?? ""}${letter}`);
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
  if (typeof value === "string") return ISO_TIME.test(value) ? [] : [value];
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
