/** Approvals: propose, decide, and execute once. */
import * as effects from "./effects/all.ts";
import { defineFeature } from "../kernel/features.ts";
import { defineWork } from "../platform/work/kinds.ts";
import { approvalRoutes } from "./routes/approvals.ts";
import { earnedRoutes } from "./routes/earned.ts";
import * as approvalsTables from "./tables/approvals.ts";
import { considerDue } from "./earned/index.ts";
import { reconcile } from "./index.ts";
import { approvalDeps, earnedDeps } from "./open.ts";
import { getPolicy } from "./policy/index.ts";
import { approvalsWork } from "./work.ts";
import { erases } from "./erases.ts";
import { exports } from "./exports.ts";

export const approvalsFeature = defineFeature({
  name: "approvals",
  erases,
  exports,
  tables: [approvalsTables],
  routes: [approvalRoutes, earnedRoutes],
  effects: Object.values(effects),
  joinByDomain: async (db) => (await getPolicy(db)).policy.joinByDomain,
  work: defineWork(approvalsWork, {
    "approvals.reconcile": async (ctx, { untilMs }) => reconcile(await approvalDeps(ctx), untilMs),
    "approvals.earned": (ctx, { untilMs }) =>
      considerDue(
        earnedDeps(ctx, () => approvalDeps(ctx)),
        untilMs,
      ),
  }),
});
