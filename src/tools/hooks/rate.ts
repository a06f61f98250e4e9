import type { AdmissionPort } from "../../agents/ports.ts";
import { failed } from "../answer.ts";
import type { BeforeHook } from "./types.ts";

export type AdmitToolCall = AdmissionPort["admitToolCall"];

/** Counts the call in the tenant's window of an hour; the same call counts once. */
export function rate(admitToolCall: AdmitToolCall): BeforeHook {
  return {
    name: "rate",
    async before(state) {
      const id = `${state.scope.conversationId}:${state.call.id}`;
      const admitted = await admitToolCall(id);
      if (admitted.ok) return { decision: "admitted", rule: null };
      state.rateLimited = true;
      const message = `The team's tool calls for this hour are used up. They can go on at ${admitted.retryAt}.`;
      return { decision: "stop", rule: admitted.reason, stop: failed(message) };
    },
  };
}
