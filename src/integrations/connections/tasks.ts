/** Task types shared by tools and effects. */

/** Most urgent first. */
export const TASK_PRIORITIES = ["urgent", "high", "normal", "low"] as const;
export type TaskPriority = (typeof TASK_PRIORITIES)[number];

/** A possible assignee. */
export interface TaskMember {
  readonly id: number;
  /** The address if no name is set. */
  readonly name: string;
  readonly email: string | null;
}

/** A task as its service stores it. */
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
  /** The parent task. */
  readonly parent: string | null;
}

export interface TaskComment {
  readonly id: string;
  readonly text: string;
  /** The author. */
  readonly by: string;
  /** ISO time. */
  readonly at: string;
}
