import type { Resolution } from "../../approvals/ports.ts";
import { describeFailure } from "../describe-failure.ts";
import { denied, noted } from "../answer.ts";
import { policyToolOf } from "../powers.ts";
import type { BeforeHook, BeforeVerdict, CallState } from "./types.ts";

/**
 * Asks the tenant's policy. An external call is judged twice: before anything is looked up, so that what is
 * denied causes no call at all, and with what it would really do. What cannot be resolved is not judged; the
 * gate answers it as it is.
 */
export const autonomy: BeforeHook = {
  name: "autonomy",
  async before(state, deps) {
    const { tool, scope, call } = state;
    const judged = { tool: tool === null ? null : policyToolOf(tool), agent: scope.agent };
    state.policy = await deps.judge({ ...judged, facts: null });
    const { decision, rule } = state.policy;
    if (tool === null || decision === "deny") {
      const why =
        tool === null
          ? `There is no tool ${call.name} here.`
          : `The team's policy does not allow ${call.name}.`;
      return { decision: "deny", rule, stop: denied(rule, why) };
    }
    if (tool.effect !== "external") return ownRecords(state);

    state.existing = await deps.findProposal(call, scope);
    if (state.existing !== null) return { decision: "proposed before", rule: state.existing.rule };
    const resolution = await tool.resolve(state.input, state.context).catch((error: unknown): Resolution => ({
      kind: "failed",
      message: describeFailure(error, deps.logger),
    }));
    state.resolution = resolution;
    if (resolution.kind !== "resolved") return { decision: resolution.kind, rule: null };
    state.policy = await deps.judge({ ...judged, facts: resolution.facts });
    return outsideWorld(state);
  },
};

function ownRecords({ policy, call }: CallState): BeforeVerdict {
  const { decision, rule } = policy ?? { decision: "deny", rule: "policy.missing" };
  if (decision === "allow") return { decision, rule };
  if (decision === "shadow") return { decision, rule, stop: noted(rule, call.name) };
  return {
    decision,
    rule,
    stop: denied(rule, `The team's policy lets nobody but a person do ${call.name}.`),
  };
}

function outsideWorld({ policy, resolution, call }: CallState): BeforeVerdict {
  const { decision, rule } = policy ?? { decision: "deny", rule: "policy.missing" };
  if (decision === "ask" || decision === "allow") return { decision, rule };
  if (decision === "shadow" && resolution?.kind === "resolved")
    return { decision, rule, stop: noted(rule, resolution.title) };
  return { decision, rule, stop: denied(rule, `The team's policy does not allow ${call.name}.`) };
}
