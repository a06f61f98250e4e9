/**
 * One model call: validate, reserve the worst case of each try, call, stream to people, commit the reply,
 * settle the real cost. The order guarantees that nothing is spent without admission and nothing acts on an
 * uncommitted reply. If the model stays overloaded after its retries, this one call goes to the next lower
 * tier.
 */
import { isoTime } from "../kernel/clock.ts";
import { IntegrationError } from "../kernel/errors.ts";
import { modelTitle } from "./api/agent.ts";
import type { Part } from "./api/message.ts";
import type { Fallback, RunEnd, RunLimits, TraceStep, RunDisplay } from "./runs/index.ts";
import { costMicroUsd, webSearchMicroUsd, worstCaseMicroUsd, type TokenUsage } from "./usage/index.ts";
import { failureOf, isOverloaded, refusalOf } from "./failure.ts";
import { modelBelow } from "./models.ts";
import { imagesIn } from "./pictures.ts";
import type { ModelEvent, ModelReply, ModelRequest } from "./ports.ts";
import type { AgentRun, RunWorld } from "./run-agent.ts";
import { CallSpending } from "./spending.ts";
import { measureRequest } from "./tokens.ts";
import { requestForModel } from "./tool-references.ts";
import { validateRequest } from "./validate.ts";
import { webTokens } from "./web-access.ts";
import { tokensOfChars } from "../kernel/tokens.ts";

/** Makes one model call. Returns null if the run continues from the log, else how it ends. */
export async function modelStep(world: RunWorld, run: AgentRun, limits: RunLimits): Promise<RunEnd | null> {
  const made = await run.request();
  const request = requestForModel(made);
  const problems = validateRequest(request);
  if (problems.length > 0) {
    world.logger.error("turn.invalid_request", {
      runId: run.writer.state().id,
      count: problems.length,
      code: "invalid_request",
    });
    const message =
      "The history of this conversation can't be sent to the model. The team's admins were notified.";
    return { reason: "failed", error: { code: "internal", message } };
  }
  if (measureRequest(request).tokens + request.maxTokens > run.agent.contextTokens)
    return { reason: "context_full", error: null };

  const first = await callModel(world, run, limits, { request, fallback: null });
  if (first.kind !== "overloaded") return endOf(run, first);
  const { below } = first;
  run.display().notice(`${modelTitle(request.model)} is busy; asking ${modelTitle(below)} instead`);
  const second = await callModel(world, run, limits, {
    request: requestForModel({ ...made, model: below }),
    fallback: { wanted: request.model, used: below },
  });
  run.display().notice(null);
  return endOf(run, second);
}

/** After refused images the run continues with words in their place. */
function endOf(run: AgentRun, called: Called): RunEnd | null {
  if (called.kind !== "refused_images") return called.end;
  run.pictures?.dropImages();
  return null;
}

interface Asked {
  readonly request: ModelRequest;
  readonly fallback: Fallback | null;
}

interface Call extends Asked {
  readonly spending: CallSpending;
  readonly stream: StreamedCall;
  readonly replyId: string;
  readonly startedAtMs: number;
}

type Called =
  | { readonly kind: "ended"; readonly end: RunEnd | null }
  /** Still overloaded after the retries; `below` is the model to call instead. */
  | { readonly kind: "overloaded"; readonly below: string; readonly end: RunEnd }
  /** Refused as invalid. Only the service finds some damages of an image, so it is asked again without. */
  | { readonly kind: "refused_images" };

/** One call of one model, with its retries. */
async function callModel(world: RunWorld, run: AgentRun, limits: RunLimits, asked: Asked): Promise<Called> {
  const { request } = asked;
  const spending = spendingOf(world, run, limits, asked);
  if (!(await spending.admit())) return { kind: "ended", end: refusalOf(spending.refusal, run.agent) };
  run.writer.reserve(request.model, spending.atMostMicroUsd);
  const replyId = run.writer.nextReplyId();
  const restart = (): void => run.writer.restart();
  const stream = new StreamedCall({ request, replyId, display: run.display, restart });
  const call: Call = { ...asked, spending, stream, replyId, startedAtMs: world.clock.now() };
  try {
    const reply = await world.callModel(request, {
      signal: run.signal,
      onEvent: (event: ModelEvent): void => stream.take(event),
      admitRetry: async () => {
        const lost = stream.takeLost();
        if (lost === null) return true;
        if (!(await spending.again(lost))) return false;
        run.writer.reserve(request.model, spending.atMostMicroUsd);
        return true;
      },
    });
    commit(world, run, call, reply);
    return { kind: "ended", end: null };
  } catch (error) {
    if (run.signal.aborted) {
      commitStopped(world, run, call);
      return { kind: "ended", end: null };
    }
    if (!(error instanceof IntegrationError)) throw error;
    return lost(world, run, call, error);
  }
}

