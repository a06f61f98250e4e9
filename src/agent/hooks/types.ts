/** Hooks at the end of a run. Each makes one decision, which is recorded in the run's trace. */
import type { RunEnd } from "../runs/index.ts";

export interface EndingRun {
  readonly id: string;
  readonly kind: "turn" | "sub_run" | "question";
  readonly conversationId: string;
  readonly agent: string;
  readonly end: RunEnd;
}

/** Dependencies of hooks, for one tenant. */
export interface EndHookDeps {
  /** Alerts the tenant's admins of a failed run, at most once an hour. Never throws. */
  readonly alertAdmins: (run: { readonly runId: string; readonly conversationId: string }) => Promise<void>;
}

/** May run twice for the same run, if an attempt dies before its end is stored. */
export interface EndHook {
  readonly name: string;
  /** Returns its decision in a few words. */
  readonly end: (run: EndingRun, deps: EndHookDeps) => Promise<string>;
}
