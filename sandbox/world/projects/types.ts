/** Demo project format: days are working days from today (0); negative days are history. */

/** A team member's first name. */
export type Who = "Dana" | "Marcus" | "Priya" | "Tom" | "Lena";

/** A task from its plan to its current state. */
export interface DemoTask {
  /** Unique in its project. */
  readonly key: string;
  readonly title: string;
  readonly about?: string;
  readonly who: readonly Who[];
  readonly phase: number;
  /** Original plan: from, to. */
  readonly plan: readonly [number, number];
  readonly hours: number;
  readonly spent?: number;
  readonly priority?: "critical" | "high" | "medium" | "low";
  readonly needs?: readonly string[];
  /** Its parent task. */
  readonly partOf?: string;
  readonly tags?: readonly string[];
  readonly vendor?: string;
  readonly client?: boolean;
  /** When it was added, if later than the project. */
  readonly added?: readonly [number, Who];
  readonly past?: readonly DemoStep[];
  readonly says?: readonly (readonly [day: number, who: Who, words: string])[];
  /** A title starting with `+` is checked. */
  readonly list?: readonly string[];
}

/** An update of a task on a day. */
export type DemoStep =
  | readonly [
      day: number,
      who: Who,
      became: "in_progress" | "blocked" | "in_review" | "completed" | "cancelled",
    ]
  | readonly [day: number, who: Who, field: "due", day: number]
  | readonly [day: number, who: Who, field: "hours", hours: number];

export interface DemoProject {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly client: string;
  readonly owner: Who;
  readonly status: "planned" | "active" | "on_hold" | "completed";
  readonly begins: number;
  readonly due: number;
  /** When its plan was approved; null if it wasn't. */
  readonly agreed: number | null;
  readonly phases: readonly string[];
  readonly tasks: readonly DemoTask[];
}
