/** How the demo's projects are written down: days are working days from today, which is 0; what has happened is before it. */

/** A member of the company by first name. */
export type Who = "Dana" | "Marcus" | "Priya" | "Tom" | "Lena";

/** A task, from how it was planned to how it stands. */
export interface DemoTask {
  /** Unique in its project. */
  readonly key: string;
  readonly title: string;
  readonly about?: string;
  readonly who: readonly Who[];
  readonly phase: number;
  /** Planned first: from, to. */
  readonly plan: readonly [number, number];
  readonly hours: number;
  readonly spent?: number;
  readonly priority?: "critical" | "high" | "medium" | "low";
  readonly needs?: readonly string[];
  /** The task it is a part of. */
  readonly partOf?: string;
  readonly tags?: readonly string[];
  readonly vendor?: string;
  readonly client?: boolean;
  /** When it was added, where that was not with the project. */
  readonly added?: readonly [number, Who];
  readonly past?: readonly DemoStep[];
  readonly says?: readonly (readonly [day: number, who: Who, words: string])[];
  /** `+` before a title: ticked. */
  readonly list?: readonly string[];
}

/** What became of a task on a day. */
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
  /** When its plan was agreed on; null without. */
  readonly agreed: number | null;
  readonly phases: readonly string[];
  readonly tasks: readonly DemoTask[];
}
