/** Tasks of a team, as tools and effects read them. */

/** The most urgent first. */
export const TASK_PRIORITIES = ["urgent", "high", "normal", "low"] as const;
export type TaskPriority = (typeof TASK_PRIORITIES)[number];

/** Somebody tasks can be assigned to. */
export interface TaskMember {
  readonly id: number;
  /** Their address where they have set no name. */
  readonly name: string;
  readonly email: string | null;
}

/** A task as its service has it. */
export interface StoredTask {
  readonly id: string;
  readonly name: string;
  /** Markdown. */
  readonly description: string | null;
  readonly status: string;
  readonly isClosed: boolean;
  readonly priority: TaskPriority | null;
  readonly assignees: readonly TaskMember[];
  readonly tags: readonly string[];
  /** ISO times. */
  readonly due: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly url: string;
  readonly list: { readonly id: string; readonly name: string };
  readonly folder: string | null;
  readonly spaceId: string;
  /** The task it is a part of. */
  readonly parent: string | null;
}

/** A comment on a task. */
export interface TaskComment {
  readonly id: string;
  readonly text: string;
  /** Who wrote it. */
  readonly by: string;
  /** ISO time. */
  readonly at: string;
}
