/** Composes the judge of a tenant's calls from the current settings. */
import { findAgent, getAgentSettings, policyFor } from "../index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { decidePolicy, getPolicy, listColleagues, type Judge } from "../../approvals/policy/index.ts";

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
