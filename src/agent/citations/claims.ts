/**
 * Finds claims of an answer outside its quotes (figures, dates, times, names) that occur in no source.
 * Pure; no model is called.
 */
import { derivedOf, isHeld, isSpan, type Derived, type Grounds } from "./derived.ts";
import { foldedWord, placeOf, recordOf, weekdayOf } from "./given.ts";
import { languageOf, type Language } from "./language.ts";
import { reckonedIn } from "./reckoned.ts";
import type { UnprovenClaim } from "../api/message.ts";
import { isKnown, isPlain } from "./plain-words.ts";
import { isContradicted, placesOf, type Around, type Placed } from "./nearest.ts";
import { withoutMarks } from "./cited.ts";
import { withoutQuotes } from "./quotes.ts";
import { sentencesOf, type Sentence } from "./sentences.ts";
import { valuesOf, type Value } from "./values.ts";
import { DAY_MS } from "../../kernel/clock.ts";

interface Claim extends Placed {
  readonly isDay: boolean;
  readonly isName?: boolean;
}

/** Unsupported claims of a marked answer, in order, once per sentence. */
export function unprovenClaims(answer: string, grounds: Grounds): UnprovenClaim[] {
  const sentences = sentencesOf(withoutQuotes(answer));
  const whole = sentencesOf(answer);
  const derived = derivedOf(whole, grounds);
  const { found, question } = grounds;
  const cited = whole.flatMap((sentence) => sourcesOf(sentence, grounds));
  const places = placesOf(
    found.map((thing) => (thing.link === null ? thing : { ...thing, link: placeOf(thing.link) })),
    cited,
  );
  const around = { places, answer: recordOf(withoutMarks(answer).text), question };
  const language = languageOf(found);
  const seen = new Set<string>();
  const isReckoned = reckonedIn(sentences, whole, grounds);
  return sentences
    .flatMap((sentence, place) =>
      unprovenOf(claimsOf(sentence, { ...grounds, language }, derived), sentence, { ...grounds, around })
        .filter(({ value }) => !isReckoned(place, value))
        .toSorted((one, other) => one.at - other.at)
        .map(({ words }) => ({ words, sentence: sentence.text })),
    )
    .filter(({ words, sentence }) => {
      const key = `${words}\n${sentence}`;
      return !seen.has(key) && seen.add(key);
    });
}

/** The sources of a sentence: its links, and its model's citations. */
function sourcesOf({ links, cites }: Sentence, { cited }: Grounds): string[] {
  return [...links, ...cites.flatMap((place) => placeOf(cited[place]?.source ?? ""))];
}

/**
 * The unsupported claims of a sentence, and those supported only by unrelated sources. A piece is checked
 * against its citations; otherwise against the sources the sentence names, or else against everything
 * found. What people said always counts.
 */
function unprovenOf(
  claims: readonly Claim[],
  sentence: Sentence,
  grounds: Grounds & { readonly around: Around },
): Claim[] {
  const { found, said, around } = grounds;
  const { text, cites } = sentence;
  const sources = sourcesOf(sentence, grounds);
  const cited = found.filter(({ link }) => link !== null && sources.includes(placeOf(link)));
  const pool = cited.length > 0 ? [...cited, ...found.filter(({ link }) => link === null)] : found;
  const isCited = (claim: Claim): boolean =>
    cites.some((place) => {
      const says = grounds.cited[place]?.says;
      return says !== undefined && claim.isIn(says);
    });
  const open = claims.filter((claim) => !claim.isIn(said) && !isCited(claim));
  const astray = astrayOf(open, sentence, grounds);
  const held = open
    .filter((claim) => !astray.includes(claim))
    .map((claim) => ({ claim, wholes: pool.filter((thing) => claim.isIn(thing)).map(({ whole }) => whole) }));
  const standing = held.filter(({ wholes }) => wholes.length > 0);
  const mayBeApart = !sentence.isHeading && standing.some(({ claim }) => !claim.isDay);
  const apart = new Set(mayBeApart ? apartOf(standing) : []);
  return [
    ...astray,
    ...held
      .filter((one) => one.wholes.length === 0 || apart.has(one) || isContradicted(one.claim, text, around))
      .map(({ claim }) => claim),
  ];
}

