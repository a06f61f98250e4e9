/** Classifies tasks for comparing estimates by the first word of the title, which is usually a verb. Pure. */
import type { TaskFact } from "../calculations/index.ts";

/** `paint` for “Paint the hall”; empty if the title has no word. */
export function taskType({ title }: Pick<TaskFact, "title">): string {
  return /^[\p{L}]{3,}/u.exec(title.trim())?.[0].toLowerCase() ?? "";
}
