/** A project with very many tasks, brought along fifty at a time. */
import { TASK_STATUSES, taskPrioritySchema } from "../../src/projects/api/projects.ts";
import { IMPORT_LIMITS } from "../../src/projects/api/project-imports.ts";
import type { Client } from "./client.ts";

const WORDS = "Replace inspect paint order measure call repair kitchen boiler hallway roof window door".split(
  " ",
);

/** Makes it; its tasks are `<id>-0`, `<id>-1` …, spread evenly over `statuses`. */
export async function makeLongProject(
  admin: Client,
  {
    id,
    tasks,
    statuses = TASK_STATUSES.slice(0, 5),
  }: { id: string; tasks: number; statuses?: typeof TASK_STATUSES },
): Promise<void> {
  const { user } = await admin.json<{ user: { id: string } }>("GET", "/api/me");
  const createdAt = new Date(Date.now() - 90 * 86_400_000).toISOString();
  const day = (away: number): string => new Date(Date.now() + away * 86_400_000).toISOString().slice(0, 10);
  const taskAt = (at: number) => ({
    id: `${id}-${at}`,
    title: `${at} ${Array.from({ length: 4 + (at % 6) }, (_, word) => WORDS[(at * 7 + word * 5) % WORDS.length]).join(" ")}`,
    status: statuses[at % statuses.length],
    priority: taskPrioritySchema.options[at % 4],
    dueDate: at % 3 === 0 ? null : day((at % 60) - 30),
    estimatedHours: 1 + (at % 12),
    assigneeIds: at % 2 === 0 ? [user.id] : [],
    sortOrder: at,
    createdAt,
    createdById: user.id,
  });
  for (let from = 0; from < tasks; from += IMPORT_LIMITS.tasks)
    await admin.json("POST", "/api/project-imports", {
      project: { id, name: `Project ${id}`, status: "active", createdAt },
      phases: [],
      tasks: Array.from({ length: Math.min(IMPORT_LIMITS.tasks, tasks - from) }, (_, at) =>
        taskAt(from + at),
      ),
    });
}
