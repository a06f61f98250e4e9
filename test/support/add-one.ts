/**
 * ADD-ONE: a tool, a vendor, an effect kind, an agent, a feature and a page, each as a newcomer would add it: its file (or folder) and one line. And a copy of the product
 * with them added; what the copy then does is the test, and nothing else of it may be touched.
 */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { NIGHTLY } from "./nightly.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const FIXTURES = "test/fixtures/add-one";
/** All of the product that is read when it is checked, run or built; the configurations of the checks with it. */
const COPIED = [
  "src",
  "docs/manual",
  "docs/openapi",
  "migrations",
  "durable-objects",
  "workflows",
  "sandbox",
  "scripts",
  "frontend",
  // The record that a page shows.
  "test/eval/results.json",
  "wrangler.toml",
  "tsconfig.json",
  "tsconfig.base.json",
];
const run = promisify(execFile);

/** The one line: at the end of a list, or before the line that ends it. */
export interface Line {
  readonly in: string;
  readonly add: string;
  readonly before?: string;
}

/** What is added. */
export interface Addition {
  /** Its files: where they go, and the fixture that holds them. */
  readonly files: Readonly<Record<string, string>>;
  readonly line: Line;
  /** What the line takes besides, at the head of the same file: its import. */
  readonly head?: string;
}

/** One of each kind. */
export const ADDITIONS = {
  tool: {
    files: { "src/messaging/tools/mail/list-labels.ts": "list-labels.ts" },
    line: { in: "src/messaging/tools/mail/tools.ts", add: 'export { listLabels } from "./list-labels.ts";' },
  },
  vendor: {
    files: { "src/integrations/weather/index.ts": "weather.ts" },
    line: {
      in: "src/integrations/vendors.ts",
      add: 'export { weather } from "./weather/index.ts";',
    },
  },
  effect: {
    files: { "src/integrations/weather/effects/room-book.ts": "room-book.ts" },
    line: {
      in: "src/integrations/effects/all.ts",
      add: 'export { roomBook } from "../weather/effects/room-book.ts";',
    },
  },
  agent: {
    files: { "src/messaging/agents/fact-finder.ts": "fact-finder.ts" },
    line: {
      in: "src/messaging/agents/all.ts",
      add: 'export { factFinder } from "./fact-finder.ts";',
    },
  },
  feature: {
    files: {
      "src/garden/api/garden.ts": "garden/api.ts.txt",
      "src/garden/effects/bed-water.ts": "garden/bed-water.ts.txt",
      "src/garden/feature.ts": "garden/feature.ts.txt",
      "src/garden/routes/garden.ts": "garden/routes.ts.txt",
      "src/garden/tables/garden.ts": "garden/tables.ts.txt",
      "src/garden/tools/index.ts": "garden/toolset.ts.txt",
      "src/garden/tools/list-beds.ts": "garden/list-beds.ts.txt",
      "src/garden/work.ts": "garden/work.ts.txt",
      "migrations/9999_garden.sql": "garden/migration.sql.txt",
    },
    line: { in: "src/features.ts", add: "gardenFeature,", before: "]);" },
    head: 'import { gardenFeature } from "./garden/feature.ts";',
  },
  page: {
    files: { "frontend/src/knowledge/garden-page.tsx": "garden-page.tsx.txt" },
    line: {
      in: "frontend/src/places.ts",
      add: 'place("/garden", () => import("./knowledge/garden-page.tsx"), { label: "Garden", group: "knowledge", key: "y", about: "What grows where", words: "vegetables" }),',
      before: "] as const;",
    },
  },
} as const satisfies Readonly<Record<string, Addition>>;

/** A copy of the product. */
export interface Copy {
  readonly dir: string;
  /** Paths that are not as in the product. */
  changed(): Promise<string[]>;
  /** Errors of the compiler in the Worker, in a line each, and nightly in the pages; empty where all fits. */
  typeErrors(): Promise<string[]>;
  /** A module of the copy. */
  load<Module>(path: string): Promise<Module>;
  /** Runs scripts of the copy in one process, one after another, and hands back what each prints as a line of JSON. */
  run(scripts: readonly string[]): Promise<unknown[]>;
  remove(): Promise<void>;
}

