/** Tools for the agent's own drafts: listing and withdrawing them. Only people decide. */
import type { Clock } from "../../../kernel/clock.ts";
import type { Drafts } from "../tenant.ts";
import { defineToolset } from "../define-toolset.ts";
import * as tools from "./tools.ts";

export interface ApprovalServices {
  readonly drafts: Drafts;
  readonly clock: Clock;
  readonly timeZone: string;
}

export const approvals = defineToolset<ApprovalServices>({
  name: "approvals",
  title: "Drafts and approvals",
  place: 130,
  tools: Object.values(tools),
  open: async (tenant) => ({
    drafts: tenant.drafts(),
    clock: tenant.clock,
    timeZone: await tenant.timeZone(),
  }),
});
