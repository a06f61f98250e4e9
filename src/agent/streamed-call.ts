/**
 * The stream of one model call. Shows text, discards it when the call is retried, and estimates the usage
 * of tries whose usage the service did not report.
 */
import { tokensOfChars } from "../kernel/tokens.ts";
import type { RunDisplay } from "./runs/index.ts";
import { costMicroUsd, type TokenUsage } from "./usage/index.ts";
import type { ModelEvent, ModelRequest } from "./ports.ts";
import { measureRequest } from "./tokens.ts";

interface StreamDeps {
  readonly request: ModelRequest;
  readonly replyId: string;
  readonly display: () => RunDisplay;
  /** Discards text that people saw. */
  readonly restart: () => void;
}

export class StreamedCall {
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
