/** Tools for the agent's schedules. */
import type { AgentRhythm, EditDeps } from "../index.ts";
import { defineToolset } from "../../tools/define-toolset.ts";
import type { ReachServices } from "../../tools/reach.ts";
import type { Tenant } from "../../tools/tenant.ts";
import * as tools from "./tools.ts";

declare module "../../tools/tenant.ts" {
  interface TenantServices {
    /** The members who spoke in a phone call, with what each of them said; null without a transcript. */
    saidInCall(
      callId: string,
    ): Promise<
      | readonly { readonly by: { readonly id: string; readonly name: string }; readonly words: string }[]
      | null
    >;
    /** The agents that run by themselves, as a feature plans them. */
    agentRhythms(): Promise<readonly AgentRhythm[]>;
  }
}

export type ScheduleServices = Omit<EditDeps, "tellProposed"> &
  ReachServices &
  Pick<Tenant, "saidInCall" | "agentRhythms">;

export const schedules = defineToolset<ScheduleServices>({
  name: "schedules",
  title: "Schedules",
  place: 100,
  tools: Object.values(tools),
  open: async (tenant, { conversationId }) => ({
    db: tenant.db,
    clock: tenant.clock,
    timeZone: await tenant.timeZone(),
    announce: () => tenant.publish({ type: "schedules.updated" }),
    agentRhythms: () => tenant.agentRhythms(),
    notify: (news) => tenant.notify(news),
    toldSince: (about, since) => tenant.newsSince(about, since),
    onRecord: (words) => tenant.onRecord(words, conversationId),
    saidInCall: (callId) => tenant.saidInCall(callId),
  }),
});
