/** Background work of team: how due work is found, which queue carries it, and its time limit. */
import { sql } from "drizzle-orm";
import { erasures } from "./tables/erasure.ts";
import { teamRecords } from "./tables/team-records.ts";
import { tenantHomes, tenants } from "../platform/db/index.ts";
import { JOBS_VERSION } from "../platform/work/jobs-version.ts";
import { dueAt, type WorkKind } from "../platform/work/kinds.ts";

export const teamWork = {
  "contacts.erase": {
    title: "Erase contacts for good",
    queue: "long",
    budgetMs: 25_000,
    due: { table: erasures, since: erasures.dueAt, tenant: erasures.tenantId, where: dueAt(erasures.dueAt) },
  },
  "jobs.ensure": {
    title: "Set up the jobs of new teams",
    queue: "jobs",
    budgetMs: 10_000,
    due: {
      table: tenants,
      since: null,
      tenant: tenants.id,
      where: () => sql`${tenants.jobsVersion} < ${JOBS_VERSION}`,
    },
  },
  "tenants.move": {
    title: "Move teams between databases",
    queue: "long",
    budgetMs: 25_000,
    due: {
      table: tenantHomes,
      since: null,
      tenant: tenantHomes.id,
      where: dueAt(tenantHomes.dueAt),
      ofDirectory: true,
    },
  },
  "teams.delete": {
    title: "Delete teams",
    queue: "long",
    budgetMs: 25_000,
    due: {
      table: teamRecords,
      since: null,
      tenant: teamRecords.team,
      where: dueAt(teamRecords.dueAt),
      ofDirectory: true,
    },
  },
  /** Sends a finished run to the deployment's trace collector. */
  "traces.export": { title: "", queue: "long", budgetMs: 20_000, due: null },
} as const satisfies Readonly<Record<string, WorkKind>>;

declare module "../platform/work/kinds.ts" {
  interface WorkNames extends Record<keyof typeof teamWork, true> {}
}
