/** The stream of one model call: shows text, makes it void when the call is tried again, and counts what a try used that the service did not get to say. */
import { tokensOfChars } from "../kernel/tokens.ts";
import type { RunDisplay } from "./runs/index.ts";
import { costMicroUsd, type TokenUsage } from "./usage/index.ts";
import type { ModelEvent, ModelRequest } from "./ports.ts";
import { measureRequest } from "./tokens.ts";

/** What the stream needs of its run. */
interface StreamDeps {
  readonly request: ModelRequest;
  readonly replyId: string;
  readonly display: () => RunDisplay;
  /** Makes text that people saw void. */
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

  /** Text of the try under way. */
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

  /** What was streamed so far is void. */
  #forget(): void {
    if (this.#streamedChars === 0) return;
    this.#streamedChars = 0;
    this.#text = "";
    this.#deps.restart();
    this.#deps.display().beginReply(this.#deps.replyId);
  }

  /** The call is over: nothing gathered may come after its message. `isVoid`: what was streamed comes to nothing. */
  end(isVoid = false): void {
    if (this.#noticed) this.#deps.display().notice(null);
    this.#deps.display().flush();
    if (isVoid) this.#forget();
  }

  /** What the try under way used. */
  spentUsage(): TokenUsage {
    return this.#usageOf(this.#streamedChars);
  }

  /** Cost of the try that was cut, once: the service charges for what it read and wrote. Null where nothing was lost. */
  takeLost(): number | null {
    const chars = this.#lostChars;
    this.#lostChars = null;
    return chars === null ? null : this.#costOf(chars);
  }

  /** Cost of what was lost when the call is given up: the cut try that was not taken yet, or what streamed before the last failure. */
  lostCost(): number {
    return this.takeLost() ?? (this.#streamedChars > 0 ? this.spentCost() : 0);
  }

  /** Cost of a try that was stopped under way; of one that was cut, while the next is waited for. */
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
