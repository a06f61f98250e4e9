/** Commands of package.json, run as `npm run` does. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const GUARD = join(ROOT, "scripts", "guard.mjs");
/** What hangs is ended, and fails with what it printed. */
export const GIVE_UP_MS = 600_000;

/** A report shows the first lines of a failure, and what a command says last is why it ended. */
const LAST_LINES = 18;

/** Runs `npm run <name>` as its entry in package.json says. Throws with what it printed where it ends with anything but 0. */
export async function runCommand(
  name: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const [, ...own] = (scripts[name] ?? "").split(" ");
  // The guard ends all that the command has started, also where this process is gone first.
  const child = spawn(process.execPath, [GUARD, process.execPath, ...own, ...args], {
    cwd: ROOT,
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1", ...env },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const giveUp = setTimeout(() => child.stdin.end(), GIVE_UP_MS);
  const code = await new Promise<number | null>((done) => child.once("close", done));
  clearTimeout(giveUp);
  if (code !== 0) {
    const last = output.trimEnd().split("\n").slice(-LAST_LINES).join("\n");
    throw new Error(`npm run ${name} ended with ${String(code)}:\n${last}`);
  }
  return output;
}
