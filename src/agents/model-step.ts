/**
 * One model call: validate, reserve the worst case of each try, ask, stream to people, commit the reply, settle the true cost. The order
 * is the guarantee: nothing is spent that was not admitted, and nothing acts on a reply before it is committed.
 */
import type { TraceStep, TurnAttempt, TurnEnd, TurnLimits } from "../conversations/index.ts";
import type { Part } from "../protocol/message.ts";
import { isoTime, type Clock } from "../kernel/clock.ts";
import { IntegrationError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/log.ts";
import type { ServerEvent } from "../protocol/socket.ts";
import { costMicroUsd, worstCaseMicroUsd } from "../usage/index.ts";
import { failureOf } from "./failure.ts";
import type { AdmissionPort, CallModel, ModelEvent, ModelReply, ModelRequest, ModelUsage } from "./ports.ts";
import { CallSpending, type Advance } from "./spending.ts";
import { measureRequest, tokensOfChars } from "./tokens.ts";
import { validateRequest } from "./validate.ts";

/** What a model call needs. */
export interface ModelStepDeps {
  readonly callModel: CallModel;
  readonly admission: AdmissionPort;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly emit: (event: ServerEvent) => void;
  /** The request from the log as it is now; compacts first where the model's window is nearly full. */
  readonly request: () => Promise<ModelRequest>;
  /** Tokens the model takes at most. */
  readonly contextTokens: number;
  /** What was reserved ahead for the turn's first call; null where nothing was. */
  readonly advance: Advance | null;
}

const done = (reason: TurnEnd["reason"]): TurnEnd => ({ reason, error: null });

/** Calls the model once. Null where the turn goes on from the log, else how it ends. */
export async function modelStep(
  deps: ModelStepDeps,
  attempt: TurnAttempt,
  limits: TurnLimits,
): Promise<TurnEnd | null> {
  const { journal, signal } = attempt;
  const request = await deps.request();
  const problems = validateRequest(request);
  if (problems.length > 0) {
    deps.logger.error("turn.invalid_request", {
      turnId: attempt.turn.id,
      count: problems.length,
      code: "invalid_request",
    });
    const message =
      "The history of this conversation cannot be sent to the model. The team's admins were told.";
    return { reason: "failed", error: { code: "internal", message } };
  }
  const size = measureRequest(request);
  if (size.tokens + request.maxTokens > deps.contextTokens) return done("context_full");

  const turn = journal.turn();
  const reserveMicroUsd = worstCaseMicroUsd(request.model, size.bound, request.maxTokens);
  const spending = new CallSpending({
    admission: deps.admission,
    logger: deps.logger,
    reservationId: `${turn.id}.${turn.attempt}.${turn.modelCalls + 1}`,
    runId: turn.id,
    reserveMicroUsd,
    limitMicroUsd: limits.costMicroUsd - turn.costMicroUsd,
    advance: deps.advance,
  });
  if (!(await spending.admit())) return done(spending.refusal ?? "budget_spent");
  journal.reserve(request.model, spending.atMostMicroUsd);

  const call = new StreamedCall(attempt, journal.nextReplyId());
  const startedAt = deps.clock.now();
  const admitRetry = async (): Promise<boolean> => {
    const lost = call.takeLost(request);
    if (lost === null) return true;
    if (!(await spending.again(lost))) return false;
    journal.reserve(request.model, spending.atMostMicroUsd);
    return true;
  };
  const trace = (status: string, reply: ModelReply | null, microUsd: number): TraceStep => ({
    kind: "model",
    name: request.model,
    status,
    at: isoTime(startedAt),
    durationMs: deps.clock.now() - startedAt,
    detail: {
      ...reply?.usage,
      costMicroUsd: microUsd,
      tries: call.tries,
      requestId: reply?.requestId ?? null,
    },
  });
  try {
    const onEvent = (event: ModelEvent): void => call.take(event);
    const reply = await deps.callModel(request, { signal, onEvent, admitRetry });
    const cost = spending.end(costMicroUsd(request.model, reply.usage).microUsd);
    call.end();
    journal.commitReply(
      {
        id: call.replyId,
        parts: reply.content as unknown as Part[],
        stop: reply.stopReason,
        usage: reply.usage,
        costMicroUsd: cost,
      },
      trace(reply.stopReason, reply, cost),
    );
    tellUsage(deps, attempt);
    return null;
  } catch (error) {
    if (signal.aborted) {
      const cost = spending.end(call.spentCost(request));
      const text = call.partialText().trim();
      call.end();
      if (text === "") journal.abandonCall(cost, trace("stopped", null, cost));
      else {
        const usage = call.spentUsage(request);
        journal.commitReply(
          { id: call.replyId, parts: [{ type: "text", text }], stop: "end_turn", usage, costMicroUsd: cost },
          trace("stopped", null, cost),
        );
      }
      return null;
    }
    call.end();
    if (!(error instanceof IntegrationError)) throw error;
    const cost = spending.end(call.lostCost(request));
    journal.abandonCall(cost, trace("failed", null, cost));
    if (spending.refusal !== null) return done(spending.refusal);
    deps.logger.error("turn.model_failed", {
      turnId: turn.id,
      model: request.model,
      ...(error.status === undefined ? {} : { status: error.status }),
      error,
    });
    return failureOf(error);
  }
}

function tellUsage(deps: ModelStepDeps, attempt: TurnAttempt): void {
  const { usage, costMicroUsd: total } = attempt.journal.turn();
  deps.emit({
    type: "usage.updated",
    turnId: attempt.turn.id,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cacheReadTokens: usage.cacheReadTokens,
    costUsd: total / 1_000_000,
  });
}

/** The stream of one call: shows text, and makes it void when the call is tried again. */
class StreamedCall {
  readonly replyId: string;
  readonly #attempt: TurnAttempt;
  #streamedChars = 0;
  #lostChars: number | null = null;
  #noticed = false;
  tries = 1;

  constructor(attempt: TurnAttempt, replyId: string) {
    this.#attempt = attempt;
    this.replyId = replyId;
    attempt.display().beginReply(replyId);
  }

  take(event: ModelEvent): void {
    if (event.type === "retrying") {
      this.#retry(event);
      return;
    }
    if (this.#noticed) this.#attempt.display().notice(null);
    this.#noticed = false;
    this.#streamedChars += event.text.length;
    if (event.type === "text") this.#attempt.display().text(event.text);
    else this.#attempt.display().thinking(event.text);
  }

  #retry(event: ModelEvent & { type: "retrying" }): void {
    this.tries += 1;
    if (event.reason === "cut" || this.#streamedChars > 0) this.#lostChars = this.#streamedChars;
    if (this.#streamedChars > 0) {
      this.#streamedChars = 0;
      this.#attempt.restart();
      this.#attempt.display().beginReply(this.replyId);
    }
    const seconds = Math.max(1, Math.round(event.delayMs / 1000));
    const what = event.reason === "busy" ? "The model is busy" : "The connection to the model broke";
    this.#attempt.display().notice(`${what}; trying again in ${seconds} s`);
    this.#noticed = true;
  }

  /** The call is over: nothing gathered may come after its message. */
  end(): void {
    if (this.#noticed) this.#attempt.display().notice(null);
    this.#attempt.display().flush();
  }

  partialText(): string {
    return this.#attempt.display().partialText;
  }

  /** What the try under way used, where the service did not get to say. */
  spentUsage(request: ModelRequest): ModelUsage {
    return usageOf(request, this.#streamedChars);
  }

  /** Cost of the try that was cut, once: the service charges for what it read and wrote. Null where nothing was lost. */
  takeLost(request: ModelRequest): number | null {
    const chars = this.#lostChars;
    this.#lostChars = null;
    return chars === null ? null : costMicroUsd(request.model, usageOf(request, chars)).microUsd;
  }

  /** Cost of what was lost when the call is given up: the cut try nobody took yet, or what streamed before the last failure. */
  lostCost(request: ModelRequest): number {
    return this.takeLost(request) ?? (this.#streamedChars > 0 ? this.spentCost(request) : 0);
  }

  /** Cost of a try that was stopped under way; of one that was cut, while the next is waited for. */
  spentCost(request: ModelRequest): number {
    return this.takeLost(request) ?? costMicroUsd(request.model, this.spentUsage(request)).microUsd;
  }
}

function usageOf(request: ModelRequest, streamedChars: number): ModelUsage {
  return {
    inputTokens: measureRequest(request).tokens,
    outputTokens: tokensOfChars(streamedChars),
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
  };
}
