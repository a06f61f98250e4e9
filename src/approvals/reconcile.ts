/**
 * The guarantee behind the Workflow: takes every approval that is due and drives it on, whatever died in between. A page is leased at a time;
 * one that fails is due again when its lease ends, and stops no other.
 */
import type { SystemDb } from "../db/index.ts";
import { isoTime, type Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/log.ts";
import { advance } from "./advance.ts";
import type { ApprovalDeps } from "./ports.ts";
import { requestDecision } from "./propose.ts";

/** What reconciling needs; `depsFor` opens a tenant. */
export interface ReconcileDeps {
  readonly system: Pick<SystemDb, "leaseDueApprovals">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly depsFor: (tenantId: string) => Promise<ApprovalDeps>;
}

const PAGE = 20;
const PAGES = 5;
const LEASE_MS = 60_000;

/** Drives on what is due, at most a hundred at a time. Returns how many were looked at and how many failed. */
export async function reconcile(deps: ReconcileDeps): Promise<{ seen: number; failed: number }> {
  const tenants = new Map<string, Promise<ApprovalDeps>>();
  const depsFor = (tenantId: string): Promise<ApprovalDeps> => {
    const known = tenants.get(tenantId) ?? deps.depsFor(tenantId);
    tenants.set(tenantId, known);
    return known;
  };
  let seen = 0;
  let failed = 0;
  for (let page = 0; page < PAGES; page++) {
    const nowMs = deps.clock.now();
    const due = await deps.system.leaseDueApprovals(isoTime(nowMs), isoTime(nowMs + LEASE_MS), PAGE);
    const results = await Promise.allSettled(
      [...Map.groupBy(due, ({ tenantId }) => tenantId)].map(async ([tenantId, rows]) => {
        let lost = 0;
        for (const { id } of rows) {
          if (!(await reconcileOne(deps, depsFor, tenantId, id))) lost++;
        }
        return lost;
      }),
    );
    seen += due.length;
    failed += results.reduce((sum, result) => sum + (result.status === "fulfilled" ? result.value : 0), 0);
    if (due.length < PAGE) break;
  }
  return { seen, failed };
}

async function reconcileOne(
  deps: ReconcileDeps,
  depsFor: (tenantId: string) => Promise<ApprovalDeps>,
  tenantId: string,
  approvalId: string,
): Promise<boolean> {
  try {
    const tenant = await depsFor(tenantId);
    const asked = await requestDecision(tenant, approvalId).then(
      () => true,
      (error: unknown) => {
        deps.logger.error("approval.request_failed", { tenantId, approvalId, error });
        return false;
      },
    );
    await advance(tenant, approvalId, { checkSoon: !asked });
    await tenant.workflow.nudge(approvalId);
    return asked;
  } catch (error) {
    deps.logger.error("approval.reconcile_failed", { tenantId, approvalId, error });
    return false;
  }
}
