/** Builds the pages, and the Workers as bundled for deployment. */
import { existsSync, globSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { digestOf, doOnce, isDone } from "./once.ts";
import { writeLocalConfigs } from "./local-config.ts";
import { APP_CONFIG, ROOT, runTool } from "./tooling.ts";

/** The bundle's entry file. */
const ENTRY = "entry.js";
const PAGES_MARK = join(ROOT, "dist", ".client-built-from");

function pagesDigest(): string {
  const sources = [
    "frontend",
    ...globSync("src/*/api", { cwd: ROOT }).toSorted(),
    "docs/manual",
    "docs/openapi/steward.json",
    "test/eval/results.json",
    "package-lock.json",
  ];
  return digestOf(sources.map((path) => join(ROOT, path)));
}

/** Whether the pages are up to date with their sources. */
export async function arePagesBuilt(): Promise<boolean> {
  return existsSync(join(ROOT, "dist", "client", "index.html")) && isDone(PAGES_MARK, pagesDigest());
}

/** Builds the pages unless they are up to date. */
export async function buildFrontend(progress: (line: string) => void): Promise<void> {
  await mkdir(join(ROOT, "dist"), { recursive: true });
  if (!existsSync(join(ROOT, "dist", "client", "index.html"))) await rm(PAGES_MARK, { force: true });
  await doOnce(PAGES_MARK, pagesDigest(), async () => {
    progress("Building the pages…");
    await runTool(join(ROOT, "dist"), "Building the pages", "vite", [
      "build",
      "--config",
      "frontend/vite.config.ts",
    ]);
  });
}

/** Where `npm start` keeps the bundled Workers. */
const WORKERS = join(ROOT, "dist", "workers");
const WORKERS_MARK = join(ROOT, "dist", ".workers-built-from");

function workersDigest(): string {
  const sources = ["src", "durable-objects", "workflows", APP_CONFIG, "package-lock.json"];
  return digestOf(sources.map((path) => join(ROOT, path)));
}

/** Bundles the Workers for the next `npm start` unless they are up to date. Throws StartError. */
export async function buildWorkersOnce(): Promise<void> {
  await doOnce(WORKERS_MARK, workersDigest(), async () => {
    await buildWorkers(WORKERS);
  });
}

/**
 * The `configs` that start soonest: of Workers bundled before, else the repository's, which Wrangler bundles at each start. That takes
 * twice as long.
 */
export async function quickestConfigs(): Promise<string[]> {
  const configs = await writeLocalConfigs();
  if (!(await isDone(WORKERS_MARK, workersDigest()))) return configs;
  return Promise.all(configs.map(async (config) => (await workerOf(config, WORKERS)).built));
}

/** A configuration's text, its values, and where the Worker's bundle and the configuration to start it with are in a folder. */
async function workerOf(config: string, folder: string) {
  const text = await readFile(join(ROOT, config), "utf8");
  const valueOf = (key: string): string => new RegExp(`^${key} = "(.+)"$`, "m").exec(text)?.[1] ?? "";
  const out = join(folder, valueOf("name"));
  return { text, valueOf, out, built: join(out, "wrangler.toml") };
}

/** Bundles the Workers into a folder, once for many starts. Returns the `configs` to start them with. Throws StartError. */
export async function buildWorkers(folder: string): Promise<string[]> {
  // Wrangler requires the assets folder to exist.
  await mkdir(join(ROOT, "dist", "client"), { recursive: true });
  const configs = await writeLocalConfigs();
  return Promise.all(
    configs.map(async (config) => {
      const { text, valueOf, out, built } = await workerOf(config, folder);
      const bundle = join(out, "bundle");
      await mkdir(out, { recursive: true });
      await runTool(out, `Building ${config}`, "wrangler", [
        "deploy",
        "--dry-run",
        "--minify",
        "--config",
        config,
        "--outdir",
        bundle,
      ]);
      // Wrangler compiles the entry at each start, which takes seconds for a whole Worker, so it gets a two-line entry.
      const worker = JSON.stringify(`./${basename(valueOf("main"), ".ts")}.js`);
      await writeFile(join(bundle, ENTRY), `export * from ${worker};\nexport { default } from ${worker};\n`);
      const main = [
        `main = ${JSON.stringify(join(bundle, ENTRY))}`,
        `base_dir = ${JSON.stringify(bundle)}`,
        "no_bundle = true",
        "find_additional_modules = true",
      ];
      await writeFile(
        built,
        text
          .replace(/^main = .*$/m, main.join("\n"))
          .replace(
            /^(directory|migrations_dir) = "(.+)"$/gm,
            (_, name: string, path: string) =>
              `${name} = ${JSON.stringify(join(ROOT, dirname(config), path))}`,
          ) + '\n[[rules]]\ntype = "ESModule"\nglobs = ["*.js"]\n',
      );
      return built;
    }),
  );
}
