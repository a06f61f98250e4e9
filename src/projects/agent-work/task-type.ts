/** Which kind of work a task is, for comparing estimates: the word its title begins with, as titles begin with a verb. Pure. */
import type { TaskFact } from "../calculations/index.ts";

/** `paint` of “Paint the hall”; empty where the title says none. */
export function taskType({ title }: Pick<TaskFact, "title">): string {
  return /^[\p{L}]{3,}/u.exec(title.trim())?.[0].toLowerCase() ?? "";
}
