/** Vitest global set-up of the worker project: the real sandbox over real HTTP, on the port the configuration chose. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox } from "../../sandbox/server.ts";

export default async function setup(): Promise<() => Promise<void>> {
  const port = Number(process.env["TEST_SANDBOX_PORT"]);
  const dataDir = await mkdtemp(join(tmpdir(), "steward-sandbox-"));
  process.env["SANDBOX_CHUNK_DELAY_MS"] = "0";
  const sandbox = await startSandbox({ port, dataDir, appUrl: "http://localhost:8787" });
  return async () => {
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}
