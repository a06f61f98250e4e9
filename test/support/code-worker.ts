/** The Worker that runs scripts, built as it is deployed, for tests in workerd. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { CODE_CONFIG, ROOT } from "../../scripts/tooling.ts";

const OUT = join(ROOT, "dist", "code-worker");

/** Builds it and says how Miniflare runs it beside the app. Throws where it does not build. */
export function codeWorker() {
  const args = ["deploy", "--config", CODE_CONFIG, "--dry-run", "--outdir", OUT];
  const built = spawnSync(join(ROOT, "node_modules", ".bin", "wrangler"), args, {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" },
  });
  if (built.status !== 0) throw new Error(`The Worker for scripts does not build:\n${built.stderr}`);
  const engine = readdirSync(OUT).find((name) => name.endsWith(".wasm"));
  if (engine === undefined) throw new Error("The Worker for scripts has no engine");
  return {
    name: "steward-code",
    modulesRoot: OUT,
    modules: [
      { type: "ESModule" as const, path: join(OUT, "worker.js") },
      { type: "CompiledWasm" as const, path: join(OUT, engine) },
    ],
    compatibilityDate: "2026-10-20",
    compatibilityFlags: ["nodejs_compat"],
  };
}
