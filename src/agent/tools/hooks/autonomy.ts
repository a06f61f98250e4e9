import type { ToolCall, TurnScope } from "../../ports.ts";
import { describe } from "../../../approvals/index.ts";
import type { EffectBytes, EffectKinds, Resolution } from "../../../approvals/ports.ts";
import { IntegrationError } from "../../../kernel/errors.ts";
import type { Logger } from "../../../kernel/log.ts";
import type { Judge } from "../../../approvals/policy/index.ts";
import type { Approval } from "../../../approvals/api/approval.ts";
import { denied, failed, noted } from "../answer.ts";
import type { InternalTool } from "../define-tool.ts";
import { describeFailure } from "../describe-failure.ts";
import { policyToolOf } from "../powers.ts";
import type { BeforeHook, BeforeVerdict, CallState } from "./types.ts";
import { pause } from "../../../kernel/time-limit.ts";

export interface AutonomyDeps {
  readonly logger: Logger;
  readonly effects: EffectKinds;
  /** Judges by the tenant's current policy. */
  readonly judge: Judge;
  /** Why the service doesn't allow a call, in words; null if it does. */
  readonly lack: (effects: readonly EffectBytes[]) => Promise<string | null>;
  /** The approval that a crashed attempt created for the call. */
  readonly findProposal: (call: ToolCall, scope: TurnScope) => Promise<Approval | null>;
}

/** Wait before look-ups that met a limit or an outage are repeated, unless the provider asks for a longer one. */
const WAIT_MS = 5_000;
/** Total wait of a call. */
const LONGEST_WAIT_MS = 20_000;
const UNDRAFTED = " Nothing was drafted: call it once more, or tell the team the words.";

/**
 * Applies the tenant's policy. An external call is judged twice: before any look-up, so that a denied call
 * causes none, and again with its resolved effects. A call that can't be resolved isn't judged; the gate
 * returns the problem.
 */
export function autonomy(deps: AutonomyDeps): BeforeHook {
  return {
    name: "autonomy",
    async before(state) {
      const { tool, scope, call } = state;
      const judged = {
        tool: tool === null ? null : policyToolOf(tool),
        agent: scope.agent,
        arguments: call.input,
        untrustedText: scope.outside !== false,
        readOfOthers: scope.readOfOthers !== false,
      };
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
      const resolution = await resolved(
        state,
        (services) => tool.resolve(state.input, services, state.seen),
        deps,
      );
      state.resolution = resolution;
      if (resolution.kind !== "resolved") return { decision: resolution.kind, rule: null };
      state.described = describe(deps.effects, resolution, scope.conversationId);
      state.policy = await deps.judge({ ...judged, facts: state.described.facts });
      return outsideWorld(state);
    },
  };
}

/** A refusal that may pass within the turn: a rate limit, or a failure of the provider itself. */
function isPassing(error: unknown): error is IntegrationError {
  return error instanceof IntegrationError && (error.isLimit || (error.status ?? 0) >= 500);
}

/** Resolves a call. It changes nothing, so it is repeated while its look-ups meet what may pass. */
async function resolved(
  state: CallState,
  resolve: (services: unknown) => Promise<Resolution>,
  { logger, lack }: AutonomyDeps,
): Promise<Resolution> {
  for (let leftMs = LONGEST_WAIT_MS; ;) {
    try {
      const found = await resolve(await state.services());
      const message = found.kind === "resolved" ? await lack(found.effects) : null;
      return message === null ? found : { kind: "failed", message };
    } catch (error) {
      const passing = isPassing(error) ? error : null;
      const waitMs = Math.max(passing?.retryAfterMs ?? 0, WAIT_MS);
      if (passing === null || waitMs > leftMs)
        return {
          kind: "failed",
          message: describeFailure(error, logger) + (passing === null ? "" : UNDRAFTED),
        };
      leftMs -= waitMs;
      await pause(waitMs);
    }
  }
}

/**
 * For internal tools: most calls run. Calls selected by a guard need approval, as do all calls of a guarded
 * tool that the team set to ask.
 */
async function guarded(state: CallState, tool: InternalTool, deps: AutonomyDeps): Promise<BeforeVerdict> {
  const { guard } = tool;
  if (guard === undefined || state.policy?.decision === "shadow") return ownRecords(state);
  try {
    const services = await state.services();
    const rule =
      state.policy?.decision === "ask"
        ? state.policy.rule
        : await guard.rule(state.input, services, state.seen);
    if (rule === null) return ownRecords(state);
    state.policy = { decision: "ask", rule };
    state.existing = await deps.findProposal(state.call, state.scope);
    if (state.existing !== null) return { decision: "proposed before", rule: state.existing.rule };
    state.resolution = await guard.resolve(state.input, services, state.seen);
    return { decision: "ask", rule };
  } catch (error) {
    // A call that a guard can't judge doesn't run.
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
    stop: denied(rule, `The team's policy lets only a person do ${call.name}.`),
  };
}

function outsideWorld({ policy, described, call }: CallState): BeforeVerdict {
  const { decision, rule } = policy ?? { decision: "deny", rule: "policy.missing" };
  if (decision === "ask" || decision === "allow") return { decision, rule };
  if (decision === "shadow" && described !== null)
    return { decision, rule, stop: noted(rule, described.title) };
  return { decision, rule, stop: denied(rule, `The team's policy does not allow ${call.name}.`) };
}