function spendingOf(
  world: RunWorld,
  run: AgentRun,
  limits: RunLimits,
  { request, fallback }: Asked,
): CallSpending {
  const { run: state, delegatedMicroUsd } = run.writer.log();
  const images = holdsImages(request) ? ".images" : "";
  const base = `${state.id}.${state.attempt}.${state.modelCalls + 1}${images}`;
  return new CallSpending({
    admission: world.admission,
    logger: world.logger,
    step: {
      reservationId: fallback === null ? base : `${base}.fallback`,
      runId: state.id,
      agent: run.agent.name,
      reserveMicroUsd: worstCase(request),
    },
    limitMicroUsd: limits.costMicroUsd - state.costMicroUsd - delegatedMicroUsd,
    reservation: fallback === null ? run.reservation : null,
  });
}

function holdsImages({ messages }: ModelRequest): boolean {
  return messages.some(({ content }) => imagesIn(content).length > 0);
}

/** Upper bound of a call's cost, including web searches. */
function worstCase(request: ModelRequest): number {
  const { model, maxTokens, web = null } = request;
  const promptTokens = measureRequest(request).bound + webTokens(web);
  return worstCaseMicroUsd(model, promptTokens, maxTokens) + webSearchMicroUsd(web?.searches ?? 0);
}

function traceOf(
  world: RunWorld,
  call: Call,
  status: string,
  microUsd: number,
  answer: ModelReply | IntegrationError | null = null,
): TraceStep {
  const isError = answer instanceof IntegrationError;
  const outcome = isError
    ? failureDetail(answer)
    : { ...answer?.usage, requestId: answer?.requestId ?? null };
  return {
    kind: "model",
    name: call.request.model,
    status,
    at: isoTime(call.startedAtMs),
    durationMs: world.clock.now() - call.startedAtMs,
    detail: {
      ...outcome,
      costMicroUsd: microUsd,
      tries: call.stream.tries,
      ...(call.fallback === null ? {} : { insteadOf: call.fallback.wanted }),
    },
  };
}

/** The details of a failed call that help find its cause. */
function failureDetail({ status, trail }: IntegrationError) {
  return {
    requestId: trail?.requestId ?? null,
    ...(status === undefined ? {} : { httpStatus: status }),
    ...(trail === undefined || trail.problem === null ? {} : { problem: trail.problem }),
  };
}

function commit(world: RunWorld, run: AgentRun, call: Call, reply: ModelReply): void {
  const { stopReason: stop, usage, webSearches = 0 } = reply;
  const microUsd = costMicroUsd(call.request.model, usage).microUsd + webSearchMicroUsd(webSearches);
  const cost = call.spending.end(microUsd);
  call.stream.end();
  const parts = reply.content as unknown as Part[];
  run.writer.commitReply(
    { id: call.replyId, parts, stop, usage, costMicroUsd: cost, fallback: call.fallback },
    traceOf(world, call, stop, cost, reply),
  );
  run.display().usage(run.writer.state());
}

/** A person stopped the call: the text so far is kept and its usage estimated. */
function commitStopped(world: RunWorld, run: AgentRun, call: Call): void {
  const { stream, fallback, replyId } = call;
  const cost = call.spending.end(stream.spentCost());
  const text = stream.partialText.trim();
  stream.end();
  const step = traceOf(world, call, "stopped", cost);
  if (text === "") return run.writer.abandonCall(cost, step);
  const parts: Part[] = [{ type: "text", text }];
  const usage = stream.spentUsage();
  run.writer.commitReply({ id: replyId, parts, stop: "end_turn", usage, costMicroUsd: cost, fallback }, step);
}

