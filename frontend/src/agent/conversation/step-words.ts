/** The agent's steps in a sentence. Pure. */
import { sentenceList } from "../../components/words.ts";
import type { StepItem } from "./thread-items.ts";

function often(times: number): string {
  if (times < 2) return "";
  return times === 2 ? " twice" : ` ${times} times`;
}

/** `Looked up a contact, read texts twice, and drafted a text`. */
export function foldedWords(steps: readonly Pick<StepItem, "done" | "status">[]): string {
  const clauses = [...new Set(steps.map(({ done }) => done))].map((done) => {
    const times = steps.filter((step) => step.done === done).length;
    return `${done.charAt(0).toLowerCase()}${done.slice(1)}${often(times)}`;
  });
  const failed = steps.filter((step) => step.status === "failed" || step.status === "denied").length;
  const sentence = sentenceList(clauses) + (failed > 0 ? ` (${failed} failed)` : "");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
