/** Names that a model found in a text, each with the words it rests on. Pure. */
import { plainWords } from "../kernel/plain-words.ts";

export interface SaidName {
  readonly type: "person" | "company" | "project" | "topic";
  readonly name: string;
  /** Where the text says it. */
  readonly quote: string;
}

/** Longest name, in words. */
const MOST_WORDS = 6;

/** Those whose quote stands in the text and holds the name: a model's word alone puts nobody in the directory. */
export function provenNames(names: readonly SaidName[], text: string): SaidName[] {
  const said = ` ${plainWords(text).join(" ")} `;
  const holds = (all: string, part: string): boolean => part !== "" && all.includes(` ${part} `);
  return names.filter(({ name, quote }) => {
    const words = plainWords(quote).join(" ");
    const called = plainWords(name);
    return called.length <= MOST_WORDS && holds(said, words) && holds(` ${words} `, called.join(" "));
  });
}
