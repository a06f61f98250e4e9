/** Hooks at the end of a run: each decides something once about a run that is over, and its decision stands in the run's trace. */
import type { RunEnd } from "../runs/index.ts";

/** A run that is about to end. */
export interface EndingRun {
  readonly id: string;
  readonly kind: "turn" | "sub_run" | "question";
  readonly conversationId: string;
  readonly agent: string;
  readonly end: RunEnd;
}

/** What hooks act through; one tenant's. */
export interface EndHookDeps {
  /** Alerts the tenant's admins that a run failed. Repeats within the same hour notify once. Never throws. */
  readonly alertAdmins: (run: { readonly runId: string; readonly conversationId: string }) => Promise<void>;
}

/** A named step at the end of a run. May be repeated for the same run: an attempt that dies before its end is written ends again. */
export interface EndHook {
  readonly name: string;
  /** What it decided, in a few words. */
  readonly end: (run: EndingRun, deps: EndHookDeps) => Promise<string>;
}
