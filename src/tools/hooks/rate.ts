import { failed } from "../answer.ts";
import type { BeforeHook } from "./types.ts";

/** Counts the call in the tenant's window of an hour; the same call counts once. */
export const rate: BeforeHook = {
  name: "rate",
  async before(state, deps) {
    const id = `${state.scope.conversationId}:${state.call.id}`;
    const admitted = await deps.admission.admitToolCall(id);
    if (admitted.ok) return { decision: "admitted", rule: null };
    state.rateLimited = true;
    const message = `The team's tool calls for this hour are used up. They can go on at ${admitted.retryAt}.`;
    return { decision: "stop", rule: admitted.reason, stop: failed(message) };
  },
};
