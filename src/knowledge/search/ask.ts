/** Prepares a question for the index: time words become a filter, named people a boost. */
import { plainWords } from "../../kernel/plain-words.ts";
import type { FoundPassage, NamedPerson, RetrieveQuery } from "../../platform/api/search-items.ts";
import { daysSaid, type SaidDays } from "./time-words.ts";

/** Words of questions that ask for everything. */
const EVERYTHING = new Set(
  (
    "a all any anybody anyone anything are call called calls came come did do does e email emails everything everyone find for from gave get give got happen happened have i in is it list mail mails " +
    "me message messages my new news of on our receive received said say send sent show something tell text texts the there to us was we were what who write written wrote you"
  ).split(" "),
);

/** Share of the question that a time expression accounts for, credited to results from those days. */
const OF_TIME = 0.1;

export interface Asking {
  readonly retrieve: (query: RetrieveQuery) => Promise<FoundPassage[]>;
  readonly peopleIn: (question: string) => Promise<NamedPerson[]>;
  /** Today in the team's zone, as `2026-11-21`. */
  readonly today: string;
  /** Converts days in the team's zone to times; `to` is exclusive. */
  readonly spanOf: (days: { readonly from: string; readonly to: string }) => {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  };
}

/** The results, and the days the question refers to. */
export interface Answered {
  readonly found: FoundPassage[];
  readonly people: readonly NamedPerson[];
  readonly said: SaidDays | null;
  /** Nothing from those days matched: the results are from other days. */
  readonly isBeyond: boolean;
}

/** An explicit time in the query overrides the question's words. */
export async function ask(
  { retrieve, peopleIn, today, spanOf }: Asking,
  query: RetrieveQuery,
): Promise<Answered> {
  const isTimed = query.from !== undefined || query.to !== undefined;
  const said = isTimed ? null : daysSaid(query.question, today);
  // Excludes time words, so that "June" isn't taken for a person.
  const people = await peopleIn(said?.rest ?? query.question);
  const asked = people.length === 0 ? query : { ...query, people };
  if (said === null) return { found: await retrieve(asked), people, said, isBeyond: false };
  const { from, to } = spanOf({ from: said.from, to: said.to });
  // Only a time: everything from then, newest first.
  const question = asksForEverything(said.rest) ? "" : said.rest;
  const found = await retrieve({
    ...asked,
    question,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });
  if (found.length > 0) return { found: found.map(surer), people, said, isBeyond: false };
  return { found: await retrieve(asked), people, said, isBeyond: true };
}

/** The days a search refers to and the remaining words; null if it names no days, or nothing else. */
export function timedWords(words: string, today: string): SaidDays | null {
  const said = daysSaid(words, today);
  return said === null || asksForEverything(said.rest) ? null : said;
}

function asksForEverything(words: string): boolean {
  return plainWords(words).every((word) => EVERYTHING.has(word));
}

function surer(passage: FoundPassage): FoundPassage {
  return { ...passage, answered: passage.answered + (1 - passage.answered) * OF_TIME };
}
