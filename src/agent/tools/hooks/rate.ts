import type { AdmissionPort } from "../../ports.ts";
import { waits } from "../answer.ts";
import type { BeforeHook } from "./types.ts";

export type AdmitToolCall = AdmissionPort["admitToolCall"];

/**
 * Counts calls per tenant and hour, look-ups separately; a repeated call counts once. A call beyond the
 * limit gets no answer, and its run waits. Urgent calls never wait.
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
