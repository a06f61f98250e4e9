/**
 * Entry of every command, on any Node from 20: installs missing dependencies, then continues with the project's Node (wrangler needs
 * 22.12, and running TypeScript directly needs 22.18). Usage: `node scripts/with-deps.mjs <script or bin> [args]`.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const BIN = join(ROOT, "node_modules", ".bin");

function fail(line) {
  console.error(`\n  ${line}\n`);
  process.exit(1);
}

function atLeast(version, major, minor) {
  const [own, ownMinor] = version.replace(/^v/, "").split(".").map(Number);
  return own > major || (own === major && ownMinor >= minor);
}

/**
 * Installs locked dependencies unless the last install is newer than the lock file. An unfinished install leaves no marker and is
 * repeated.
 */
export function ensureDependencies() {
  if (!atLeast(process.version, 20, 0)) {
    fail(
      `Steward needs Node 20 or newer to start; this is ${process.version}. Install a newer Node and run the command again.`,
    );
  }
  const mark = join(ROOT, "node_modules", ".package-lock.json");
  const lock = join(ROOT, "package-lock.json");
  if (existsSync(mark) && statSync(mark).mtimeMs >= statSync(lock).mtimeMs) return;
  console.log("  Installing dependencies (once, about a minute)…");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const done = spawnSync(npm, ["ci", "--loglevel=error", "--no-audit", "--no-fund"], {
    cwd: ROOT,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (done.error?.code === "ENOENT")
    fail("npm was not found. It comes with Node: reinstall Node and run the command again.");
  if (done.status !== 0)
    fail(
      "Installing the dependencies failed (see above). Check the network, then run the command again: it starts over cleanly.",
    );
}

/** The project's own Node if available for this machine, else this one if it is new enough. */
export function projectNode() {
  const own = join(BIN, "node");
  if (existsSync(own)) return own;
  if (atLeast(process.version, 22, 18)) return process.execPath;
  return fail(
    `This machine (${process.platform} ${process.arch}) has no Node package of the project's own, and ${process.version} is too old for wrangler. Install Node 22.18 or newer and run the command again.`,
  );
}

/** Where processes keep what they compiled, which halves the next start of a script or the sandbox. Reinstalling empties it. */
const COMPILED = join(ROOT, "node_modules", ".cache", "compiled");

/** Environment with the project's `node` and tools first on the PATH. */
export function projectEnv(extra = {}) {
  return {
    NODE_COMPILE_CACHE: COMPILED,
    ...process.env,
    PATH: `${BIN}${delimiter}${process.env.PATH ?? ""}`,
    ...extra,
  };
}

/** Runs a TypeScript script or a tool by name and exits with its status. Signals arrive through the terminal's process group. */
export function runProject(entry, args) {
  const node = projectNode();
  const isScript = /\.(ts|mjs)$/.test(entry);
  const child = isScript
    ? spawn(node, ["--disable-warning=ExperimentalWarning", join(ROOT, entry), ...args], {
        cwd: ROOT,
        stdio: "inherit",
        env: projectEnv(),
      })
    : spawn(join(BIN, entry), args, {
        cwd: ROOT,
        stdio: "inherit",
        env: projectEnv(),
        shell: process.platform === "win32",
      });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 0)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureDependencies();
  const [entry, ...args] = process.argv.slice(2);
  if (entry === undefined) fail("Say what to run: node scripts/with-deps.mjs <script or tool> [arguments].");
  runProject(entry, args);
}
