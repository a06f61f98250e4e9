/** What a bench ran on: figures mean nothing without it. */
import { readFile } from "node:fs/promises";
import { cpus, loadavg, totalmem } from "node:os";
import { join, resolve } from "node:path";

const MODULES = resolve(import.meta.dirname, "..", "..", "node_modules");

export interface Machine {
  readonly date: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly node: string;
  readonly workerd: string;
  readonly wrangler: string;
  readonly aiChat: string;
  /** Load average of one minute before the bench began. */
  readonly loadBefore: number;
}

/** More runnable work a core than this, before the bench or at its end, and times of this machine mean little. */
const BUSY_A_CORE = 1.5;

/** Load average of the last minute. */
export function loadNow(): number {
  return Math.round((loadavg()[0] ?? 0) * 10) / 10;
}

/** Whether other work kept the machine busy. */
export function isBusy({ cores, loadBefore }: Machine, loadAfter: number): boolean {
  return Math.max(loadBefore, loadAfter) > BUSY_A_CORE * cores;
}

/** Describes this machine now. */
export async function thisMachine(): Promise<Machine> {
  const version = async (name: string): Promise<string> => {
    const { version: found } = JSON.parse(await readFile(join(MODULES, name, "package.json"), "utf8")) as {
      version: string;
    };
    return found;
  };
  return {
    date: new Date().toISOString(),
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    workerd: await version("workerd"),
    wrangler: await version("wrangler"),
    aiChat: await version("@cloudflare/ai-chat"),
    loadBefore: loadNow(),
  };
}
