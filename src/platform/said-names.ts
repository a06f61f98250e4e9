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

/** Keeps names whose quote occurs in the text and contains the name, so that a model can't invent an entity. */
export function provenNames(names: readonly SaidName[], text: string): SaidName[] {
  const said = ` ${plainWords(text).join(" ")} `;
  const holds = (all: string, part: string): boolean => part !== "" && all.includes(` ${part} `);
  return names.filter(({ name, quote }) => {
    const words = plainWords(quote).join(" ");
    const called = plainWords(name);
    return called.length <= MOST_WORDS && holds(said, words) && holds(` ${words} `, called.join(" "));
  });
}
