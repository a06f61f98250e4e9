/** Finds people named in a question among candidates. Pure. */
import { plainWords } from "../../kernel/plain-words.ts";
import type { NamedPerson } from "../../platform/api/search-items.ts";

/** A person who may be named; `also` lists other names, such as their company. */
export interface Nameable extends NamedPerson {
  readonly also?: readonly string[];
}

/** A first name shared by more people is ignored. */
const MOST_NAMESAKES = 5;
const MOST_NAMED = 8;
/** Shorter words count as initials. */
const LEAST_LETTERS = 3;
/** Names that are also common words: alone, they count only if capitalized within the question. */
const WORDS = new Set(
  "april art august bill chase dean drew faith frank grace grant hope jack joy june mark may miles pat rob rose sue will".split(
    " ",
  ),
);

/** People named by full name, else by first or last name if few share it. */
export function namedIn(asked: string, known: readonly Nameable[]): NamedPerson[] {
  const question = asked.replaceAll(/[’']s(?!\p{L})/gu, "");
  const words = plainWords(question);
  const said = ` ${words.join(" ")} `;
  const alone = aloneIn(question, words);
  const whole = known.filter(({ name, also = [] }) =>
    [name, ...also].some((one) => isWhole(one) && said.includes(` ${plainWords(one).join(" ")} `)),
  );
  const taken = new Set(whole.flatMap(({ name }) => plainWords(name)));
  const byWord = new Map<string, Nameable[]>();
  for (const person of known) {
    if (whole.includes(person)) continue;
    const word = plainWords(person.name).find((one) => alone.has(one) && !taken.has(one));
    if (word !== undefined) byWord.set(word, [...(byWord.get(word) ?? []), person]);
  }
  const few = [...byWord.values()].filter((people) => people.length <= MOST_NAMESAKES).flat();
  return [...whole, ...few].slice(0, MOST_NAMED).map(({ name, keys }) => ({ name, keys }));
}

/** A single short word isn't a company name. */
function isWhole(name: string): boolean {
  return plainWords(name).length > 1;
}

/** Words that may be a name on their own. */
function aloneIn(question: string, words: readonly string[]): ReadonlySet<string> {
  const capitals = new Set(
    (question.match(/(?<=\s)\p{Lu}[\p{L}’']+/gu) ?? []).flatMap((word) => plainWords(word)),
  );
  const first = words[0] ?? "";
  const isName = (word: string): boolean =>
    capitals.has(word) || (!WORDS.has(word) && (capitals.size === 0 || word === first));
  return new Set(words.filter((word) => word.length >= LEAST_LETTERS && isName(word)));
}
