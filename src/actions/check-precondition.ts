import { optedOut, type Texting } from "../connections/index.ts";
import type { EffectExecutor } from "../approvals/ports.ts";
import type { Precondition } from "../db/index.ts";
import { formatNumber } from "../kernel/phone.ts";

const THREAD_TEXTS = 50;

/**
 * Whether what was true at proposal still is, right before an effect runs. Failures of the provider are
 * thrown: not known is not true.
 */
export async function checkPrecondition(
  precondition: Precondition,
  texting: Texting,
): ReturnType<EffectExecutor["check"]> {
  switch (precondition.kind) {
    case "newest_message": {
      const newest = (await texting.messages(precondition.number, 1)).at(-1);
      if ((newest?.id ?? null) === precondition.messageId) return { holds: true };
      const who = newest?.direction === "outgoing" ? "Somebody texted them" : "They texted";
      return { holds: false, reason: `${who} since this was drafted.` };
    }
    case "not_opted_out": {
      const thread = await texting.messages(precondition.number, THREAD_TEXTS);
      if (!optedOut(thread)) return { holds: true };
      return {
        holds: false,
        reason: `${formatNumber(precondition.number)} has opted out of texts with STOP.`,
      };
    }
  }
}
