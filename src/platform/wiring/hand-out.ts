/** Handing out work beside the clock. */
import { handOutKeys, type WorkName } from "../work/index.ts";
import type { Env } from "../env.ts";
import { systemLogger } from "../logger.ts";
import { sendWork } from "./queues.ts";

/** Hands out work of one kind by its keys now. Never throws: the clock finds it all the same. */
export async function handOutSafely(
  env: Env,
  work: { readonly tenantId: string; readonly kind: WorkName; readonly keys: readonly string[] },
): Promise<void> {
  try {
    await handOutKeys(sendWork(env), work);
  } catch (error) {
    systemLogger.warn("work.dispatch_failed", { tenantId: work.tenantId, hook: work.kind, error });
  }
}
