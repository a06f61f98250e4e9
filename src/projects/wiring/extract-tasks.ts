/** Wires finding tasks in a text: one question to a low-cost agent. */
import { withoutOwnMarks } from "../../agent/index.ts";
import { foundTasksSchema, taskExtractor } from "../agents/task-extractor.ts";
import { AppError } from "../../kernel/errors.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { ExtractTasks } from "../ports.ts";
import { askOnce } from "../../agent/wiring/ask-world.ts";

export function extractTasks(ctx: TenantContext): ExtractTasks {
  return async ({ text, conversationId, runId }) => {
    const timeZone = await ctx.timeZone();
    const answer = await askOnce(ctx, {
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
