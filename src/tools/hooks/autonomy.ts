import type { Resolution } from "../../approvals/ports.ts";
import { describeFailure } from "../describe-failure.ts";
import { denied, failed, noted } from "../answer.ts";
import type { InternalTool } from "../define-tool.ts";
import { policyToolOf } from "../powers.ts";
import type { BeforeHook, BeforeVerdict, CallState, GateDeps } from "./types.ts";

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
    if (tool.effect === "read") return ownRecords(state);
    if (tool.effect === "internal") return guarded(state, tool, deps);

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

/** Our own records: most calls run; those a guard names wait for a person, and so do all of a guarded tool the team wants to be asked about. */
async function guarded(state: CallState, tool: InternalTool, deps: GateDeps): Promise<BeforeVerdict> {
  const { guard } = tool;
  if (guard === undefined || state.policy?.decision === "shadow") return ownRecords(state);
  try {
    const rule =
      state.policy?.decision === "ask" ? state.policy.rule : await guard.rule(state.input, state.context);
    if (rule === null) return ownRecords(state);
    state.policy = { decision: "ask", rule };
    state.existing = await deps.findProposal(state.call, state.scope);
    if (state.existing !== null) return { decision: "proposed before", rule: state.existing.rule };
    state.resolution = await guard.resolve(state.input, state.context);
    return { decision: "ask", rule };
  } catch (error) {
    // Whatever a guard cannot judge does not run.
    return { decision: "failed", rule: null, stop: failed(describeFailure(error, deps.logger)) };
  }
}

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
