import type { AdmissionPort } from "../../ports.ts";
import { waits } from "../answer.ts";
import type { BeforeHook } from "./types.ts";

export type AdmitToolCall = AdmissionPort["admitToolCall"];

/**
 * Counts the call in the tenant's window of an hour, look-ups apart; the same call counts once. A call the window has no room for gets no answer: the
 * run waits with it. What is urgent is never held up.
 */
export function rate(admitToolCall: AdmitToolCall): BeforeHook {
  return {
    name: "rate",
    async before(state) {
      if (state.scope.urgent === true) return { decision: "admitted", rule: "urgent" };
      const id = `${state.scope.conversationId}:${state.call.id}`;
      const admitted = await admitToolCall(id, state.tool?.effect === "read" ? "look_up" : "call");
      if (admitted.ok) {
        if (admitted.nearLimit === true) state.rate = "near_limit";
        return { decision: "admitted", rule: null };
      }
      state.rate = "spent";
      return { decision: "stop", rule: admitted.reason, stop: waits(admitted.retryAt) };
    },
  };
}
