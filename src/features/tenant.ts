/** Composition of the tenant handle: what toolsets open their services from. */
import { tenantDb } from "../platform/db/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { tenantObjectName } from "../kernel/tenant-names.ts";
import { notifyTeam } from "../notifications/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import type { Drafts, Tenant } from "../integrations/tenant/index.ts";
import type { WorkspaceDeps } from "../workspace/index.ts";
import { fileReaders } from "../platform/wiring/code.ts";
import { publish } from "../platform/wiring/feed.ts";
import { notificationDeps } from "../notifications/open.ts";
import { serverDeps } from "../mcp/open.ts";
import { openFiles } from "../workspace/open-files.ts";
import { extractTasks } from "../projects/wiring/extract-tasks.ts";
import { finders } from "../knowledge/wiring/finders.ts";
import { openedAccounts } from "../integrations/wiring/opened-accounts.ts";
import { projectDeps } from "../projects/open.ts";
import { research } from "../agent/wiring/research.ts";
import { zoneOf } from "../platform/wiring/zone.ts";

/** Of who makes a handle: it needs approvals, and approvals need the handle. */
interface Given {
  /** The team's files; left out: opened so that no approvals are told of changes. */
  readonly files?: () => WorkspaceDeps;
  readonly drafts?: Drafts;
}

/** Makes the handle. */
export function tenantHandle(env: Env, id: string, given: Given = {}): Tenant {
  return {
    id,
    db: tenantDb(env, id),
    clock: systemClock,
    logger: systemLogger,
    timeZone: () => zoneOf(env, id),
    account: openedAccounts(env, id),
    servers: () => serverDeps(env, id),
    files: given.files ?? (() => openFiles(env, id)),
    drafts() {
      if (given.drafts === undefined) throw new TypeError("no agent acts here");
      return given.drafts;
    },
    projects: () => projectDeps(env, id),
    ...finders(env, id),
    runCode: (request) => env.CODE.run(request),
    ...fileReaders(env),
    research: research(env, id),
    extractTasks: extractTasks(env, id),
    publish: (event) => publish(env, id, event),
    counters: async () => env.TENANTS.getByName(await tenantObjectName(id)).counters(id),
    notify: async (news) => void (await notifyTeam(notificationDeps(env, id), news)),
  };
}
