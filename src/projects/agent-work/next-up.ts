/**
 * What a member should do next, computed immediately by rules alone: the same order its agent starts from.
 */
import { isoTime } from "../../kernel/clock.ts";
import type { NextUp } from "../api/project-agent-runs.ts";
import { rankTasks, velocity } from "../calculations/index.ts";
import { readOwnWork, type FactsFrom } from "./facts.ts";

const MOST = 3;
const WEEKS = 4;

/** The first tasks that can be worked on; tasks that depend on unfinished ones are omitted. */
export async function nextUp(from: FactsFrom, userId: string): Promise<NextUp> {
  const facts = await readOwnWork(from, userId);
  const own = facts.tasks.filter(({ assignees }) => assignees.includes(userId));
  const { hoursPerWeek } = velocity(own, from.nowMs, WEEKS);
  const ranked = rankTasks(own, facts.tasks, facts.dependencies, { nowMs: from.nowMs, hoursPerWeek });
  return {
    at: isoTime(from.nowMs),
    items: ranked
      .filter(({ isBlocked }) => !isBlocked)
      .slice(0, MOST)
      .map(({ task, reasons }) => ({
        id: task.id,
        title: task.title,
        projectName: facts.projectNames.get(task.projectId) ?? "",
        reasons: [...reasons],
      })),
  };
}
