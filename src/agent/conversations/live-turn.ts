/**
 * The live view of the running turn: partial text, steps, a notice. Only in memory; the log is
 * authoritative. Deltas are batched, so that a socket gets at most 20 frames a second and fewer as the text
 * grows. A snapshot neither repeats nor skips deltas.
 */
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { LIMITS } from "../../kernel/limits.ts";
import type { LoadedSkill, Routed } from "../../accounts/api/account-query.ts";
import type { LiveTurn, ServerEvent, ToolStep } from "../api/conversation-frames.ts";
import type { CallAnswer, RunDisplay, RunState, ToolCall } from "../runs/index.ts";

/** Batching interval, by frames already sent for this reply: 20/s at first, 4/s in a long one. */
function gatherMs(framesSent: number): number {
  const fastest = 1000 / LIMITS.streamFramesPerSecond;
  if (framesSent < 20) return fastest;
  return framesSent < 60 ? fastest * 2 : fastest * 5;
}

/** One per attempt of a turn. */
export class LiveTurnView implements RunDisplay {
  readonly runId: string;
  readonly attempt: number;
  readonly #clock: Clock;
  readonly #emit: (event: ServerEvent) => void;
  readonly #startedAt: string;
  #messageId = "";
  #isAlive = false;
  #text = "";
  #thinking = "";
  #notice: string | null = null;
  #steps: ToolStep[];
  #unsentText = "";
  #unsentThinking = "";
  #framesSent = 0;
  #lastFrameAt = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: {
    runId: string;
    attempt: number;
    startedAt: string;
    steps: readonly ToolStep[];
    clock: Clock;
    emit: (event: ServerEvent) => void;
  }) {
    this.runId = options.runId;
    this.attempt = options.attempt;
    this.#startedAt = options.startedAt;
    this.#steps = [...options.steps];
    this.#clock = options.clock;
    this.#emit = options.emit;
  }

  beginReply(messageId: string): void {
    this.flush();
    this.#messageId = messageId;
    this.#text = "";
    this.#thinking = "";
    this.#framesSent = 0;
  }

  alive(isAlive: boolean): void {
    this.#isAlive = isAlive;
  }

  /** Whether the model has shown signs of life. */
  isAtWork(): boolean {
    return this.#isAlive || this.#text !== "" || this.#thinking !== "" || this.#steps.length > 0;
  }

  text(delta: string): void {
    this.#text += delta;
    this.#unsentText += delta;
    this.#schedule();
  }

  thinking(delta: string): void {
    this.#thinking += delta;
    this.#unsentThinking += delta;
    this.#schedule();
  }

  notice(notice: string | null): void {
    if (notice === this.#notice) return;
    this.#notice = notice;
    this.#emit({ type: "turn.notice", turnId: this.runId, notice });
  }

  toolStarted(call: ToolCall, summary: string, within?: string): void {
    this.flush();
    const step: ToolStep = {
      toolCallId: call.id,
      name: call.name,
      summary,
      status: "running",
      startedAt: isoTime(this.#clock.now()),
      durationMs: null,
      ...(within === undefined ? {} : { within }),
    };
    this.#steps = [...this.#steps.filter((other) => other.toolCallId !== call.id), step];
    const nested = within === undefined ? {} : { within };
    this.#emit({
      type: "tool.started",
      turnId: this.runId,
      toolCallId: call.id,
      name: call.name,
      summary,
      ...nested,
    });
  }

  toolFinished(callId: string, answer: CallAnswer): void {
    const { status, durationMs } = answer;
    this.#steps = this.#steps.map((step) =>
      step.toolCallId === callId ? { ...step, status, durationMs } : step,
    );
    this.#emit({ type: "tool.finished", turnId: this.runId, toolCallId: callId, status, durationMs });
  }

  routed(routed: Routed): void {
    this.#emit({ type: "agent.routed", turnId: this.runId, ...routed });
  }

  skillLoaded(skill: LoadedSkill): void {
    this.#emit({ type: "skill.loaded", turnId: this.runId, ...skill });
  }

  usage({ usage, costMicroUsd }: RunState): void {
    this.#emit({
      type: "usage.updated",
      turnId: this.runId,
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      cacheReadTokens: usage.cacheReadTokens,
      costUsd: costMicroUsd / 1_000_000,
    });
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const common = { turnId: this.runId, attempt: this.attempt, messageId: this.#messageId };
    const [thinking, text] = [this.#unsentThinking, this.#unsentText];
    this.#unsentThinking = "";
    this.#unsentText = "";
    if (thinking !== "") this.#emit({ type: "thinking.delta", ...common, text: thinking });
    if (text !== "") this.#emit({ type: "text.delta", ...common, text });
    if (thinking !== "" || text !== "") {
      this.#framesSent += 1;
      this.#lastFrameAt = this.#clock.now();
    }
  }

  /** Discards unsent deltas when the attempt is over. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#unsentText = "";
    this.#unsentThinking = "";
  }

  snapshot(): LiveTurn {
    this.flush();
    return {
      turnId: this.runId,
      attempt: this.attempt,
      messageId: this.#messageId,
      text: this.#text,
      thinking: this.#thinking,
      steps: this.#steps,
      startedAt: this.#startedAt,
      notice: this.#notice,
    };
  }

  #schedule(): void {
    if (this.#timer !== null) return;
    const waitMs = this.#lastFrameAt + gatherMs(this.#framesSent) - this.#clock.now();
    if (waitMs <= 0) this.flush();
    else this.#timer = setTimeout(() => this.flush(), waitMs);
  }
}
