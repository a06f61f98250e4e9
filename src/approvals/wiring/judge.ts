/** Composition of policy: who judges a tenant's calls, by what its admins have set as of now. */
import { findAgent, getAgentSettings, policyFor } from "../../agent/index.ts";
import { tenantDb } from "../../platform/db/index.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { Env } from "../../platform/env.ts";
import { decidePolicy, getPolicy, listColleagues, type Judge } from "../policy/index.ts";
import { zoneOf } from "../../platform/wiring/zone.ts";

const NO_COLLEAGUES: ReadonlySet<string> = new Set();

/** Reads everything again for each call, so that a change holds at once. */
export function judge(env: Env, tenantId: string): Judge {
  const db = tenantDb(env, tenantId);
  return async (call) => {
    const reaches = call.facts !== null && call.facts.recipients.length > 0;
    const [{ policy }, settings, timeZone, colleagues] = await Promise.all([
      getPolicy(db),
      getAgentSettings(db, call.agent),
      zoneOf(env, tenantId),
      reaches ? listColleagues(db) : NO_COLLEAGUES,
    ]);
    const nowMs = systemClock.now();
    return decidePolicy(call, {
      policy: policyFor(policy, settings, { agent: findAgent(call.agent), nowMs, timeZone }),
      colleagues,
      nowMs,
      timeZone,
    });
  };
}
