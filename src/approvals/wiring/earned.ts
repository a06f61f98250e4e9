/** Composition of earned autonomy: a tenant's tallies, its policy, and its admins' devices. */
import { waitUntil } from "cloudflare:workers";
import { earnedRule } from "../effects/earned-rule.ts";
import { findAgent, getAgentSettings } from "../../agent/index.ts";
import type { ApprovalDeps } from "../index.ts";
import { tenantDb } from "../../platform/db/index.ts";
import { consider, type EarnedDeps } from "../earned/index.ts";
import { systemClock } from "../../kernel/clock.ts";
import { raiseAlert } from "../../notifications/index.ts";
import type { Env } from "../../platform/env.ts";
import { systemLogger } from "../../platform/logger.ts";
import { getPolicy } from "../policy/index.ts";
import { mayEarn, toolTitle } from "../../agent/tools/powers.ts";
import { publish } from "../../platform/wiring/feed.ts";
import { notificationDeps } from "../../notifications/open.ts";

type Approvals = EarnedDeps["approvals"];

/** What earned autonomy of one tenant is given. Cheap. */
export function earnedDeps(env: Env, tenantId: string, approvals: Approvals): EarnedDeps {
  const db = tenantDb(env, tenantId);
  return {
    db,
    clock: systemClock,
    logger: systemLogger,
    approvals,
    autonomy: async (agent) =>
      (await getAgentSettings(db, agent)).autonomy ?? (await getPolicy(db)).policy.autonomy,
    tool: (name) => ({ title: toolTitle(name), mayAllow: mayEarn(name) }),
    agentTitle: (name) => findAgent(name)?.title ?? name,
    effectOf: (document) => earnedRule.of(document),
    async tellAdmins(news) {
      const alert = { code: "earned_taken_back", path: "/settings/policy", ...news };
      await raiseAlert(notificationDeps(env, tenantId), alert);
    },
    publish: () => publish(env, tenantId, { type: "settings.updated" }),
  };
}

/** What follows for earned autonomy from decisions on approvals. Never throws: the clock looks again. */
export function countedDecisions(env: Env, tenantId: string, approvals: Approvals): ApprovalDeps["counted"] {
  return (tally) =>
    waitUntil(
      consider(earnedDeps(env, tenantId, approvals), tally).catch((error: unknown) => {
        systemLogger.warn("earned.not_considered", { tenantId, hook: tally, error });
      }),
    );
}