/** A fixture as it stands in its place: what it imports is named from there. One that cannot be compiled here (`.txt`) is written for its place. */
export async function fixtureText(fixture: string, to: string): Promise<string> {
  const text = await readFile(join(ROOT, FIXTURES, fixture), "utf8");
  if (fixture.endsWith(".txt")) return text;
  return text.replaceAll(/ from "(\.[^"]+)"/g, (_, path: string) => {
    const named = relative(dirname(to), join(FIXTURES, path));
    return ` from "${named.startsWith(".") ? named : `./${named}`}"`;
  });
}

/** A list with the one line in it. Throws where it is more than one, or finds no place. */
export function withLine(text: string, { in: file, add, before }: Line): string {
  if (add.includes("\n")) throw new Error("more than one line");
  if (before === undefined) return `${text.trimEnd()}\n${add}\n`;
  const parts = text.split(`\n${before}`);
  if (parts.length !== 2) throw new Error(`${file} does not have one line ${before}`);
  return parts.join(`\n  ${add}\n${before}`);
}

/** Makes the copy. */
export async function copyWith(additions: readonly Addition[]): Promise<Copy> {
  await mkdir(join(ROOT, "dist"), { recursive: true });
  const dir = await mkdtemp(join(ROOT, "dist", "add-one-"));
  await Promise.all(
    COPIED.map((path) => cp(join(ROOT, path), join(dir, path), { recursive: true, filter: isSource })),
  );
  await symlink(join(ROOT, "node_modules"), join(dir, "node_modules"));
  for (const { files, line, head } of additions) {
    for (const [to, fixture] of Object.entries(files)) {
      await mkdir(dirname(join(dir, to)), { recursive: true });
      await writeFile(join(dir, to), await fixtureText(fixture, to), { flag: "wx" });
    }
    const listed = join(dir, line.in);
    const text = withLine(await readFile(listed, "utf8"), line);
    await writeFile(listed, head === undefined ? text : `${head}\n${text}`);
  }
  return {
    dir,
    changed: () => changedBetween(ROOT, dir),
    async typeErrors() {
      // Each takes longer than all the rest together; test/browser/add-a-page.test.ts builds the page and shows it.
      const configs = NIGHTLY ? ["tsconfig.json", "frontend/tsconfig.json"] : ["tsconfig.json"];
      return (await Promise.all(configs.map((config) => errorsOf(dir, config)))).flat();
    },
    load: <Module>(path: string) => import(join(dir, path)) as Promise<Module>,
    async run(scripts) {
      const names = scripts.map((_, index) => `drive-${index}.ts`);
      for (const [index, script] of scripts.entries()) await writeFile(join(dir, names[index]!), script);
      const path = join(dir, "drive.ts");
      await writeFile(path, names.map((name) => `await import("./${name}");\n`).join(""));
      const node = join(ROOT, "node_modules/.bin/node");
      const { stdout } = await run(node, ["--disable-warning=ExperimentalWarning", path], { cwd: dir });
      return stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown);
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

async function errorsOf(dir: string, config: string): Promise<string[]> {
  // Several threads would each look at what the files share.
  const options = ["--noEmit", "--singleThreaded", "--pretty", "false", "-p", config];
  const said = await run(join(ROOT, "node_modules/.bin/tsc"), options, { cwd: dir }).then(
    () => "",
    (error: { stdout?: string }) => error.stdout ?? "the compiler did not run",
  );
  // What an error goes on with is indented.
  return said.split("\n").filter((line) => /^\S/.test(line));
}

/** Whether a path is the product's own: wrangler builds beside each of its configurations, in another test at any moment. */
function isSource(path: string): boolean {
  return !relative(ROOT, path).split(sep).includes(".wrangler");
}

async function filesBelow(root: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const path of COPIED) {
    const entries = await readdir(join(root, path), { withFileTypes: true, recursive: true }).catch(
      () => null,
    );
    const files = entries
      ?.filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter(isSource);
    for (const file of files ?? [join(root, path)]) found.set(relative(root, file), await readFile(file));
  }
  return found;
}

async function changedBetween(from: string, to: string): Promise<string[]> {
  const [before, after] = await Promise.all([filesBelow(from), filesBelow(to)]);
  const isSame = (path: string): boolean => {
    const [one, other] = [before.get(path), after.get(path)];
    return one !== undefined && other?.equals(one) === true;
  };
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => !isSame(path)).toSorted();
}
