/** Agent: the loop that runs agents, their tools and conversations. */
import * as agents from "./agents/all.ts";
import { defineFeature } from "../kernel/features.ts";
import { defineWork } from "../platform/work/kinds.ts";
import { listOpenQuestions, talkSource } from "./conversations/index.ts";
import { chatRoutes } from "./routes/chat.ts";
import { conversationRoutes } from "./routes/conversations.ts";
import { scheduleRoutes } from "./routes/schedules.ts";
import { leaseSchedules, workOnSlots } from "./schedules/jobs.ts";
import { schedules as schedulesTools } from "./schedules/tools/index.ts";
import * as agentsTables from "./tables/agents.ts";
import * as conversationsTables from "./tables/conversations.ts";
import * as schedulesTables from "./tables/schedules.ts";
import { approvals } from "./tools/approvals/index.ts";
import { code } from "./tools/code/index.ts";
import { conversation } from "./tools/conversation/index.ts";
import { discovery } from "./tools/discovery/index.ts";
import { findAgent, getAgentSettings } from "./index.ts";
import { mayEarn, toolTitle } from "./tools/powers.ts";
import { judge, judgeDraft, resolveCall } from "./open.ts";
import { agentWork } from "./work.ts";
import { erases } from "./erases.ts";

export const agentFeature = defineFeature({
  name: "agent",
  erases,
  tables: [agentsTables, conversationsTables, schedulesTables],
  routes: [conversationRoutes, chatRoutes, scheduleRoutes],
  agents: Object.values(agents),
  toolsets: [discovery, conversation, code, schedulesTools, approvals],
  work: defineWork(agentWork, {
    "schedules.lease": leaseSchedules,
    "schedules.remind": workOnSlots,
    "schedules.slot": workOnSlots,
    "schedules.job": workOnSlots,
  }),
  approvalServices: (ctx) => ({
    resolver: resolveCall(ctx),
    judge: judge(ctx),
    judgeDraft: judgeDraft(ctx),
    agentTitle: (name) => findAgent(name)?.title ?? name,
    autonomyOf: async (name) => (await getAgentSettings(ctx.db, name)).autonomy,
    tool: (name) => ({ title: toolTitle(name), mayAllow: mayEarn(name) }),
  }),
  services: (ctx) => ({ openQuestions: (userId) => listOpenQuestions(ctx, userId) }),
  searchSources: (ctx) => ({ conversation: talkSource(ctx.db, ctx.objects.conversation) }),
});

declare module "./tools/tenant.ts" {
  interface TenantServices {
    /** Questions that no one has answered and that the member may read; null for what everyone may read. */
    openQuestions(userId: string | null): ReturnType<typeof listOpenQuestions>;
  }
}
