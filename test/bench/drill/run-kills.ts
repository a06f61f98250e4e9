/** The drill of kills from its beginning: a product of its own with everything in it that is killed. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { startStack } from "../../../scripts/stack.ts";
import { deployment } from "../../../scripts/team-copies/deployment.ts";
import { readVars } from "../../../scripts/tooling.ts";
import type { Prepared } from "../../support/already-prepared.ts";
import { signInAs } from "../../support/client.ts";
import { copyOf } from "../../support/prepared.ts";
import { freePort } from "../../support/test-env.ts";
import { withoutHold } from "../../support/without-hold.ts";
import { DRILL_TEAMS, KILLED_TOGETHER } from "./killed-kinds.ts";
import { prepareDrill } from "./killed-records.ts";
import { killDrill, type Recovery } from "./kills.ts";

/** Runs so many rounds, each killed at the next point of every kind. */
export async function runKills(
  prepared: Prepared,
  how: { readonly rounds: number; readonly say: (line: string) => void },
): Promise<Recovery[]> {
  const dataDir = await copyOf(prepared, "steward-kills-");
  try {
    const configs = await prepareDrill(dataDir, prepared.configs, DRILL_TEAMS);
    const stack = await startStack({
      port: await freePort(),
      sandboxPort: await freePort(),
      dataDir,
      configs,
      sandboxEnv: { SANDBOX_CHUNK_DELAY_MS: "2" },
    });
    try {
      await withoutHold(stack);
      const keys = (await readVars(join(dataDir, "secrets.env")))["MASTER_KEYS"] ?? "";
      const world = {
        stack,
        dataDir,
        configs,
        copies: deployment(stack.appUrl, keys),
        dana: await signInAs(stack.appUrl, stack.sandboxUrl, "dana@alderfinch.example"),
        ruth: await signInAs(stack.appUrl, stack.sandboxUrl, "ruth@harborlight.example"),
      };
      return await killDrill(world, KILLED_TOGETHER, how);
    } finally {
      await stack.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
