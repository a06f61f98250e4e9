/** What is measured, the same for the product and its peers: one chat turn as a page sees it. */
import { setTimeout as sleep } from "node:timers/promises";
import { controlAt } from "../support/client.ts";
import type { MeteredSocket } from "./metered-socket.ts";

/** The model all are asked to use; `AGENT_MODEL` of the wrangler.toml files says the same. */
export const MODEL = "claude-sonnet-5-5";
/** Deltas of every scripted answer; the sandbox cuts text into pieces of so many characters. */
export const DELTAS = 40;
const DELTA_CHARS = 20;
export const ANSWER = "All of this is done. ".repeat(DELTAS).slice(0, DELTAS * DELTA_CHARS);
/** The sandbox saves its state shortly after a change: what is measured waits for that. */
const SANDBOX_SAVED_MS = 70;

/** One turn, measured at the page. Bytes are of socket payload. */
export interface TurnFigures {
  /** From sending the message to the first text of the answer. */
  readonly firstTextMs: number;
  readonly wholeMs: number;
  readonly upBytes: number;
  readonly downBytes: number;
  /** Received by another page that only watches. */
  readonly observerBytes: number;
}

/** One product with one length of history. */
export interface Subject {
  readonly product: "bare" | "ai-chat" | "steward";
  /** Messages before the first measured turn. */
  readonly history: number;
  turn(marker: string): Promise<TurnFigures>;
  close(): void;
}

/** Queues the scripted answer for the request that holds the marker. */
export async function queueAnswer(
  sandboxUrl: string,
  marker: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const response = { content: [{ type: "text", text: ANSWER }], ...more };
  await controlAt(sandboxUrl, "anthropic/script", { marker, responses: [response] });
  await sleep(SANDBOX_SAVED_MS);
}

/** Sends and watches one turn. `take` returns "text" at the first text and "end" at the turn's end. */
export async function measureTurn(
  page: MeteredSocket,
  observer: MeteredSocket | null,
  message: string,
  take: (text: string) => "text" | "end" | null,
): Promise<TurnFigures> {
  const [upBefore, downBefore, observedBefore] = [page.upBytes, page.downBytes, observer?.downBytes ?? 0];
  let firstTextMs = Number.NaN;
  const startedAt = performance.now();
  const ended = page.until("the end of the turn", (text) => {
    const seen = take(text);
    if (seen !== null && Number.isNaN(firstTextMs)) firstTextMs = performance.now() - startedAt;
    return seen === "end";
  });
  page.send(message);
  await ended;
  const wholeMs = performance.now() - startedAt;
  await page.quiet();
  await observer?.quiet();
  return {
    firstTextMs,
    wholeMs,
    upBytes: page.upBytes - upBefore,
    downBytes: page.downBytes - downBefore,
    observerBytes: (observer?.downBytes ?? 0) - observedBefore,
  };
}
