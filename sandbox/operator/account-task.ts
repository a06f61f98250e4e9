/** Shared by the stand-ins for account agents: their task, and text helpers. */
import { asText } from "./transcript.ts";

/** An agent's task: its wording and the material. */
export interface Task {
  readonly words: string;
  readonly material: string;
}

/** Added to every answer so that nobody takes it for a model's. */
export const NOTE = "Answered by the demo's script, not by a language model.";

/** A list of strings; empty for anything else. */
export function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(asText) : [];
}
