/**
 * Reads what a team qualifies leads by out of the team's own skill text: credit bands, animals, and when no reply is due. Nothing is known
 * beforehand: a changed file gives another judgement, and what the file does not say is not judged.
 */

/** What becomes of a lead. */
export type Verdict = "yes" | "no" | "ask";

/** A range of credit scores, both ends included. */
export interface Band {
  readonly from: number;
  readonly to: number;
  readonly verdict: Verdict;
  /** The line it stands in. */
  readonly line: string;
}

/** A rule for an animal. */
export interface AnimalRule {
  /** Singular, lower case; `other` for whatever has no rule of its own. */
  readonly animal: string;
  readonly verdict: Verdict;
  readonly line: string;
}

/** The criteria of one skill text. */
export interface Criteria {
  readonly bands: readonly Band[];
  readonly animals: readonly AnimalRule[];
  /** When no reply is due, with the line that says so; null where the text has no such rule. */
  readonly silent: {
    readonly theirMove: string | null;
    readonly appointment: string | null;
    readonly disqualified: string | null;
  };
}

const LOWEST = 300;
const HIGHEST = 900;
const SCORE = String.raw`([3-8]\d\d)`;
const ANIMALS = ["dog", "cat", "bird", "rabbit", "fish", "reptile", "hamster", "snake", "parrot", "ferret"];

