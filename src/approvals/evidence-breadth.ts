/**
 * Judges how broad the evidence behind a tally is, by properties an agent can't produce itself. Each
 * decision adds a line of fixed width: the result, who decided, recipients, day, a fingerprint of the
 * words, and what they contained. The words themselves are not stored. Pure.
 */
import { createHash } from "node:crypto";
import type { EffectBytes } from "./ports.ts";
import { DAY_MS } from "../kernel/clock.ts";

/** Minimum number of deciders or recipients for a rule. */
const DECIDERS = 2;
const RECIPIENTS = 5;
const DAYS = 7;
/** Maximum share of the counted decisions that one person may have made about one recipient. */
const PAIR_SHARE = 2 / 3;
/** Approvals per person and day that count; more of them are one sitting. */
const PER_SITTING = 5;
/** Approved messages that contained an item (such as a link) before a rule covers it. */
const COVERED_BY = 5;
/** Lengths are counted in steps of this many characters. */
const STEP = 50;
/**
 * A text's fingerprint is the smallest hashes of its words. The second number is how many of them
 * near-equal texts share.
 */
const HASHES = 8;
const NEAR = 5;
/** Maximum link hosts in a line, hashed. A text with more is never covered. */
const HOSTS = 3;
const HOST_CHARS = 6;
const NO_HOST = "0".repeat(HOST_CHARS);
/** Fields of a line: result, decider, recipients, day, words, shape and reach, alphabet, length, hosts. Persisted. */
const WIDTHS = [1, 8, 8, 5, HASHES * 2, 1, 1, 2, HOSTS * HOST_CHARS] as const;
/** Upper bounds of the steps in which recipients are counted. */
const REACHES = [1, 2, 5] as const;
export const LINE_CHARS = WIDTHS.reduce<number>((sum, width) => sum + width, 0);

/** Properties of a text that a rule covers only if its evidence had them. */
export interface Shape {
  readonly hasLink: boolean;
  /** Hashed hosts of its links; `NO_HOST` for a link whose host can't be determined. */
  readonly hosts: readonly string[];
  readonly hasSum: boolean;
  readonly hasAttachment: boolean;
  /** Whether it contains letters that are not Latin. */
  readonly hasOtherLetters: boolean;
  /** Number of recipients, in steps: 0 for one, 3 for more than five. */
  readonly reach: number;
  /** Total length of the text, in steps. */
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
/** A host name or an e-mail address, in any alphabet. */
const HOST = /(?:[\p{L}\p{M}\p{N}_-]+\.)+[\p{L}\p{M}\p{N}-]+/gu;
/** An obfuscated link that only a person can follow. */
const IN_WORDS = /[[({]\s*(?:\.|dot)\s*[\])}]|\bdot\s+(?:com|net|org|io|co|info|biz|app|dev|example)\b/iu;
/** Amounts of money, and numbers long enough to be an account number, grouped or not. */
const SUM =
  /\p{Sc}|\b(?:dollars?|bucks?|grand|euros?|pounds?|cents?|bitcoins?)\b|(?:\b|\p{Nd})(?:usd|eur|gbp|cad|aud|chf|btc|eth)\b|\p{Nd}\s?k\b|\p{Nd}(?:[ -]?\p{Nd}){3,}/iu;
/** Fields that hold names, which are not part of the text. */
const NAMING =
  /^(?:to|cc|bcc|from|number|address|email|phone|mailbox|references|inreplyto|etag|hash|path|.*ids?|.*key)$/i;
/** A time in a machine format. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** Scripts written without spaces; two letters count as a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The shape of a call's effects and their number of recipients. */
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

/**
 * The decisions that count, oldest first. Of unchanged approvals, near-equal texts count once and those of
 * one sitting up to `PER_SITTING`; all other decisions count.
 */
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

/** Whether enough people decided, or were reached, over enough days, with no one making up most of it. */
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

/** What in a call too few approved messages contained, in words; null if the evidence covers it. */
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
      // Recipients in copy don't count as further recipients.
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

/** Hosts that the links of a text lead to. An ambiguous one counts as each host it could be. */
function hostsIn(plain: string): string[] {
  if (!LINK.test(plain)) return [];
  const hosts = new Set<string>();
  for (const word of plain.toLowerCase().split(/[\s<>()"“”‘’|,;]+/)) {
    if (!LINK.test(word)) continue;
    // Browsers treat backslashes as slashes, and the part before an @ as a user name.
    const [authority = "", ...more] = word.replace(/^[a-z][a-z0-9+-]*:[/\\]*/, "").split(/[/\\?#]/);
    const names = authority.match(HOST) ?? [];
    const isTold = names.length > 0 && !more.some((part) => part.includes(":"));
    if (!isTold) hosts.add(NO_HOST);
    for (const name of names) hosts.add(hashed(name.replace(/^www\./, "")).slice(0, HOST_CHARS));
  }
  // The host of an obfuscated link can't be determined.
  if (hosts.size === 0 || IN_WORDS.test(plain)) hosts.add(NO_HOST);
  return [...hosts].toSorted();
}

/** Normalizes words to letters only, so that numbers, accents and punctuation don't make a text different. */
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
