/** A peer's Worker under `wrangler dev`, started as the product is (`scripts/stack.ts`). */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { toolEnv } from "../../scripts/tooling.ts";
import { freePort } from "../support/test-env.ts";

const ROOT = resolve(import.meta.dirname, "..", "..");
const START_MS = 60_000;

/** A running peer. */
export interface Peer extends AsyncDisposable {
  readonly url: string;
}

/** Starts the peer of a folder in `test/bench/peers` on the same model, with an empty store. */
export async function startPeer(
  name: "bare" | "ai-chat" | "hook",
  vars: Readonly<Record<string, string>>,
): Promise<Peer> {
  const dataDir = await mkdtemp(join(tmpdir(), `steward-bench-${name}-`));
  const port = await freePort();
  const bin = join(ROOT, "node_modules", ".bin");
  const child = spawn(
    process.execPath,
    [
      join(ROOT, "scripts", "guard.mjs"),
      join(bin, "wrangler"),
      "dev",
      "--config",
      join(import.meta.dirname, "peers", name, "wrangler.toml"),
      "--local",
      "--persist-to",
      dataDir,
      "--ip",
      "127.0.0.1",
      "--port",
      String(port),
      "--inspector-port",
      "0",
      ...Object.entries(vars).flatMap(([variable, value]) => ["--var", `${variable}:${value}`]),
      "--show-interactive-dev-session=false",
    ],
    {
      cwd: ROOT,
      stdio: ["pipe", "pipe", "pipe"],
      env: toolEnv(dataDir),
    },
  );
  let log = "";
  child.stdout.on("data", (chunk: Buffer) => (log += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const exited = new Promise<void>((done) => child.once("exit", () => done()));
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  const giveUpAt = Date.now() + START_MS;
  while (!(await answers(url))) {
    if (child.exitCode === null && Date.now() < giveUpAt) {
      await sleep(100);
      continue;
    }
    await stop();
    throw new Error(`the peer ${name} did not start:\n${log.split("\n").slice(-20).join("\n")}`);
  }
  return { url, [Symbol.asyncDispose]: stop };
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer !== null;
}
