/** The hooks at the end of every run, in order. A new hook is one file and one line here. */
import { isoTime, type Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import { settledWithin } from "../../kernel/time-limit.ts";
import type { TraceStep } from "../runs/index.ts";
import { alert } from "./alert.ts";
import type { EndHook, EndHookDeps, EndingRun } from "./types.ts";

export type { EndingRun } from "./types.ts";

export const END_HOOKS: readonly EndHook[] = [alert];

/** Maximum duration of a hook. */
const TIMEOUT_MS = 5_000;

/** Runs the end hooks and returns their decisions as trace steps, including failures and timeouts. Never throws. */
export async function endHooks(
  { clock, logger, ...deps }: EndHookDeps & { readonly clock: Clock; readonly logger: Logger },
  run: EndingRun,
): Promise<TraceStep[]> {
  const steps: TraceStep[] = [];
  for (const hook of END_HOOKS) {
    const startedAtMs = clock.now();
    const decision = await settledWithin(TIMEOUT_MS, hook.end(run, deps), "timed out").catch(
      (error: unknown) => {
        logger.error("hook.failed", { hook: hook.name, runId: run.id, error });
        return "failed";
      },
    );
    steps.push({
      kind: "hook",
      name: hook.name,
      status: decision,
      at: isoTime(startedAtMs),
      durationMs: clock.now() - startedAtMs,
      detail: { phase: "end", rule: null },
    });
  }
  return steps;
}
