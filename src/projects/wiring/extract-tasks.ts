/** Composition of finding tasks in a text: a cheap agent that is asked once. */
import { askAgent, withoutOwnMarks } from "../../agent/index.ts";
import { foundTasksSchema, taskExtractor } from "../agents/task-extractor.ts";
import { AppError } from "../../kernel/errors.ts";
import { systemIds } from "../../kernel/ids.ts";
import type { Env } from "../../platform/env.ts";
import type { ExtractTasks } from "../../integrations/tenant/index.ts";
import { askWorld } from "../../agent/wiring/ask-world.ts";
import { zoneOf } from "../../platform/wiring/zone.ts";

/** Finds a tenant's tasks. */
export function extractTasks(env: Env, tenantId: string): ExtractTasks {
  return async ({ text, conversationId, runId }) => {
    const timeZone = await zoneOf(env, tenantId);
    const answer = await askAgent(askWorld(env, tenantId), {
      runId: systemIds.newId(),
      parentRunId: runId,
      agent: taskExtractor,
      text: `<material>\n${withoutOwnMarks(text)}\n</material>\n\nWhich tasks are in it?`,
      about: "Tasks in a text",
      conversationId,
      trigger: "delegate",
      startedBy: "agent:task",
      timeZone,
    });
    const read = foundTasksSchema.safeParse(answer.output);
    if (!read.success)
      throw new AppError(
        "upstream_failed",
        answer.end.error?.message ?? "No tasks could be read from the text.",
      );
    return read.data.tasks
      .filter(({ summary }) => summary !== "")
      .map(({ estimated_hours: estimatedHours, ...task }) => ({ ...task, estimatedHours }));
  };
}
