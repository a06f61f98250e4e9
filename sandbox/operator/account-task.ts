/** What the stand-ins for the agents of accounts share: the task they were handed, and how they read words. */
import { asText } from "./transcript.ts";

/** What an agent was handed: the task's words, and the material beside them. */
export interface Task {
  readonly words: string;
  readonly material: string;
}

/** Stands with every answer: nobody is to take it for a model's. */
export const NOTE = "Answered by the demo's script, not by a language model.";

/** The first group of a pattern in words; empty where it isn't there. */
export function found(pattern: RegExp, words: string): string {
  return pattern.exec(words)?.[1]?.trim() ?? "";
}

/** Data, where it is some. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A list of texts; empty for anything else. */
export function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(asText) : [];
}
