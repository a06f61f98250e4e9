/** What people see of a run while it works. In memory only; what counts is in the log. */
import type { LoadedSkill, Routed } from "../../accounts/api/account-query.ts";
import type { CallAnswer, RunState, ToolCall } from "./types.ts";

export interface RunDisplay {
  /** The message the next text belongs to. */
  beginReply(messageId: string): void;
  /** Whether the model shows signs of life. */
  alive(isAlive: boolean): void;
  text(delta: string): void;
  thinking(delta: string): void;
  /** Said while a failed call is tried again; null takes it away. */
  notice(notice: string | null): void;
  /** `within` is the call under which a sub-run made this one. */
  toolStarted(call: ToolCall, summary: string, within?: string): void;
  toolFinished(callId: string, answer: CallAnswer): void;
  /** Where a request went. */
  routed(routed: Routed): void;
  /** An agent read a skill. */
  skillLoaded(skill: LoadedSkill): void;
  /** What the run has used so far. */
  usage(run: RunState): void;
  /** Sends what has gathered; called before anything that must come after it. */
  flush(): void;
}

/** For a run no one watches. */
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
