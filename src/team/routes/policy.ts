/** The tenant's policy: read by all, changed by admins, in force at once. */
import { powers, boundFields } from "../../agent/tools/powers.ts";
import type { TenantContext } from "../../platform/context.ts";
import { refuseLostStages, stageRules } from "../../accounts/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { canonicalJson } from "../../kernel/hash.ts";
import { getPolicy, updatePolicy, type VersionedPolicy } from "../../approvals/policy/index.ts";
import type { Principal } from "../../platform/auth/index.ts";
import { findAgent } from "../../agent/index.ts";
import { teamEndpoints } from "../api/team.ts";
import { type Policy, type ToolPower } from "../api/policy.ts";
import type { BoundField, PolicyRule } from "../../approvals/api/policy-rules.ts";
import { fieldWords } from "../../approvals/api/policy-words.ts";
import { serve, type App } from "../../platform/http/serve.ts";
import { userActor } from "../../platform/audit/index.ts";

const MICRO = 1_000_000;

export function policyRoutes(app: App): void {
  serve(app, teamEndpoints.policy, async ({ db }) => policyView(await getPolicy(db)));

  serve(app, teamEndpoints.updatePolicy, async ({ ctx, db, principal, body }) => {
    const { houseRules, deputies } = (await getPolicy(db)).policy;
    const policy = {
      ...body.policy,
      houseRules: body.policy.houseRules ?? houseRules,
      deputies: body.policy.deputies ?? deputies,
    };
    checkTools(policy);
    checkRules(policy);
    await refuseChangedEarned(db, policy);
    await refuseLostStages(db, await stageRules(db), policy.accountStages);
    const updated = await updatePolicy(db, {
      policy,
      version: body.version,
      by: userActor(principal.user),
      nowMs: ctx.clock.now(),
    });
    await putInForce(ctx, principal, updated.policy);
    return policyView(updated);
  });
}

/** What is counted follows the new policy at once; open pages reload their settings. */
async function putInForce(ctx: TenantContext, principal: Principal, policy: Policy): Promise<void> {
  const { id: tenantId, timeZone } = principal.tenant;
  const tenant = await ctx.objects.team();
  await tenant.configure(tenantId, {
    toolCallsPerHour: policy.toolCallsPerHour,
    monthlyBudgetMicroUsd: Math.round(policy.monthlyBudgetUsd * MICRO),
    timeZone,
  });
  await tenant.publish(tenantId, { type: "settings.updated" });
}

function policyView({ policy, version }: VersionedPolicy) {
  const tools = powers(policy).map((power) => ({ ...power, fields: boundFields(power.name) }));
  return { policy, version, tools };
}

/** Rejects an update that edits or forges an earned rule: those can only be removed. Throws `invalid_request`. */
async function refuseChangedEarned(db: TenantDb, { rules }: Policy): Promise<void> {
  const stored = new Set((await getPolicy(db)).policy.rules.map((rule) => canonicalJson(rule)));
  const forged = rules.some(
    (rule) => (rule.origin === "earned" || rule.id.startsWith("earned_")) && !stored.has(canonicalJson(rule)),
  );
  if (forged)
    throw new AppError(
      "invalid_request",
      "An earned rule can’t be changed. Take it back, and add one of your own.",
    );
}

/** A mode for a tool that does not exist, or leave for one that may never run unasked, is a mistake to be told and not to be stored. */
function checkTools(policy: Policy): void {
  const byName = new Map(powers(policy).map((power) => [power.name, power]));
  for (const [name, mode] of Object.entries(policy.tools)) {
    const power = byName.get(name);
    if (power === undefined) throw new AppError("invalid_request", `There is no tool named ${name}.`);
    if (mode === "allow" && power.effect === "external" && !power.mayAllow) {
      throw new AppError("invalid_request", `${power.title} always asks first; that cannot be turned off.`);
    }
  }
}

/** A rule that could never fit, or promises what is never done, is a mistake to be told and not to be stored. */
function checkRules(policy: Policy): void {
  policy.rules.forEach((rule, index) => {
    const problem = problemOf(rule, policy);
    if (problem !== null) throw new AppError("invalid_request", `Rule ${index + 1}: ${problem}`);
  });
}

function problemOf(rule: PolicyRule, policy: Policy): string | null {
  const { agent, tool } = rule;
  if (agent !== null && findAgent(agent) === null) return `there is no agent named ${agent}.`;
  if (tool === null)
    return rule.bounds.length > 0 ? "choose an action before you say what must be in it." : null;
  const power = powers(policy).find(({ name }) => name === tool);
  if (power === undefined) return `there is no tool named ${tool}.`;
  return misfitOf(rule, power, boundFields(tool));
}

/** What of a rule its tool does not have. */
function misfitOf(
  { recipients, bounds, decision }: PolicyRule,
  { effect, title, mayAllow }: ToolPower,
  fields: readonly BoundField[],
): string | null {
  if (effect !== "external" && recipients !== null)
    return `no one is reached by “${title}”. Leave out to whom.`;
  if (effect === "external" && !mayAllow && decision === "allow")
    return `${title} always asks first; that cannot be turned off.`;
  const missing = bounds.find((bound) => !fields.some(({ field }) => field === bound.field));
  return missing === undefined ? null : `“${title}” has no ${fieldWords(missing.field)}.`;
}
