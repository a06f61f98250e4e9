/** A stack of its own for tests that kill the Worker: SIGKILL to its whole process group, then a restart on the same data. */
import { rm } from "node:fs/promises";
import { inject } from "vitest";
import { startStack, type Stack, type StackOptions } from "../../scripts/stack.ts";
import { isListenedTo } from "./lane-events.ts";
import { copyOf } from "./prepared.ts";
import { freePort } from "./test-env.ts";
import { withoutHold } from "./without-hold.ts";

export { NIGHTLY } from "./nightly.ts";

/** A stack with the folder its data and secrets are in. */
export type OwnStack = Stack & AsyncDisposable & { readonly dataDir: string };

/** Starts the product on free ports and a folder no one has used; `await using` ends it. The cron is ticked by the test alone. */
export async function ownStack(options: Partial<StackOptions> = {}): Promise<OwnStack> {
  const prepared = inject("prepared");
  const dataDir = await copyOf(prepared, "steward-kill-");
  const stack = await startStack({
    port: await freePort(),
    sandboxPort: await freePort(),
    dataDir,
    tickCron: false,
    configs: prepared.configs,
    ...options,
    sandboxEnv: { SANDBOX_CHUNK_DELAY_MS: "2", ...options.sandboxEnv },
  });
  await withoutHold(stack);
  return {
    ...stack,
    dataDir,
    [Symbol.asyncDispose]: async () => {
      // Shown for a file that failed.
      if (isListenedTo()) console.log(stack.appLog());
      await stack.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