/** The call failed: only its cost is recorded. */
function lost(world: RunWorld, run: AgentRun, call: Call, error: IntegrationError): Called {
  const { request, spending, stream, fallback } = call;
  const cost = spending.end(stream.lostCost());
  const isRefused = spending.refusal !== null;
  const below =
    isRefused || fallback !== null || !isOverloaded(error) ? null : modelBelow(request.model, world.models);
  stream.end(below !== null);
  run.writer.abandonCall(cost, traceOf(world, call, "failed", cost, error));
  if (isRefused) return { kind: "ended", end: refusalOf(spending.refusal, run.agent) };
  world.logger.error("turn.model_failed", {
    runId: run.writer.state().id,
    model: request.model,
    ...(error.status === undefined ? {} : { status: error.status }),
    error,
  });
  const end = failureOf(error);
  if (error.status === 400 && run.pictures !== undefined && holdsImages(request))
    return { kind: "refused_images" };
  return below === null ? { kind: "ended", end } : { kind: "overloaded", below, end };
}

interface StreamDeps {
  readonly request: ModelRequest;
  readonly replyId: string;
  readonly display: () => RunDisplay;
  /** Discards text that people saw. */
  readonly restart: () => void;
}

class StreamedCall {
  readonly #deps: StreamDeps;
  #text = "";
  #streamedChars = 0;
  #lostChars: number | null = null;
  #noticed = false;
  tries = 1;

  constructor(deps: StreamDeps) {
    this.#deps = deps;
    deps.display().beginReply(deps.replyId);
  }

  /** Text of the current try. */
  get partialText(): string {
    return this.#text;
  }

  take(event: ModelEvent): void {
    if (event.type === "retrying") {
      this.#retry(event);
      return;
    }
    const display = this.#deps.display();
    if (event.type === "alive") return display.alive(true);
    if (this.#noticed) display.notice(null);
    this.#noticed = false;
    this.#streamedChars += event.text.length;
    if (event.type === "thinking") return display.thinking(event.text);
    this.#text += event.text;
    display.text(event.text);
  }

  #retry(event: ModelEvent & { type: "retrying" }): void {
    this.tries += 1;
    this.#deps.display().alive(false);
    if (event.reason === "cut" || this.#streamedChars > 0) this.#lostChars = this.#streamedChars;
    this.#forget();
    const seconds = Math.max(1, Math.round(event.delayMs / 1000));
    const what = event.reason === "busy" ? "The model is busy" : "The connection to the model broke";
    this.#deps.display().notice(`${what}; trying again in ${seconds} s`);
    this.#noticed = true;
  }

  /** Discards what was streamed so far. */
  #forget(): void {
    if (this.#streamedChars === 0) return;
    this.#streamedChars = 0;
    this.#text = "";
    this.#deps.restart();
    this.#deps.display().beginReply(this.#deps.replyId);
  }

  /** Ends the stream, so that nothing buffered follows the final message. `isVoid` discards what was streamed. */
  end(isVoid = false): void {
    if (this.#noticed) this.#deps.display().notice(null);
    this.#deps.display().flush();
    if (isVoid) this.#forget();
  }

  /** Usage of the current try. */
  spentUsage(): TokenUsage {
    return this.#usageOf(this.#streamedChars);
  }

  /**
   * Cost of an interrupted try, returned once: the service charges for what it read and wrote. Null if none
   * was interrupted.
   */
  takeLost(): number | null {
    const chars = this.#lostChars;
    this.#lostChars = null;
    return chars === null ? null : this.#costOf(chars);
  }

  /** Cost when the call is given up: of the interrupted try, or of what streamed before the last failure. */
  lostCost(): number {
    return this.takeLost() ?? (this.#streamedChars > 0 ? this.spentCost() : 0);
  }

  /** Cost of a try that a person stopped, or of an interrupted one while the next is pending. */
  spentCost(): number {
    return this.takeLost() ?? this.#costOf(this.#streamedChars);
  }

  #costOf(chars: number): number {
    return costMicroUsd(this.#deps.request.model, this.#usageOf(chars)).microUsd;
  }

  #usageOf(streamedChars: number): TokenUsage {
    return {
      inputTokens: measureRequest(this.#deps.request).tokens,
      outputTokens: tokensOfChars(streamedChars),
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
    };
  }
}
