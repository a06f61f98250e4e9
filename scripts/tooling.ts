/** Cloudflare's tools and Vite: paths, environment, and variables. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..");
export const BIN = join(ROOT, "node_modules", ".bin");
/** The app's Wrangler configuration. */
export const APP_CONFIG = "wrangler.toml";
/** The Wrangler configuration of the Worker that runs scripts. */
export const CODE_CONFIG = "src/platform/code-sandbox/wrangler.toml";

/** A problem a person can fix; its message says how. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/**
 * Environment of Cloudflare's tools. Disables Wrangler's local request tracing, which stores tenant data in a database viewable without a
 * sign-in, grows without bound, and slows each turn by several milliseconds.
 */
export function toolEnv(dataDir: string, extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${BIN}:${process.env["PATH"] ?? ""}`,
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    X_LOCAL_EXPLORER: "false",
    X_LOCAL_OBSERVABILITY: "false",
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_LOG_PATH: join(dataDir, "wrangler-logs"),
    WRANGLER_REGISTRY_PATH: join(dataDir, "wrangler-registry"),
    CI: "true",
    NO_COLOR: "1",
    ...extra,
  };
}

/** Runs a tool to completion; it ends with this process. Throws StartError with its last output. */
export async function runTool(
  dataDir: string,
  what: string,
  command: string,
  args: readonly string[],
): Promise<void> {
  const guard = join(ROOT, "scripts", "guard.mjs");
  const child = spawn(process.execPath, [guard, join(BIN, command), ...args], {
    cwd: ROOT,
    env: toolEnv(dataDir),
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done, failed) => {
    child.on("exit", done);
    child.on("error", failed);
  });
  if (code !== 0) throw new StartError(`${what} failed:\n${output.trim().split("\n").slice(-15).join("\n")}`);
}

/** Parses `NAME="value"` lines. */
export function parseVars(text: string): Record<string, string> {
  const vars: Record<string, string> = {};
  for (const line of text.split("\n")) {
    const match = /^\s*([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line);
    if (match?.[1] !== undefined) vars[match[1]] = (match[2] ?? "").replace(/^(["'])(.*)\1$/, "$2");
  }
  return vars;
}

/** A file's variables; empty if it doesn't exist. */
export async function readVars(path: string): Promise<Record<string, string>> {
  return parseVars(await readFile(path, "utf8").catch(() => ""));
}

/** Formats variables as file content. */
export function varsText(vars: Readonly<Record<string, string>>): string {
  return Object.entries(vars)
    .map(([name, value]) => `${name}="${value}"\n`)
    .join("");
}
