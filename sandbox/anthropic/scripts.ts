/** Scripted replies: queues of exact responses, each for requests whose messages contain its marker. */
import * as z from "zod";
import type { Message } from "./types.ts";

const response = z
  .strictObject({
    content: z.array(z.looseObject({ type: z.string() })).default([]),
    stopReason: z
      .enum([
        "end_turn",
        "max_tokens",
        "stop_sequence",
        "tool_use",
        "pause_turn",
        "refusal",
        "model_context_window_exceeded",
      ])
      .optional(),
    /** Delay before the response. */
    delayMs: z.int().min(0).optional(),
    /** Delay between chunks of a streamed response. */
    chunkDelayMs: z.int().min(0).optional(),
    /** Drops the connection after this many chunks; 0 drops it after the headers. */
    cutAfterChunks: z.int().min(0).optional(),
    /** An error instead of a response; with `content`, an SSE error event after it. */
    error: z
      .strictObject({
        status: z.int().min(400).max(599),
        type: z.string().optional(),
        message: z.string().default("A scripted error."),
        retryAfterSeconds: z.int().min(0).optional(),
      })
      .optional(),
  })
  .refine(({ content, error }) => content.length > 0 || error !== undefined, "Give content, or an error.");

/** Body of `POST /control/anthropic/script`. */
export const scriptInput = z.strictObject({ marker: z.string().min(1), responses: z.array(response).min(1) });

export type ScriptedResponse = z.infer<typeof response>;
export type Script = z.infer<typeof scriptInput>;

/**
 * Takes the next response for a request. If several markers match, the one occurring last wins, so that an old marker in the history
 * doesn't answer for a new one.
 */
export function takeScripted(scripts: Script[], messages: readonly Message[]): ScriptedResponse | null {
  for (const { content } of messages.toReversed()) {
    const texts = stringsOf(content);
    const script = scripts.find(
      ({ marker, responses }) => responses.length > 0 && texts.some((text) => text.includes(marker)),
    );
    if (script === undefined) continue;
    const next = script.responses.shift() ?? null;
    if (script.responses.length === 0) scripts.splice(scripts.indexOf(script), 1);
    return next;
  }
  return null;
}

/** Whether any message text contains the marker. */
export function containsMarker(messages: unknown, marker: string): boolean {
  return stringsOf(messages).some((text) => text.includes(marker));
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsOf);
}
