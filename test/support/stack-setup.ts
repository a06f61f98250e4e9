/** Vitest global set-up of the browser project: the whole product really running, on free ports and a data folder no one has used. */
import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { startStack } from "../../scripts/stack.ts";
import { tellRunner } from "./lane-events.ts";
import { newProduct } from "./prepared.ts";
import { leakIn, secretsOf } from "./secrets.ts";
import { freePort } from "./test-env.ts";
import { withoutHold } from "./without-hold.ts";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await newProduct("steward-stack-");
  const stack = await startStack({
    port: await freePort(),
    sandboxPort: await freePort(),
    ...product,
    sandboxEnv: { SANDBOX_CHUNK_DELAY_MS: "2" },
  });
  await withoutHold(stack);
  project.provide("appUrl", stack.appUrl);
  project.provide("sandboxUrl", stack.sandboxUrl);
  return async () => {
    await stack.stop();
    const leak = leakIn(
      "the Worker’s log of the browser suite",
      stack.appLog(),
      await secretsOf(product.dataDir),
    );
    await rm(product.dataDir, { recursive: true, force: true });
    if (leak === null) return;
    // Vitest's own code says that something failed, not what.
    tellRunner({ type: "error", words: `LEAK: ${leak}`, file: null });
    throw new Error(`LEAK: ${leak}`);
  };
}
