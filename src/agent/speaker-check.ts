/**
 * Checks whether a socket's user may act. For a message to send, the same request reserves the first step
 * of its turn, so that no second request delays the first token.
 */
import type { TenantRpc } from "./api/objects.ts";
import type { AgentRunner } from "./runner.ts";

/**
 * Checks a session. `words` is the message to send, null for any other frame. Throws if the tenant's object
 * can't be reached.
 */
export function speakerCheck(
  tenantId: string,
  openTenant: () => Promise<Pick<TenantRpc, "sessionAlive" | "admitSpeaker">>,
  runner: Pick<AgentRunner, "firstStep" | "reserved">,
): (sessionId: string, words: string | null) => Promise<boolean> {
  return async (sessionId, words) => {
    const tenant = await openTenant();
    const step = words === null ? null : runner.firstStep(words);
    if (step === null) return tenant.sessionAlive(tenantId, sessionId);
    const { alive, admitted } = await tenant.admitSpeaker(tenantId, sessionId, step);
    if (admitted) runner.reserved(step);
    return alive;
  };
}
