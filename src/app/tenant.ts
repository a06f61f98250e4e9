/** Composition of the tenant handle: what toolsets open their services from. */
import { tenantDb } from "../db/index.ts";
import { notConnected, requireAllowed } from "../integrations/allowance.ts";
import { openAccount, readOnly } from "../integrations/open-account.ts";
import { systemClock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { searchObjectName, tenantObjectName } from "../kernel/tenant-names.ts";
import { notifyTeam } from "../notifications/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import type { Drafts, Tenant } from "../tenant/index.ts";
import type { WorkspaceDeps } from "../workspace/index.ts";
import { accountDeps } from "./accounts.ts";
import { fileReaders } from "./code.ts";
import { publish } from "./feed.ts";
import { notificationDeps } from "./notifications.ts";
import { openFiles } from "./open-files.ts";
import { research } from "./research.ts";
import { zoneOf } from "./zone.ts";

/** What a handle is given by who makes it, because it needs approvals, and approvals need the handle. */
interface Given {
  /** The team's files; left out: opened so that no approvals are told of changes. */
  readonly files?: () => WorkspaceDeps;
  /** Left out where no agent acts. */
  readonly drafts?: Drafts;
}

/** Makes the handle. */
export function tenantHandle(env: Env, id: string, given: Given = {}): Tenant {
  const deps = accountDeps(env, id);
  return {
    id,
    db: tenantDb(env, id),
    clock: systemClock,
    logger: systemLogger,
    timeZone: () => zoneOf(env, id),
    async account(vendor, capability) {
      const found = await openAccount(readOnly(deps), vendor);
      await requireAllowed(deps.db, vendor, capability);
      if (found !== null) return found;
      throw new AppError("not_configured", notConnected(vendor));
    },
    files: given.files ?? (() => openFiles(env, id)),
    drafts() {
      if (given.drafts === undefined) throw new TypeError("no agent acts here");
      return given.drafts;
    },
    search: async (query, by) => env.SEARCH.getByName(await searchObjectName(id)).query(id, query, by),
    retrieve: async (query, by) => env.SEARCH.getByName(await searchObjectName(id)).retrieve(id, query, by),
    runCode: (request) => env.CODE.run(request),
    ...fileReaders(env),
    research: research(env, id),
    publish: (event) => publish(env, id, event),
    counters: async () => env.TENANTS.getByName(await tenantObjectName(id)).counters(id),
    notify: async (news) => void (await notifyTeam(notificationDeps(env, id), news)),
  };
}
