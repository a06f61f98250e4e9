/** Builds what is served: the pages, and the Workers as a deployment would bundle them. */
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { digestOf, doOnce } from "./once.ts";
import { CONFIGS, ROOT, runTool } from "./tooling.ts";

/** Builds the pages unless they are built from just these files already. */
export async function buildFrontend(progress: (line: string) => void): Promise<void> {
  const sources = ["frontend", "src/protocol", "docs/openapi/steward.json", "package-lock.json"].map((path) =>
    join(ROOT, path),
  );
  await mkdir(join(ROOT, "dist"), { recursive: true });
  const mark = join(ROOT, "dist", ".client-built-from");
  if (!existsSync(join(ROOT, "dist", "client", "index.html"))) await rm(mark, { force: true });
  await doOnce(mark, await digestOf(sources), async () => {
    progress("Building the pages…");
    await runTool(join(ROOT, "dist"), "Building the pages", "vite", [
      "build",
      "--config",
      "frontend/vite.config.ts",
    ]);
  });
}

/** Bundles the Workers into a folder as a deployment would, once for many starts. Gives the `configs` that start them. Throws StartError. */
export async function buildWorkers(folder: string): Promise<string[]> {
  // Wrangler wants the folder of the pages, even before they are built.
  await mkdir(join(ROOT, "dist", "client"), { recursive: true });
  return Promise.all(
    CONFIGS.map(async (config) => {
      const text = await readFile(join(ROOT, config), "utf8");
      const valueOf = (key: string): string => new RegExp(`^${key} = "(.+)"$`, "m").exec(text)?.[1] ?? "";
      const out = join(folder, valueOf("name"));
      await mkdir(out, { recursive: true });
      await runTool(out, `Building ${config}`, "wrangler", [
        "deploy",
        "--dry-run",
        "--config",
        config,
        "--outdir",
        join(out, "bundle"),
      ]);
      const built = join(out, "wrangler.toml");
      const bundle = join(out, "bundle", `${basename(valueOf("main"), ".ts")}.js`);
      await writeFile(
        built,
        text
          .replace(/^main = .*$/m, `main = ${JSON.stringify(bundle)}\nno_bundle = true`)
          .replace(
            /^(directory|migrations_dir) = "(.+)"$/gm,
            (_, name: string, path: string) =>
              `${name} = ${JSON.stringify(join(ROOT, dirname(config), path))}`,
          ),
      );
      return built;
    }),
  );
}
