/** Asks people to decide on a stored approval: starts its Workflow and alerts their devices. */
import type { Approval } from "./api/approval.ts";
import type { ApprovalDeps } from "./ports.ts";
import { isAtRest } from "./state.ts";
import { findLoaded, type Loaded } from "./store.ts";
import { view } from "./view.ts";

/** Starts the Workflow of an approval and, unless its run does so once it drafted everything, alerts the team. */
export async function requestDecision(
  deps: ApprovalDeps,
  approval: Approval,
  { alerts = true }: { readonly alerts?: boolean } = {},
): Promise<void> {
  if (isAtRest(approval.status)) return;
  if (alerts) await beginAlert(deps, approval);
  await deps.workflow.start(approval.id);
}

/**
 * Alerts the team of the drafts that a step made, once all of them are stored: once for each request. The
 * reconciler alerts of any that is missed.
 */
export async function alertOfDrafts(deps: ApprovalDeps, drafts: readonly Approval[]): Promise<void> {
  for (const draft of drafts) await beginAlert(deps, draft);
}

/** The same for one draft, if it still exists. */
export async function alertOfDraft(deps: ApprovalDeps, id: string): Promise<void> {
  const loaded = await findLoaded(deps, id);
  if (loaded !== null) await beginAlert(deps, await view(deps, loaded));
}

/**
 * Alerts the team of a pending approval. Repeats alert once. Resolves once the alert is recorded, so that a
 * slow push service doesn't delay the turn; the notification sweep delivers the rest.
 */
async function beginAlert(deps: ApprovalDeps, approval: Approval): Promise<void> {
  if (approval.status !== "pending") return;
  const { promise: recorded, resolve } = Promise.withResolvers<void>();
  const alerting = deps
    .notify(approval, "requested", 0, resolve)
    .catch((error: unknown) => {
      deps.logger.warn("approval.ring_failed", { approvalId: approval.id, error });
    })
    .finally(resolve);
  deps.keepAlive(alerting);
  await recorded;
}

/**
 * Alerts the team of a pending approval; does nothing for any other. Repeats alert once per `round`, which
 * starts at 0.
 */
export async function alertForDecision(deps: ApprovalDeps, loaded: Loaded, round = 0): Promise<void> {
  if (loaded.row.status === "pending") await deps.notify(await view(deps, loaded), "requested", round);
}
