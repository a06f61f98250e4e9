/** How long a person waits: from `npm start` in a folder that was used before to an answer in the chat, and the Worker's own start-up. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { access, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { checkPortFree } from "../../scripts/stack.ts";
import { eventually, signInAs } from "../support/client.ts";
import { freePort } from "../support/test-env.ts";

const ROOT = resolve(import.meta.dirname, "..", "..");
const GIVE_UP_MS = 120_000;

interface Ports {
  readonly port: number;
  readonly sandboxPort: number;
}

/** What a first `npm start` has done: the demo is connected to these ports and imported. */
async function isBrought(dataDir: string): Promise<boolean> {
  return access(join(dataDir, ".projects-brought")).then(
    () => true,
    () => false,
  );
}

/**
 * Runs `npm start` on a data folder, signs in, asks something and ends it. Returns seconds until the answer stood. Warm is the second start of a folder, at the
 * addresses of the first: only the first connects and imports the demo.
 */
export async function measureStart(dataDir: string, how: { readonly isWarm: boolean }): Promise<number> {
  const ports = { port: await freePort(), sandboxPort: await freePort() };
  if (how.isWarm)
    await answered(dataDir, ports, () =>
      eventually("the demo is imported", () => isBrought(dataDir), GIVE_UP_MS),
    );
  return answered(dataDir, ports);
}

async function answered(
  dataDir: string,
  { port, sandboxPort }: Ports,
  then: () => Promise<unknown> = async () => {},
): Promise<number> {
  const startedAt = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir },
    detached: true,
  });
  let log = "";
  child.stdout.on("data", (chunk: Buffer) => (log += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const exited = new Promise<void>((done) => child.once("exit", () => done()));
  try {
    await ready(() => log, exited);
    const client = await signInAs(
      `http://localhost:${port}`,
      `http://localhost:${sandboxPort}`,
      "dana@alderfinch.example",
    );
    const conversationId = randomUUID();
    await client.send(conversationId, "Hello");
    await eventually("an answer", async () =>
      (await client.messages(conversationId)).some(({ role }) => role === "assistant"),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    await then();
    return seconds;
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    await exited;
    // npm is gone before what it started, and the next start is at the same addresses.
    for (const [name, taken] of Object.entries({ PORT: port, SANDBOX_PORT: sandboxPort }))
      await eventually(`${name} is free`, () => checkPortFree(taken, name).then(() => true));
  }
}

/** Waits for what `npm start` says last. Throws with what it printed where it ended instead. */
async function ready(log: () => string, exited: Promise<void>): Promise<void> {
  let ended = false;
  void exited.then(() => (ended = true));
  const giveUpAt = performance.now() + GIVE_UP_MS;
  while (!log().includes("Ready in")) {
    if (ended || performance.now() > giveUpAt)
      throw new Error(`npm start did not get ready:\n${log().split("\n").slice(-20).join("\n")}`);
    await sleep(50);
  }
}

interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

/** `wrangler check startup` gives up after ten seconds, which a busy machine needs for the bundle alone. */
const START_UP_TRIES = 3;

/** CPU time of the Worker's start-up in milliseconds, by `wrangler check startup`. */
export async function measureWorkerStartUp(): Promise<number> {
  for (let left = START_UP_TRIES - 1; ; left--) {
    try {
      return await checkStartUp();
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

async function checkStartUp(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "steward-bench-startup-"));
  const outfile = join(folder, "startup.cpuprofile");
  try {
    const child = spawn(
      join(ROOT, "node_modules", ".bin", "wrangler"),
      ["check", "startup", "--outfile", outfile, "--args=--minify"],
      {
        cwd: ROOT,
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          ...process.env,
          PATH: `${join(ROOT, "node_modules", ".bin")}:${process.env["PATH"] ?? ""}`,
          WRANGLER_SEND_METRICS: "false",
          WRANGLER_HIDE_BANNER: "true",
          WRANGLER_LOG_PATH: join(folder, "logs"),
          CI: "true",
          NO_COLOR: "1",
        },
      },
    );
    let log = "";
    child.stdout.on("data", (chunk: Buffer) => (log += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));
    const code = await new Promise<number | null>((done) => child.once("exit", done));
    const text = await readFile(outfile, "utf8").catch(() => null);
    if (code !== 0 || text === null)
      throw new Error(`wrangler check startup failed:\n${log.split("\n").slice(-15).join("\n")}`);
    return busyMs(JSON.parse(text) as CpuProfile);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Time in which something ran. */
function busyMs({ nodes, samples, timeDeltas }: CpuProfile): number {
  const idle = new Set(
    nodes.filter(({ callFrame }) => callFrame.functionName === "(idle)").map(({ id }) => id),
  );
  const busyUs = samples.reduce(
    (sum, node, index) => (idle.has(node) ? sum : sum + (timeDeltas[index] ?? 0)),
    0,
  );
  return busyUs / 1000;
}
