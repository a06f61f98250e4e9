/** Team: members, settings, retention, copies and erasure. */
import { defineFeature } from "../kernel/features.ts";
import { defineWork } from "../platform/work/kinds.ts";
import { isArchived } from "./archive/index.ts";
import { eraseContacts } from "./erasure/open.ts";
import {
  METRICS_JOB,
  runMetrics,
  HISTORIES_JOB,
  runHistoriesCheck,
  cleanUp,
  ensureJobs,
  readManual,
  exportTraces,
  traceConsumers,
} from "./open.ts";
import { accountRoutes } from "./routes/account.ts";
import { activityRoutes } from "./routes/activity.ts";
import { agentRoutes } from "./routes/agents.ts";
import { archiveRoutes } from "./routes/archive.ts";
import { erasureRoutes } from "./routes/erasure.ts";
import { exportRoutes } from "./routes/export.ts";
import { feedRoutes } from "./routes/feed.ts";
import { firstStepRoutes } from "./routes/first-steps.ts";
import { inviteRoutes } from "./routes/invites.ts";
import { memberPhoneRoutes } from "./routes/member-phone.ts";
import { operatorRoutes } from "./routes/operator.ts";
import { policyRoutes } from "./routes/policy.ts";
import { securityContactRoutes } from "./routes/security-contact.ts";
import { teamCopyRoutes } from "./routes/team-copies.ts";
import * as archiveTables from "./tables/archive.ts";
import * as erasureTables from "./tables/erasure.ts";
import * as firstStepsTables from "./tables/first-steps.ts";
import * as metricsTables from "./tables/metrics.ts";
import * as teamRecordsTables from "./tables/team-records.ts";
import { inbox } from "./tools/index.ts";
import { deleteTenant, moveTenant } from "./backup/open.ts";
import type { ManualPage } from "./api/manual.ts";
import { teamWork } from "./work.ts";
import { erases } from "./erases.ts";
import { exports } from "./exports.ts";

export const teamFeature = defineFeature({
  name: "team",
  erases,
  exports,
  tables: [archiveTables, erasureTables, firstStepsTables, metricsTables, teamRecordsTables],
  routes: [
    accountRoutes,
    activityRoutes,
    agentRoutes,
    memberPhoneRoutes,
    erasureRoutes,
    exportRoutes,
    firstStepRoutes,
    inviteRoutes,
    feedRoutes,
    operatorRoutes,
    policyRoutes,
    archiveRoutes,
    securityContactRoutes,
    teamCopyRoutes,
  ],
  toolsets: [inbox],
  isArchived,
  work: defineWork(teamWork, {
    "contacts.erase": eraseContacts,
    "traces.export": exportTraces,
    "tenants.move": moveTenant,
    "teams.delete": deleteTenant,
    "jobs.ensure": ensureJobs,
  }),
  jobs: { "clean-up": cleanUp, [HISTORIES_JOB]: runHistoriesCheck, [METRICS_JOB]: runMetrics },
  consumers: traceConsumers,
  services: (ctx) => ({ manual: () => readManual(ctx) }),
});

declare module "../agent/tools/tenant.ts" {
  interface TenantServices {
    /** The help pages; null if they can't be read. */
    manual(): Promise<readonly ManualPage[] | null>;
  }
}
