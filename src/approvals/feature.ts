/** Approvals: what is proposed, decided and done once. */
import * as effects from "./effects/all.ts";
import { defineFeature } from "../kernel/features.ts";
import { defineWork } from "../platform/work/kinds.ts";
import { approvalRoutes } from "./routes/approvals.ts";
import { policyRoutes } from "./routes/policy.ts";
import * as approvalsTables from "./tables/approvals.ts";
import { reconcileApprovals, workOnEarned } from "./wiring/approval-work.ts";
import { approvalsWork } from "./work.ts";

export const approvalsFeature = defineFeature({
  name: "approvals",
  tables: [approvalsTables],
  routes: [approvalRoutes, policyRoutes],
  effects: Object.values(effects),
  work: defineWork(approvalsWork, {
    "approvals.reconcile": reconcileApprovals,
    "approvals.earned": workOnEarned,
  }),
});
