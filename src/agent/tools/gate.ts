/**
 * THE GATE: the only place where a model's tool call takes effect. The schema parses the arguments and the
 * hooks decide; only then does a look-up run, a question get asked, or an effect get proposed. Nothing
 * outside changes here: an external call ends as an approval, even if a rule allows it. Safe to repeat
 * after a crash.
 */
import type { HookRecord, RunTool, ToolCall, TurnScope } from "../ports.ts";
import { describe, looksDangerous, shapeOf, type Shape } from "../../approvals/index.ts";
import type { EffectKinds, Resolved } from "../../approvals/ports.ts";
import type { Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/log.ts";
import { withoutLeads } from "../../kernel/leads.ts";
import type { Approval, Lint } from "../../approvals/api/approval.ts";
import type { Quote } from "../../platform/api/search-items.ts";
import * as answer from "./answer.ts";
import type { Outcome } from "./answer.ts";
import { askerOf, sawPicture, type Call } from "./call.ts";
import { findTool } from "./catalogue.ts";
import type { AnyTool } from "./define-tool.ts";
import { describeFailure } from "./describe-failure.ts";
import { findUsedTool } from "./discovery/use-tool.ts";
import type { AfterHook, BeforeHook, CallState } from "./hooks/types.ts";
import type { OpenServices } from "./open-services.ts";
import { isLed, toldWords } from "./reach.ts";
import { parseInput } from "./parse-input.ts";
import { splitSharedArguments, type DraftArguments } from "./draft-arguments.ts";

/** The rule for an effect that policy would have allowed, but that has a danger warning. Persisted. */
const DANGER_RULE = "danger.asked";
/** The rule for an effect that policy would have allowed, after a picture from outside was seen. Persisted. */
const PICTURE_RULE = "picture.seen";
/** The rule for text to members that outside text may have influenced. Persisted. */
const LED_RULE = "reach.led";

/**
 * Creates an approval for the call, or executes it under a standing rule where `allowed`. Idempotent. Throws AppError
 * `invalid_arguments` where the draft it names can't be replaced.
 */
export type ProposeCall = (input: {
  readonly call: ToolCall;
  readonly scope: TurnScope;
  readonly resolution: Resolved;
  readonly rule: string;
  readonly allowed: boolean;
  readonly draft: DraftArguments;
}) => Promise<Approval>;

/** Dependencies of one run's gate. */
export interface GateDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly effects: EffectKinds;
  /** Names of an agent's tools. */
  readonly grants: (agent: string) => readonly string[];
  readonly open: OpenServices;
  /** The parts of an answer that only one member may read. */
  readonly quotesIn: (content: string) => readonly Quote[];
  /** In order; the first hook that stops a call ends the list. */
  readonly before: readonly BeforeHook[];
  /** In order, after the answer, which they can't change. */
  readonly after: readonly AfterHook[];
  readonly propose: ProposeCall;
  /** Whether an allowed call still needs approval as a sample; null if it doesn't. */
  readonly sample: (
    rule: string,
    call: { readonly recipients: readonly string[]; readonly shape: Shape },
  ) => Promise<Sample | null>;
}

/** The rule of a sample, and the card's note. */
interface Sample {
  readonly rule: string;
  readonly lint: Lint;
}

export function createGate(deps: GateDeps): RunTool {
  return async (made, scope) => {
    const startedAt = deps.clock.now();
    const hooks: HookRecord[] = [];
    const state = stateOf(findUsedTool(made), scope, deps);
    const { outcome, hasLeft } = await decide(state, deps, hooks);
    // A refused look-up sent nothing, whatever was measured before.
    if (!hasLeft) for (const [at, { sent: _, ...record }] of hooks.entries()) hooks[at] = record;
    await runAfterHooks(state, outcome, deps, hooks);
    const { source = outcome.content, rows: _rows, ...answered } = outcome;
    const quotes = deps.quotesIn(source);
    const quoting = quotes.length === 0 ? {} : { quotes };
    return { ...answered, ...quoting, hooks, durationMs: deps.clock.now() - startedAt };
  };
}

