/** Composes earned autonomy for a tenant. */
import { notifier } from "../../platform/notifier.ts";
import { earnedRule } from "../effects/earned-rule.ts";
import type { ApprovalDeps } from "../index.ts";
import { consider, type EarnedDeps } from "../earned/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { getPolicy } from "../policy/index.ts";
import { approvalServices } from "../services.ts";

type Approvals = EarnedDeps["approvals"];

/** No I/O. */
export function earnedDeps(ctx: TenantContext, approvals: Approvals): EarnedDeps {
  const db = ctx.db;
  const { agentTitle, autonomyOf, tool } = approvalServices(ctx);
  return {
    db,
    clock: ctx.clock,
    logger: ctx.log,
    approvals,
    autonomy: async (agent) => (await autonomyOf(agent)) ?? (await getPolicy(db)).policy.autonomy,
    tool,
    agentTitle,
    effectOf: (document) => earnedRule.of(document),
    async tellAdmins(news) {
      const alert = { code: "earned_taken_back", path: "/settings/policy", ...news };
      await notifier(ctx).raiseAlert(alert);
    },
    publish: () => ctx.publish({ type: "settings.updated" }),
  };
}

/** Updates earned autonomy after decisions. Never throws; scheduled work checks again. */
export function countedDecisions(ctx: TenantContext, approvals: Approvals): ApprovalDeps["counted"] {
  return (tally) =>
    ctx.deployment.keepAlive(
      consider(earnedDeps(ctx, approvals), tally).catch((error: unknown) => {
        ctx.log.warn("earned.not_considered", { tenantId: ctx.tenantId, hook: tally, error });
      }),
    );
}