/** Reads a skill text. Never throws. */
export function readCriteria(skill: string): Criteria {
  const clauses = clausesOf(skill);
  const silence = (pattern: RegExp): string | null =>
    clauses.find((clause) => pattern.test(clause) && !/\bexample\b/i.test(clause)) ?? null;
  return {
    bands: clauses.flatMap(bandOf),
    animals: clauses.flatMap(animalsOf),
    silent: {
      theirMove: silence(
        /\b(?:ball|lead['’]s court|their court|wait(?:ing)? for (?:the |their |an )?(?:lead|answer|reply))/i,
      ),
      appointment: silence(/\b(?:appointment|showing|viewing|tour)\b.*\b(?:confirmed|booked|set|agreed)\b/i),
      disqualified: silence(/\b(?:already |been |was |is )?(?:disqualified|declined|turned down)\b/i),
    },
  };
}

/** Lines, and sentences of lines that hold several; the front matter and headings away. */
function clausesOf(text: string): string[] {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, "");
  return body
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .flatMap((line) => line.split(/(?<=[.;])\s+(?=\S)|;\s*/))
    .map((clause) =>
      clause
        .replace(/[*_`|]/g, " ")
        .replace(/\s+/g, " ")
        .trim()
        .replace(/^(?:[-+•]|\d+[.)])\s+/, ""),
    )
    .filter((clause) => clause !== "");
}

/** The first verdict that a clause gives; null for none. */
function verdictOf(clause: string): Verdict | null {
  if (/\bcase[- ]by[- ]case\b|\bask\b|\breview\b|\bdepends?\b|\bteam decides\b|\bby hand\b/i.test(clause))
    return "ask";
  if (
    /\bnot? (?:be )?(?:qualif|allowed|accept|ok\b|possible|welcome)|\bunqualified\b|\bdisqualif|\breject|\bdeclin|\bno (?:dogs?|cats?|pets?|animals?)\b|\bforbidden\b|\bnever\b/i.test(
      clause,
    )
  )
    return "no";
  if (/\bqualif|\ballowed\b|\bok(?:ay)?\b|\baccept|\bfine\b|\bwelcome\b|\byes\b/i.test(clause)) return "yes";
  return null;
}

function bandOf(clause: string): Band[] {
  const verdict = verdictOf(clause);
  if (verdict === null) return [];
  const match = (pattern: string): number[] | null => {
    const found = new RegExp(pattern, "i").exec(clause);
    return found === null ? null : found.slice(1).filter(Boolean).map(Number);
  };
  const band = (from: number, to: number): Band[] => [{ from, to, verdict, line: clause }];
  const [low, high] =
    match(`${SCORE}\\s*(?:-|–|—|\\bto\\b|\\band\\b|up to|through|…|\\.\\.+)\\s*(?:and\\s*)?${SCORE}`) ?? [];
  if (low !== undefined && high !== undefined) return band(low, high);
  const [under] = match(`(?:<(?!=)|\\b(?:below|under|less than|lower than)\\b)\\D{0,12}?${SCORE}`) ?? [];
  if (under !== undefined) return band(LOWEST, under - 1);
  const [most] =
    match(`(?:≤|<=|\\b(?:at most|up to)\\b)\\D{0,12}?${SCORE}`) ??
    match(`${SCORE}\\s*(?:or|and)\\s*(?:less|lower|below|under)`) ??
    [];
  if (most !== undefined) return band(LOWEST, most);
  const [over] = match(`(?:>(?!=)|\\b(?:above|over|more than|higher than)\\b)\\D{0,12}?${SCORE}`) ?? [];
  if (over !== undefined) return band(over + 1, HIGHEST);
  const [least] =
    match(`(?:≥|>=|\\b(?:at least|from|minimum(?: of)?)\\b)\\D{0,12}?${SCORE}`) ??
    match(`${SCORE}\\s*(?:\\+|(?:or|and)\\s*(?:more|higher|above|over|better|up))`) ??
    [];
  return least === undefined ? [] : band(least, HIGHEST);
}

function animalsOf(clause: string): AnimalRule[] {
  // "Cats are OK, dogs are not" holds two rules.
  return clause
    .split(/,\s*(?=(?:but |and )?(?:no )?(?:dogs?|cats?|others?|any other|other)\b)/i)
    .flatMap((part) => {
      const verdict = verdictOf(part);
      if (verdict === null) return [];
      const rules = ANIMALS.filter((animal) => new RegExp(`\\b${animal}s?\\b`, "i").test(part)).map(
        (animal) => ({
          animal,
          verdict,
          line: clause,
        }),
      );
      const others =
        /\bothers?\b|\bany (?:other )?(?:animal|pet)\b|\beverything else\b/i.test(part) &&
        !/\bscore|credit\b/i.test(part);
      return others ? [...rules, { animal: "other", verdict, line: clause }] : rules;
    });
}

/** What a lead says of themselves. */
export interface LeadFacts {
  /** One number, or the range they chose; null where nothing is said. */
  readonly credit: { readonly from: number; readonly to: number } | null;
  /** Animals in the singular; empty for none, null where nothing is said. */
  readonly animals: readonly string[] | null;
  /** The home they ask about. */
  readonly home: string | null;
  /** Their own name, as the portal tells it. */
  readonly name: string | null;
}

/** Reads a lead's e-mail. Never throws. */
export function readLead(subject: string, text: string): LeadFacts {
  return {
    credit: creditIn(text),
    animals: animalsIn(text),
    home: homeIn(subject, text),
    name: nameIn(subject, text),
  };
}

function creditIn(text: string): LeadFacts["credit"] {
  const near = /\b(?:credit|score|fico)\b[^\n\d]{0,40}/gi;
  for (let found = near.exec(text); found !== null; found = near.exec(text)) {
    const rest = text.slice(found.index + found[0].length, found.index + found[0].length + 40);
    const [, low, high] = /^([3-8]\d\d)(?:\s*(?:-|–|to)\s*([3-8]\d\d))?/.exec(rest) ?? [];
    if (low === undefined) continue;
    if (/\b(?:below|under|less than)\s*$/i.test(found[0])) return { from: LOWEST, to: Number(low) - 1 };
    return { from: Number(low), to: Number(high ?? low) };
  }
  const before = /\b([3-8]\d\d)\s+(?:credit|fico|score)/i.exec(text)?.[1];
  return before === undefined ? null : { from: Number(before), to: Number(before) };
}

function animalsIn(text: string): string[] | null {
  const told = /^\W*pets?\s*:\s*(.+)$/im.exec(text)?.[1];
  const words = told ?? text;
  const named = ANIMALS.filter((animal) =>
    new RegExp(`\\b${animal}s?\\b(?! (?:park|food|friendly))`, "i").test(words),
  );
  const dogs = /\b(?:puppy|puppies|labrador|beagle|chihuahua|boxer|terrier|poodle)\b/i.test(words)
    ? ["dog"]
    : [];
  const cats = /\bkittens?\b/i.test(words) ? ["cat"] : [];
  const all = [...new Set([...named, ...dogs, ...cats])];
  if (told === undefined) return all.length > 0 ? all : /\bno (?:pets|animals)\b/i.test(words) ? [] : null;
  if (/^(?:no\b|none\b|0\b|n\/a)/i.test(told.trim())) return [];
  return all.length > 0
    ? all
    : [
        told
          .trim()
          .replace(/^\d+\s+/, "")
          .toLowerCase()
          .slice(0, 40),
      ];
}

function homeIn(subject: string, text: string): string | null {
  const told = /^\W*(?:property|home|unit|listing)\s*:\s*(.+)$/im.exec(text)?.[1];
  const about = /\b(?:about|for|regarding|at)\s+(\d.+)$/i.exec(subject)?.[1];
  return (told ?? about)?.trim().slice(0, 100) ?? null;
}

/** A portal may write in its own name; who is interested then stands in the subject or the text. */
function nameIn(subject: string, text: string): string | null {
  const told =
    /^\W*(?:full |renter['’]?s? )?name\s*:\s*(.+)$/im.exec(text)?.[1] ??
    /^(?:re:\s*)?(.+?) is (?:requesting|interested|asking)\b/i.exec(subject)?.[1] ??
    /^(.+?) (?:says|is interested|would like)\b/m.exec(text)?.[1];
  const name = told?.trim() ?? "";
  return /^\p{Lu}[\p{L}\p{M}'’. -]{1,59}$/u.test(name) ? name : null;
}

/** What the criteria make of a lead, and by which lines. */
export interface Judgement {
  readonly verdict: Verdict | "unknown";
  readonly reasons: readonly string[];
  /** What the lead has not said and the criteria need. */
  readonly missing: readonly ("credit" | "pets")[];
  /** What speaks against, in words for the lead. */
  readonly against: readonly ("credit" | "animal")[];
}

/** Judges a lead by a team's criteria alone. */
export function judge(facts: LeadFacts, criteria: Criteria): Judgement {
  const credit = creditVerdict(facts, criteria);
  const animals = animalVerdicts(facts, criteria);
  const missing = [
    ...(facts.credit === null && criteria.bands.length > 0 ? ["credit" as const] : []),
    ...(facts.animals === null && criteria.animals.length > 0 ? ["pets" as const] : []),
  ];
  const all = [...(credit === null ? [] : [credit]), ...animals];
  const reasons = all.map(({ reason }) => reason);
  const against = [
    ...(credit?.verdict === "no" ? ["credit" as const] : []),
    ...(animals.some(({ verdict }) => verdict === "no") ? ["animal" as const] : []),
  ];
  const has = (wanted: Verdict): boolean => all.some(({ verdict }) => verdict === wanted);
  if (criteria.bands.length === 0 && criteria.animals.length === 0)
    return { verdict: "unknown", reasons: [], missing: [], against: [] };
  if (has("no")) return { verdict: "no", reasons, missing, against };
  if (missing.length > 0) return { verdict: "unknown", reasons, missing, against };
  return { verdict: has("ask") ? "ask" : "yes", reasons, missing, against };
}

interface Reasoned {
  readonly verdict: Verdict;
  readonly reason: string;
}

function creditVerdict({ credit }: LeadFacts, { bands }: Criteria): Reasoned | null {
  if (credit === null || bands.length === 0) return null;
  const said = credit.from === credit.to ? String(credit.from) : `${credit.from} to ${credit.to}`;
  const met = bands.filter(({ from, to }) => credit.from <= to && credit.to >= from);
  const [only, other] = met;
  if (only === undefined) return { verdict: "ask", reason: `credit ${said}: no band of the skill holds it` };
  if (other !== undefined)
    return { verdict: "ask", reason: `credit ${said} lies in more than one band of the skill` };
  return { verdict: only.verdict, reason: `credit ${said}: “${only.line}”` };
}

function animalVerdicts({ animals }: LeadFacts, { animals: rules }: Criteria): Reasoned[] {
  return (animals ?? []).flatMap((animal): Reasoned[] => {
    const rule =
      rules.find((one) => new RegExp(`\\b${one.animal}`, "i").test(animal)) ??
      rules.find((one) => one.animal === "other");
    if (rule === undefined)
      return rules.length === 0 ? [] : [{ verdict: "ask", reason: `${animal}: the skill says nothing` }];
    return [{ verdict: rule.verdict, reason: `${animal}: “${rule.line}”` }];
  });
}