/**
 * Claims of citing pieces that their passages don't contain: figures in the text or its heading, and names
 * and dates anywhere in it.
 */
function astrayOf(open: readonly Claim[], sentence: Sentence, { found, cited }: Grounds): Claim[] {
  const origins = new Set(sentence.cites.map((passage) => cited[passage]?.source));
  const things = found.filter(({ link }) => link !== null && origins.has(link));
  const heads = things.map(({ above }) => recordOf(above));
  return open.filter(
    (claim) =>
      citesAt(sentence, claim.at) &&
      !(claim.isDay || claim.isName ? things : heads).some((record) => claim.isIn(record)),
  );
}

function citesAt({ pieces }: Sentence, at: number): boolean {
  return (pieces.findLast((piece) => piece.at <= at)?.cites.length ?? 0) > 0;
}

interface Held {
  readonly claim: Claim;
  /** The sources that contain it. */
  readonly wholes: readonly (object | string)[];
}

/** With at least this many claims, one that is missing from the source of all others is reported. */
const ODD_ONE_OF = 4;

/** Claims that occur in a different source than the rest of their sentence: true of someone else, or of another day. */
function apartOf(standing: readonly Held[]): Held[] {
  if (standing.length < 2) return [];
  const shares = (left: Held, right: Held): boolean =>
    left.wholes.some((whole) => right.wholes.includes(whole));
  const alone = standing.filter((one) => !standing.some((other) => other !== one && shares(one, other)));
  const odd = standing.filter((one) => {
    if (!one.claim.isName) return false;
    const [first, ...others] = standing.filter((other) => other !== one);
    return first?.wholes.some(
      (whole) => !one.wholes.includes(whole) && others.every(({ wholes }) => wholes.includes(whole)),
    );
  });
  const isOfRows = standing.every(({ wholes }) => wholes.every((whole) => typeof whole === "object"));
  return [...(isOfRows ? alone : []), ...(standing.length >= ODD_ONE_OF && odd.length === 1 ? odd : [])];
}

function claimsOf(
  sentence: Sentence,
  grounds: Grounds & { readonly language: Language },
  derived: Derived,
): Claim[] {
  const { values, rest } = valuesOf(sentence.text);
  return [
    ...values.flatMap((value, index) => valueClaims(value, values[index + 1], sentence, grounds, derived)),
    ...relativeClaims(sentence, grounds),
    ...nameClaims(rest, sentence, grounds.language),
  ];
}

function valueClaims(
  value: Value,
  next: Value | undefined,
  { text, isOffer }: Sentence,
  { today }: Grounds,
  derived: Derived,
): Claim[] {
  const { kind, keys, words, at } = value;
  const isDay = kind !== "figure" && kind !== "time";
  if ((isOffer && kind !== "figure") || isDerived(value, text, derived)) return [];
  const day = dayBehind(value, next, text);
  const placed = { at, value };
  if (day === null)
    return [{ ...placed, words, isIn: (thing) => keys.some((key) => isHeld(key, thing)), isDay }];
  if (isCalendar(Number(keys[0]?.slice(2)), day, today)) return [];
  return [{ ...placed, words: `${words} ${next?.words ?? ""}`, isIn: () => false, isDay: true }];
}

function isDerived({ keys, words, at }: Value, text: string, { keys: made, spans }: Derived): boolean {
  if (keys.some((key) => made.has(key))) return true;
  const [, number] = /^n:(\d+)$/.exec(keys[0] ?? "") ?? [];
  return number !== undefined && isSpan(text.slice(at + words.length)) && spans.has(Number(number));
}

const RELATIVE: Readonly<Record<string, number>> = { yesterday: -1, tomorrow: 1 };

