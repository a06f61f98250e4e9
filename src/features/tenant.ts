/** Composition of the tenant handle: what toolsets open their services from. */
import { notifyTeam } from "../notifications/index.ts";
import type { TenantContext } from "../platform/context.ts";
import type { Drafts, Tenant } from "../integrations/tenant/index.ts";
import type { WorkspaceDeps } from "../workspace/index.ts";
import { notificationDeps } from "../notifications/open.ts";
import { serverDeps } from "../mcp/open.ts";
import { openFiles } from "../workspace/open-files.ts";
import { extractTasks } from "../projects/wiring/extract-tasks.ts";
import { finders } from "../knowledge/wiring/finders.ts";
import { openedAccounts } from "../integrations/wiring/opened-accounts.ts";
import { projectDeps } from "../projects/open.ts";
import { research } from "../agent/wiring/research.ts";

/** Of who makes a handle: it needs approvals, and approvals need the handle. */
interface Given {
  /** The team's files; left out: opened so that no approvals are told of changes. */
  readonly files?: () => WorkspaceDeps;
  readonly drafts?: Drafts;
}

/** Makes the handle. */
export function tenantHandle(ctx: TenantContext, given: Given = {}): Tenant {
  return {
    id: ctx.tenantId,
    db: ctx.db,
    clock: ctx.clock,
    logger: ctx.log,
    timeZone: () => ctx.timeZone(),
    account: openedAccounts(ctx),
    servers: () => serverDeps(ctx),
    files: given.files ?? (() => openFiles(ctx)),
    drafts() {
      if (given.drafts === undefined) throw new TypeError("no agent acts here");
      return given.drafts;
    },
    projects: () => projectDeps(ctx),
    ...finders(ctx),
    runCode: (request) => ctx.code.run(request),
    readPdf: (request) => ctx.code.readPdf(request),
    readOffice: (request) => ctx.code.readOffice(request),
    research: research(ctx),
    extractTasks: extractTasks(ctx),
    publish: (event) => ctx.publish(event),
    counters: async () => (await ctx.objects.team()).counters(ctx.tenantId),
    notify: async (news) => void (await notifyTeam(notificationDeps(ctx), news)),
  };
}
