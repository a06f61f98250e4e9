/**
 * THE GATE: the one place where a tool call of a model becomes anything. Arguments are read by the schema,
 * the hooks before the call decide, and only then does a look-up run, a question get asked or an effect get
 * proposed. Nothing outside is changed from here: an external call ends as an approval, also where a rule
 * allows it. Safe to repeat with the same call after a crash.
 */
import type { HookRecord, RunTool, ToolCall, TurnScope } from "../agents/ports.ts";
import * as answer from "./answer.ts";
import type { Outcome } from "./answer.ts";
import { looksDangerous } from "../approvals/index.ts";
import { findTool } from "./catalogue.ts";
import { describeFailure } from "./describe-failure.ts";
import { AFTER_HOOKS, BEFORE_HOOKS } from "./hooks/index.ts";
import type { CallState, GateDeps } from "./hooks/types.ts";
import { parseInput } from "./parse-input.ts";
import type { Asker } from "./ports.ts";

/** Rule by which an effect waits that policy would have allowed. Persisted. */
const DANGER_RULE = "danger.asked";

/** Makes the gate of one tenant. */
export function createGate(deps: GateDeps): RunTool {
  return async (call, scope) => {
    const startedAt = deps.clock.now();
    const hooks: HookRecord[] = [];
    const state = stateOf(call, scope, deps);
    const outcome = await decide(state, deps, hooks);
    await runAfterHooks(state, outcome, deps, hooks);
    return { ...outcome, hooks, durationMs: deps.clock.now() - startedAt };
  };
}

function stateOf(call: ToolCall, scope: TurnScope, deps: GateDeps): CallState {
  const granted = deps.grants(scope.agent).includes(call.name);
  return {
    call,
    scope,
    context: {
      clock: deps.clock,
      asker: askerOf(scope),
      schedules: deps.schedules,
      texting: deps.texting,
      mail: () => deps.mailFor(scope.conversationId, scope.speaker),
      runCode: deps.runCode,
      texts: deps.texts,
      files: deps.files,
      scope: {
        tenantId: deps.tenantId,
        conversationId: scope.conversationId,
        callId: call.id,
        agent: scope.agent,
        runId: scope.runId,
        ...(scope.messageId === undefined ? {} : { messageId: scope.messageId }),
      },
    },
    tool: granted ? findTool(call.name) : null,
    input: undefined,
    existing: null,
    resolution: null,
    policy: null,
    rateLimited: false,
  };
}

function askerOf({ speaker, recentTexts, outside }: TurnScope): Asker {
  return {
    speaker,
    said: recentTexts.flatMap(({ who, text }) => (who === "user" ? [text] : [])),
    outside: outside !== false,
  };
}

async function decide(state: CallState, deps: GateDeps, hooks: HookRecord[]): Promise<Outcome> {
  if (state.tool !== null) {
    const input = parseInput(state.tool, state.call.input);
    if (!input.ok)
      return answer.retry(
        "The arguments do not fit the tool's schema. Fix them and call again.",
        input.issues,
      );
    state.input = input.value;
  }
  for (const hook of BEFORE_HOOKS) {
    const startedAt = deps.clock.now();
    const { decision, rule, stop } = await hook.before(state, deps);
    hooks.push({
      hook: hook.name,
      phase: "before",
      decision,
      rule,
      durationMs: deps.clock.now() - startedAt,
    });
    if (stop !== undefined) return stop;
  }
  return run(state, deps);
}

/**
 * Everything allowed or asked for gets here. A failure to propose is thrown: the turn tries again, and finds
 * what was made.
 */
async function run(state: CallState, deps: GateDeps): Promise<Outcome> {
  const { tool, call } = state;
  if (tool === null) throw new TypeError("an unknown tool went through the gate");
  if (tool.effect === "external" || state.existing !== null || state.resolution !== null)
    return propose(state, deps);
  if ("asks" in tool) return answer.asked({ toolCallId: call.id, ...tool.asks(state.input) });
  try {
    const result = await tool.run(state.input, state.context);
    if (result.kind === "ok") return answer.found(tool, result);
    return result.kind === "retry" ? answer.retry(result.message) : answer.failed(result.message);
  } catch (error) {
    return answer.failed(describeFailure(error, deps.logger));
  }
}

async function propose(
  { call, scope, existing, resolution, policy }: CallState,
  deps: GateDeps,
): Promise<Outcome> {
  if (existing !== null) return answer.proposed(existing);
  if (resolution === null || policy === null) throw new TypeError("an external call was not judged");
  if (resolution.kind === "retry") return answer.retry(resolution.message);
  if (resolution.kind === "failed") return answer.failed(resolution.message);
  const allowed = policy.decision === "allow";
  // No standing rule speaks for an effect that may not be what it seems.
  const asks = allowed && looksDangerous(resolution);
  const rule = asks ? DANGER_RULE : policy.rule;
  return answer.proposed(await deps.propose({ call, scope, resolution, rule, allowed: allowed && !asks }));
}

async function runAfterHooks(
  state: CallState,
  outcome: Outcome,
  deps: GateDeps,
  hooks: HookRecord[],
): Promise<void> {
  for (const hook of AFTER_HOOKS) {
    const startedAt = deps.clock.now();
    const decision = await hook.after(state, outcome, deps).catch((error: unknown) => {
      deps.logger.error("hook.failed", { hook: hook.name, toolCallId: state.call.id, error });
      return "failed";
    });
    hooks.push({
      hook: hook.name,
      phase: "after",
      decision,
      rule: null,
      durationMs: deps.clock.now() - startedAt,
    });
  }
}
