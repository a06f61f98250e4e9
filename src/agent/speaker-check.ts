/**
 * Whether who speaks over a socket may act. With the words of a message to be sent, the first step of its turn is reserved in the same breath:
 * nothing of the tenant's is asked for again before the first token.
 */
import type { TenantRpc } from "./api/objects.ts";
import type { AgentRunner } from "./runner.ts";

/** Asks whether a session may still act; `words` are what it wants to say, null for any other frame. Throws where the tenant's object cannot be asked. */
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
