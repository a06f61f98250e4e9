/** Asks people to decide on a stored approval: starts its Workflow and alerts their devices. */
import type { Approval } from "./api/approval.ts";
import type { ApprovalDeps } from "./ports.ts";
import { isAtRest } from "./state.ts";
import { get, type Loaded } from "./store.ts";
import { view } from "./view.ts";

/**
 * Alerts the team of a pending approval and starts its Workflow. Repeats alert once. Resolves once the
 * alert is recorded, so that a slow push service doesn't delay the turn; the notification sweep delivers
 * the rest.
 */
export async function requestDecision(deps: ApprovalDeps, approval: Approval): Promise<void> {
  const { id, status } = approval;
  if (isAtRest(status)) return;
  const { promise: recorded, resolve } = Promise.withResolvers<void>();
  const asked = status === "pending" ? deps.notify(approval, "requested", 0, resolve) : Promise.resolve();
  const alerting = asked
    .catch((error: unknown) => {
      deps.logger.warn("approval.ring_failed", { approvalId: id, error });
    })
    .finally(resolve);
  deps.keepAlive(alerting);
  await recorded;
  await deps.workflow.start(id);
}

/**
 * Alerts the team of a pending approval; does nothing for any other. Repeats alert once per `round`, which
 * starts at 0.
 */
export async function alertForDecision(deps: ApprovalDeps, loaded: Loaded, round = 0): Promise<void> {
  if (loaded.row.status === "pending") await deps.notify(await view(deps, loaded), "requested", round);
}

/** Alerts the team unless that happened already, for proposals whose process died before the alert. */
export async function alertIfNone(deps: ApprovalDeps, id: string): Promise<void> {
  if (!(await deps.isAlerted(id))) await alertForDecision(deps, await get(deps, id));
}
