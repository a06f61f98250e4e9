/** What approvals are given by the agents: the judge of calls, the check of house rules and the resolver. */
import { findAgent, getAgentSettings, policyFor } from "../index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { decidePolicy, getPolicy, listColleagues, type Judge } from "../../approvals/policy/index.ts";
import type { ApprovalDeps } from "../../approvals/index.ts";
import { draftJudge, draftVerdictsSchema } from "../agents/draft-judge.ts";
import { withoutOwnMarks } from "../own-marks.ts";
import { askOnce } from "./ask-world.ts";
import type { ResolveCall } from "../../approvals/ports.ts";
import { createResolver } from "../tools/resolve-call.ts";
import { tenantHandle } from "../tools/tenant.ts";

const NO_COLLEAGUES: ReadonlySet<string> = new Set();

/** Reads everything again for each call, so that changes apply at once. */
export function judge(ctx: TenantContext): Judge {
  const db = ctx.db;
  return async (call) => {
    const reaches = call.facts !== null && call.facts.recipients.length > 0;
    const [{ policy }, settings, timeZone, colleagues] = await Promise.all([
      getPolicy(db),
      getAgentSettings(db, call.agent),
      ctx.timeZone(),
      reaches ? listColleagues(db) : NO_COLLEAGUES,
    ]);
    const nowMs = ctx.clock.now();
    return decidePolicy(call, {
      policy: policyFor(policy, settings, { agent: findAgent(call.agent), nowMs, timeZone }),
      colleagues,
      nowMs,
      timeZone,
    });
  };
}

/** A draft waits for its verdict: longer than this and a person reads it without one. */
const PATIENCE_MS = 15_000;
const UNNAMED = "It may go against it.";

export function judgeDraft(ctx: TenantContext): ApprovalDeps["judgeDraft"] {
  return async ({ conversationId, rules, draft }) => {
    try {
      const { output } = await askOnce(ctx, {
        agent: draftJudge,
        text: `<rules>\n${rules.map((rule, at) => `${at + 1}. ${withoutOwnMarks(rule)}`).join("\n")}\n</rules>\n\n<draft>\n${withoutOwnMarks(draft).replaceAll("</draft>", "")}\n</draft>`,
        about: "House rules check",
        conversationId,
        trigger: "house_rules",
        isBrief: true,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const said = draftVerdictsSchema.safeParse(output);
      if (!said.success) return null;
      const verdicts = new Map(said.data.rules.map((verdict) => [verdict.number, verdict]));
      // A rule without a verdict may be broken.
      return rules.map((_, at) => {
        const verdict = verdicts.get(at + 1);
        if (verdict?.against === false) return null;
        return verdict === undefined || verdict.why.trim() === "" ? UNNAMED : verdict.why;
      });
    } catch (error) {
      ctx.log.warn("house_rules.not_judged", { tenantId: ctx.tenantId, conversationId, error });
      return null;
    }
  };
}

export function resolveCall(ctx: TenantContext): ResolveCall {
  const tenant = tenantHandle(ctx);
  return createResolver(ctx.tenantId, (toolset, acting) => toolset.open(tenant, acting));
}