/** Days relative to today. */
function relativeClaims({ text, isOffer }: Sentence, { today }: Grounds): Claim[] {
  if (today === null || isOffer) return [];
  return [...text.matchAll(/\b(?:yesterday|tomorrow)\b/gi)].map(({ 0: words, index }) => {
    const day = new Date(Date.parse(today) + (RELATIVE[words.toLowerCase()] ?? 0) * DAY_MS)
      .toISOString()
      .slice(0, 10);
    return { at: index, value: null, words, isIn: (thing) => isHeld(`dy:${day}`, thing), isDay: true };
  });
}

/** The date right after a weekday: `Friday, Nov 20`. */
function dayBehind({ kind, at, words }: Value, next: Value | undefined, text: string): string | null {
  if (kind !== "weekday" || next?.kind !== "date") return null;
  const between = text.slice(at + words.length, next.at);
  return /^[\s,.(]{1,3}(?:the )?$/.test(between) ? (next.keys[0] ?? null) : null;
}

/** Whether a date falls on that weekday; without a year, in the year nearest to today. */
function isCalendar(weekday: number, key: string, today: string | null): boolean {
  const [, year, day = ""] = /^dy?:(?:(\d{4})-)?(\d\d-\d\d)$/.exec(key) ?? [];
  if (year !== undefined) return weekdayOf(`${year}-${day}`) === weekday;
  if (today === null) return true;
  const from = Number(today.slice(0, 4));
  return [from - 1, from, from + 1]
    .filter((one) => Math.abs(Date.parse(`${one}-${day}`) - Date.parse(today)) < 320 * DAY_MS)
    .some((one) => weekdayOf(`${one}-${day}`) === weekday);
}

/** A name as written, and the words to look for. */
interface Name {
  words: string;
  readonly at: number;
  readonly parts: string[];
  end: number;
}

const CAPITALS = /(?<![\p{L}\d])\p{Lu}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*/gu;

/** Names: capitalized words not explained by a sentence start; adjacent ones form one name. */
function nameClaims(text: string, sentence: Sentence, language: Language): Claim[] {
  const names: Name[] = [];
  for (const { 0: words, index } of text.matchAll(CAPITALS)) {
    const parts = nameParts(words, text.slice(0, index), sentence, language);
    if (parts.length === 0) continue;
    const last = names.at(-1);
    const end = index + words.length;
    if (last === undefined || text.slice(last.end, index) !== " " || /['’]s$/.test(last.words)) {
      names.push({ words, at: index, parts, end });
      continue;
    }
    last.words += ` ${words}`;
    last.parts.push(...parts);
    last.end = end;
  }
  return names.map(({ words, parts, at }) => ({
    at,
    value: null,
    words: words.replace(/['’]s$/, ""),
    isIn: ({ words: given }) =>
      parts.every((word) => given.has(word) || given.has(word.replace(/s$/, ""))) ||
      (parts.length === 1 && given.has(language.otherName(parts[0] ?? ""))),
    isDay: false,
    isName: true,
  }));
}

/** Empty for a word in all capitals, which is an abbreviation. */
function nameParts(words: string, before: string, { isHeading }: Sentence, { small }: Language): string[] {
  if (words.length > 1 && words === words.toUpperCase()) return [];
  const begins = isHeading || /(?:^|[.!?:;|–—•("“/…]|- )\s*["“(]*$/.test(before);
  if ((begins || words.includes("-")) && small.has(foldedWord(words.replaceAll("-", "")))) return [];
  return words
    .split("-")
    .map(foldedWord)
    .filter((word) => isName(word, begins));
}

function isName(word: string, begins: boolean): boolean {
  return word.length > 1 && !isKnown(word) && !(begins && isPlain(word)) && !isSelf(word);
}

/** A word that English always capitalizes. */
function isSelf(word: string): boolean {
  return /^i(?:m|d|ll|ve)?$/.test(word);
}
