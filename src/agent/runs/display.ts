/** The live view of a run. Only in memory; the log is authoritative. */
import type { LoadedSkill, Routed } from "../../accounts/api/account-query.ts";
import type { CallAnswer, RunState, ToolCall } from "./types.ts";

export interface RunDisplay {
  /** The message that the next text belongs to. */
  beginReply(messageId: string): void;
  /** Whether the model shows signs of life. */
  alive(isAlive: boolean): void;
  text(delta: string): void;
  thinking(delta: string): void;
  /** Shown while a failed call is retried; null removes it. */
  notice(notice: string | null): void;
  /** `within` is the parent's call, for a call of a sub-run. */
  toolStarted(call: ToolCall, summary: string, within?: string): void;
  toolFinished(callId: string, answer: CallAnswer): void;
  routed(routed: Routed): void;
  skillLoaded(skill: LoadedSkill): void;
  /** The run's usage so far. */
  usage(run: RunState): void;
  /** Sends batched deltas; called before anything that must follow them. */
  flush(): void;
}

/** For runs without viewers. */
export const NO_DISPLAY: RunDisplay = {
  beginReply: () => {},
  alive: () => {},
  text: () => {},
  thinking: () => {},
  notice: () => {},
  toolStarted: () => {},
  toolFinished: () => {},
  routed: () => {},
  skillLoaded: () => {},
  usage: () => {},
  flush: () => {},
};
