/** Wires naming the kind of work of tasks: one question to a low-cost agent. */
import { askAgent } from "../../agent/index.ts";
import { askWorld } from "../../agent/wiring/ask-world.ts";
import { projectConversation } from "../../approvals/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { ProjectAgentDeps } from "../agent-work/index.ts";
import { taskTypes, taskTypesSchema } from "../agents/task-types.ts";

export function typeTasks(ctx: TenantContext): ProjectAgentDeps["typeTasks"] {
  return async ({ runId, titles, known }) => {
    const { output } = await askAgent(askWorld(ctx), {
      runId: ctx.ids.newId(),
      parentRunId: runId,
      agent: taskTypes,
      text: [
        known.length === 0 ? "The team uses no kinds yet." : `The team’s kinds: ${known.join(", ")}.`,
        "<records>",
        ...titles.map((title, at) => `${at + 1}. ${title}`),
        "</records>",
      ].join("\n"),
      about: "Kinds of finished work",
      conversationId: projectConversation(""),
      trigger: "delegate",
      startedBy: "agent:learning-agent",
      timeZone: await ctx.timeZone(),
    });
    const read = taskTypesSchema.safeParse(output);
    return read.success ? read.data.types : null;
  };
}