function stateOf(made: ToolCall, scope: TurnScope, deps: GateDeps): CallState {
  const entry = deps.grants(scope.agent).includes(made.name) ? findTool(made.name) : null;
  const { input, draft, skip } = splitSharedArguments(entry?.tool ?? null, made.input);
  const call = { ...made, input };
  return {
    call,
    draft,
    skip,
    scope,
    tool: entry?.tool ?? null,
    services: async () => (entry === null ? null : deps.open(entry.toolset)),
    seen: seenBy(call, scope),
    input: undefined,
    existing: null,
    resolution: null,
    described: null,
    policy: null,
    rate: null,
  };
}

function seenBy(call: ToolCall, scope: TurnScope): Call {
  const { tenantId, conversationId, agent, runId, messageId, delegate, findable } = scope;
  return {
    id: call.id,
    tenantId,
    conversationId,
    agent,
    runId,
    messageId,
    delegate,
    findable: findable?.flatMap((name) => findTool(name)?.tool ?? []),
    asker: askerOf(scope),
  };
}

/** An answer, and whether a look-up may have sent text for it. */
interface Decided {
  readonly outcome: Outcome;
  readonly hasLeft: boolean;
}

const refused = (outcome: Outcome): Decided => ({ outcome, hasLeft: false });

async function decide(state: CallState, deps: GateDeps, hooks: HookRecord[]): Promise<Decided> {
  if (state.tool !== null) {
    const input = parseInput(state.tool, state.call.input);
    if (!input.ok)
      return refused(
        answer.retry("The arguments don't fit the tool's schema. Fix them and call again.", input.issues),
      );
    state.input = input.value;
  }
  for (const hook of deps.before) {
    const startedAt = deps.clock.now();
    const { decision, rule, sent, stop } = await hook.before(state);
    hooks.push({
      hook: hook.name,
      phase: "before",
      decision,
      rule,
      durationMs: deps.clock.now() - startedAt,
      ...(sent === undefined ? {} : { sent }),
    });
    if (stop !== undefined) return refused(stop);
  }
  return run(state, deps);
}

/**
 * Runs a call that is allowed or needs approval. A failed proposal is thrown: the turn retries and finds
 * what was created.
 */
async function run(state: CallState, deps: GateDeps): Promise<Decided> {
  const { tool } = state;
  if (tool === null) throw new TypeError("an unknown tool went through the gate");
  if (tool.effect === "external" || state.existing !== null || state.resolution !== null)
    return { outcome: await propose(state, deps), hasLeft: true };
  try {
    if ("asks" in tool) return { outcome: await ask(tool, state), hasLeft: true };
    const result = await tool.run(state.input, await state.services(), state.seen);
    return {
      outcome: await answerOf(tool, result, state),
      hasLeft: !(result.kind === "retry" && result.isUnsent === true),
    };
  } catch (error) {
    return { outcome: answer.failed(describeFailure(error, deps.logger)), hasLeft: true };
  }
}

async function ask(tool: Extract<AnyTool, { asks: unknown }>, state: CallState): Promise<Outcome> {
  const addressee = await tool.addressee(state.input, await state.services(), state.seen);
  if (addressee?.kind === "retry") return answer.retry(addressee.message);
  const to = addressee === null ? {} : { to: addressee.to };
  const asks = tool.asks(state.input);
  const { asker, conversationId } = state.seen;
  const onRecord = addressee?.onRecord ?? new Set();
  const told = (words: string): string => toldWords(asker, words, conversationId, onRecord).words;
  const toldOption = (words: string): string => (isLed(asker, words) ? withoutLeads(words, onRecord) : words);
  // A notified member didn't see what led to the question.
  const question =
    addressee === null
      ? asks
      : {
          ...asks,
          question: told(asks.question),
          options: asks.options.map((option) => toldOption(option)),
          requiredFor: asks.requiredFor === null ? null : toldOption(asks.requiredFor),
        };
  return answer.askedOutcome({ toolCallId: state.call.id, ...question, ...to });
}

/** Maximum length of the question that a digest answers. */
const QUESTION_CHARS = 2_000;

async function answerOf(
  tool: AnyTool,
  result: Awaited<ReturnType<Extract<AnyTool, { run: unknown }>["run"]>>,
  { input, skip, scope }: CallState,
): Promise<Outcome> {
  switch (result.kind) {
    case "ok":
    case "list": {
      const question = (scope.recentTexts.at(-1)?.text ?? "").slice(0, QUESTION_CHARS);
      const lookUp = `${tool.title}: ${tool.summarize(input)}`;
      const digest = scope.digest;
      return digest === undefined
        ? answer.foundOutcome(tool, result, skip)
        : answer.digested(tool, result, skip, (items) => digest({ question, lookUp, items }));
    }
    case "tools":
      return answer.foundTools(result.names);
    case "retry":
      return answer.retry(result.message);
    case "failed":
      return answer.failed(result.message);
  }
}

