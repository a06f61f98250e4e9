/** The Worker that runs scripts, built as it is deployed, for tests in workerd. */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { CODE_CONFIG, ROOT, runTool } from "../../scripts/tooling.ts";
import { alreadyPrepared } from "./already-prepared.ts";

/** Builds it where no one has, and says how Miniflare runs it beside the app. Throws where it does not build. */
export async function codeWorker() {
  const folder = await bundle();
  const engine = readdirSync(folder).find((name) => name.endsWith(".wasm"));
  if (engine === undefined) throw new Error("The Worker for scripts has no engine");
  return {
    name: "steward-code",
    modulesRoot: folder,
    modules: [
      { type: "ESModule" as const, path: join(folder, "worker.js") },
      { type: "CompiledWasm" as const, path: join(folder, engine) },
    ],
    compatibilityDate: "2026-10-20",
    compatibilityFlags: ["nodejs_compat"],
  };
}

/** The folder its bundle is in. */
async function bundle(): Promise<string> {
  const config = alreadyPrepared()?.configs[1];
  if (config !== undefined) return join(dirname(config), "bundle");
  const folder = join(ROOT, "dist", "code-worker");
  await runTool(join(ROOT, "dist"), "Building the Worker for scripts", "wrangler", [
    "deploy",
    "--dry-run",
    "--config",
    CODE_CONFIG,
    "--outdir",
    folder,
  ]);
  return folder;
}
