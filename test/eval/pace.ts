/**
 * How long a model takes to write the answers that are recorded, at a pace. Who answered for the record read at a person's pace, so the
 * seconds that were measured say nothing. Pure.
 */
import { tokensOfChars } from "../../src/kernel/tokens.ts";
import type { Answers } from "./recorded.ts";

/** Output tokens a second. */
const PACE = 60;

/** What a model wrote, as far as it is recorded: of a question about accounts, how it was sorted and what was answered. */
function written({ answers, projects }: Answers): { readonly set: string; readonly words: string }[] {
  const ofAccounts = answers.map(({ set, answer }) => {
    const { routed, answer: said, citations, changes, message } = answer as Record<string, unknown>;
    return { set, words: JSON.stringify({ routed, said, citations, changes, message }) };
  });
  const ofProjects = projects.map(({ set, output }) => ({
    set,
    words: typeof output === "string" ? output : JSON.stringify(output ?? ""),
  }));
  return [...ofAccounts, ...ofProjects];
}

/** Of each set: its cases, the mean tokens of an answer, the mean seconds, and those of the longest. */
export function paceRows(recorded: readonly Answers[]): string[][] {
  const sets = Map.groupBy(recorded.flatMap(written), ({ set }) => set);
  const seconds = (tokens: number): string => `${(tokens / PACE).toFixed(1)} s`;
  return [...sets].map(([set, all]) => {
    const tokens = all.map(({ words }) => tokensOfChars(words.length));
    const mean = tokens.reduce((sum, one) => sum + one, 0) / tokens.length;
    return [set, String(all.length), mean.toFixed(0), seconds(mean), seconds(Math.max(...tokens))];
  });
}
