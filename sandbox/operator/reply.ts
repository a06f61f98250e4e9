/** What a skill hands back, and the phrases every skill shares. */
import type { Block } from "../anthropic/types.ts";
import type { Task } from "./task.ts";
import type { Toolbox } from "./toolbox.ts";
import type { Event, Moment } from "./transcript.ts";

/** Everything a skill may look at. */
export interface Situation {
  readonly task: Task;
  readonly toolbox: Toolbox;
  readonly moment: Moment;
  readonly events: readonly Event[];
  readonly nowMs: number;
}

/** A reply with the short, honest plan behind it. */
export interface Step {
  readonly plan: string;
  readonly blocks: readonly Block[];
}

/** Said whenever something is beyond a script. */
export const STAND_IN = "I am the scripted stand-in, not a language model";

/** What a person could do instead, told with every refusal. */
export function beyondScript(what: string): string {
  return `${STAND_IN}; with a key (ANTHROPIC_API_KEY in .dev.vars) I would ${what}.`;
}

/** "A", "A and B", "A, B and C". */
export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1) ?? ""}`;
}