async function propose(state: CallState, deps: GateDeps): Promise<Outcome> {
  const { call, draft, scope, existing, resolution, policy, tool, seen } = state;
  if (existing !== null) return answer.proposed(existing);
  if (resolution === null || policy === null) throw new TypeError("an external call was not judged");
  if (resolution.kind === "retry") return answer.retry(resolution.message);
  if (resolution.kind === "failed") return answer.failed(resolution.message);
  const isSeen = tool?.effect !== "external" && sawPicture(seen.asker);
  const asked = {
    resolution: isSeen ? withPictureLint(resolution) : resolution,
    rule: policy.rule,
    allowed: false,
  };
  const judged =
    policy.decision === "allow" ? await letThrough(deps, { ...asked, allowed: true }, state) : asked;
  try {
    return answer.proposed(await deps.propose({ call, scope, draft, ...judged }));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid_arguments") throw error;
    return answer.retry(error.message);
  }
}

type Judged = Pick<Parameters<ProposeCall>[0], "resolution" | "rule" | "allowed">;

/** The rule that still requires approval for an allowed call, if any. */
async function letThrough(deps: GateDeps, judged: Judged, state: CallState): Promise<Judged> {
  const { resolution, rule } = judged;
  if (isLedToTeam(deps, resolution, state)) return { resolution, rule: LED_RULE, allowed: false };
  if (sawPicture(state.seen.asker))
    return { resolution: withPictureLint(resolution), rule: PICTURE_RULE, allowed: false };
  // No standing rule covers an effect with a danger warning.
  if (looksDangerous(deps.effects, resolution)) return { resolution, rule: DANGER_RULE, allowed: false };
  const { facts } = describe(deps.effects, resolution, state.scope.conversationId);
  const recipients = facts.recipients.map(({ address }) => address);
  const shape = shapeOf(resolution.effects, recipients);
  const sample = await deps.sample(rule, { recipients, shape });
  if (sample === null) return judged;
  const lints = [...resolution.lints, sample.lint];
  return { resolution: { ...resolution, lints }, rule: sample.rule, allowed: false };
}

function withPictureLint(resolution: Resolved): Resolved {
  if (resolution.lints.some(({ code }) => code === PICTURE_LINT.code)) return resolution;
  return { ...resolution, lints: [...resolution.lints, PICTURE_LINT] };
}

/** What is written in a picture can't be compared with what is proposed. */
const PICTURE_LINT: Lint = {
  code: "picture_seen",
  level: "warning",
  message: "A picture from outside was seen before this was written.",
  path: null,
};

/** Texts longer than a name or title. */
const WORDS_CHARS = 40;

/** Whether outside text may have influenced text for members. Whole sentences of the speaker are exempt. */
function isLedToTeam({ effects }: GateDeps, { effects: made }: Resolved, { call, seen }: CallState): boolean {
  if (!made.every((effect) => effects.describe(effect).audience === "team")) return false;
  const texts = Object.values(call.input).filter((value) => typeof value === "string");
  const longest = texts.toSorted((left, right) => right.length - left.length).slice(0, 1);
  const words = new Set([...longest, ...texts.filter((text) => text.length > WORDS_CHARS)]);
  return [...words].some((text) => isLed(seen.asker, text));
}

async function runAfterHooks(
  state: CallState,
  outcome: Outcome,
  deps: GateDeps,
  hooks: HookRecord[],
): Promise<void> {
  for (const hook of deps.after) {
    const startedAt = deps.clock.now();
    const decided = await hook.after(state, outcome).catch((error: unknown) => {
      deps.logger.error("hook.failed", { hook: hook.name, toolCallId: state.call.id, error });
      return "failed";
    });
    hooks.push({
      hook: hook.name,
      phase: "after",
      rule: null,
      durationMs: deps.clock.now() - startedAt,
      ...(typeof decided === "string" ? { decision: decided } : decided),
    });
  }
}
