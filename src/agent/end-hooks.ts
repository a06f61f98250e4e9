/** What follows the end of a run. The decision is a step of the run's trace. */
import { isoTime, type Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/log.ts";
import { settledWithin } from "../kernel/time-limit.ts";
import type { RunEnd, TraceStep } from "./runs/index.ts";

export interface EndingRun {
  readonly id: string;
  readonly kind: "turn" | "sub_run" | "question";
  readonly conversationId: string;
  readonly agent: string;
  readonly end: RunEnd;
}

interface EndHookDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Alerts the tenant's admins of a failed run, at most once an hour. Never throws. */
  readonly alertAdmins: (run: { readonly runId: string; readonly conversationId: string }) => Promise<void>;
}

/** Maximum duration. */
const TIMEOUT_MS = 5_000;

/**
 * Alerts admins of a failed turn; failures of sub-runs and questions are reported by their callers. May run twice for the same run, if an
 * attempt dies before its end is stored. Never throws.
 */
export async function endHooks(
  { clock, logger, alertAdmins }: EndHookDeps,
  run: EndingRun,
): Promise<TraceStep[]> {
  const startedAtMs = clock.now();
  const { id: runId, conversationId } = run;
  const isDue = run.kind === "turn" && run.end.reason === "failed";
  const alerted = async (): Promise<string> => {
    if (!isDue) return "no alert due";
    await alertAdmins({ runId, conversationId });
    return "admins alerted";
  };
  const status = await settledWithin(TIMEOUT_MS, alerted(), "timed out").catch((error: unknown) => {
    logger.error("hook.failed", { hook: "alert", runId, error });
    return "failed";
  });
  return [
    {
      kind: "hook",
      name: "alert",
      status,
      at: isoTime(startedAtMs),
      durationMs: clock.now() - startedAtMs,
      detail: { phase: "end", rule: null },
    },
  ];
}
