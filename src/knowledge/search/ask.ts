/** A question as it is asked of the index: what its words say of time is a filter, whom it names comes first. */
import { plainWords } from "../../kernel/plain-words.ts";
import type { FoundPassage, NamedPerson, RetrieveQuery } from "../api/search-items.ts";
import { daysSaid, type SaidDays } from "./time-words.ts";

/** Words of questions that ask for all there is. */
const EVERYTHING = new Set(
  (
    "a all any anybody anyone anything are call called calls came come did do does e email emails everything everyone find for from gave get give got happen happened have i in is it list mail mails " +
    "me message messages my new news of on our receive received said say send sent show something tell text texts the there to us was we were what who write written wrote you"
  ).split(" "),
);

/** When it was is a part of what a question says, and what is found among those days answers that part. */
const OF_TIME = 0.1;

/** What asking is given. */
export interface Asking {
  /** Asks the index. */
  readonly retrieve: (query: RetrieveQuery) => Promise<FoundPassage[]>;
  /** Whom a question names. */
  readonly peopleIn: (question: string) => Promise<NamedPerson[]>;
  /** Today in the team's zone, as `2026-11-21`. */
  readonly today: string;
  /** Days of the team's zone as times; `to` is exclusive. */
  readonly spanOf: (days: { readonly from: string; readonly to: string }) => {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  };
}

/** What was found, and the days that the question's words were taken for. */
export interface Answered {
  readonly found: FoundPassage[];
  readonly people: readonly NamedPerson[];
  readonly said: SaidDays | null;
  /** Nothing of those days answers it: what was found is of other days. */
  readonly isBeyond: boolean;
}

/** Asks. A time the query has by itself goes before what its words say. */
export async function ask(
  { retrieve, peopleIn, today, spanOf }: Asking,
  query: RetrieveQuery,
): Promise<Answered> {
  const isTimed = query.from !== undefined || query.to !== undefined;
  const said = isTimed ? null : daysSaid(query.question, today);
  // June is no person in June.
  const people = await peopleIn(said?.rest ?? query.question);
  const asked = people.length === 0 ? query : { ...query, people };
  if (said === null) return { found: await retrieve(asked), people, said, isBeyond: false };
  const { from, to } = spanOf({ from: said.from, to: said.to });
  // Nothing but when it was: all of it, the newest first.
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

/** The days a search's words say, and the words that are left to look for; null where they say none, or nothing else. */
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
