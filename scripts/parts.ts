/** The product's local processes. */
import { spawn, type ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT, StartError } from "./tooling.ts";

/** A long-running process. */
export interface Part {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  log(): string;
}

/** Starts a process in its own process group that ends with this process. */
export function startPart(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Part {
  const guard = join(ROOT, "scripts", "guard.mjs");
  const child = spawn(process.execPath, [guard, command, ...args], {
    cwd: ROOT,
    env,
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  let log = "";
  const keep = (chunk: Buffer): void => {
    log = (log + chunk.toString()).slice(-200_000);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const exited = new Promise<number | null>((done) => child.on("exit", (code) => done(code)));
  return { child, exited, log: () => log };
}

/** Stops a process, with SIGKILL after a timeout. */
export async function stopPart(part: Part | null): Promise<void> {
  if (part === null || part.child.exitCode !== null) return;
  part.child.stdin?.end();
  const slow = setTimeout(() => part.child.kill("SIGKILL"), 8000);
  await part.exited;
  clearTimeout(slow);
}

/** Whether a URL responds successfully in time. */
export async function answers(url: string, timeoutMs: number): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => null);
  return answer?.ok === true;
}

/** Waits until a process responds. Throws StartError with its last output. */
export async function waitFor(url: string, part: Part, what: string, timeoutMs: number): Promise<void> {
  const end = Date.now() + timeoutMs;
  let gone = false;
  void part.exited.then(() => (gone = true));
  while (Date.now() < end) {
    if (gone) break;
    if (await answers(url, 10_000)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new StartError(`${what} did not start:\n${part.log().trim().split("\n").slice(-20).join("\n")}`);
}

/** All descendants of a process. Linux only; elsewhere the guard's process group is killed. */
export async function descendants(pid: number): Promise<number[]> {
  const found: number[] = [];
  const visit = async (parent: number): Promise<void> => {
    const list = await readFile(`/proc/${parent}/task/${parent}/children`, "utf8").catch(() => "");
    for (const child of list
      .split(" ")
      .filter((part) => part !== "")
      .map(Number)) {
      found.push(child);
      await visit(child);
    }
  };
  await visit(pid);
  return found;
}

/** Resident memory of a process and its descendants, in MiB. Linux only; 0 elsewhere. */
export async function memoryMiB({ child }: Part): Promise<number> {
  const pids = child.pid === undefined ? [] : await descendants(child.pid);
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
    }),
  );
  return Math.round(sizes.reduce((sum, kib) => sum + kib, 0) / 1024);
}
