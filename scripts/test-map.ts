/**
 * Maps modules to the test files that reach them through runtime imports. Cached in `dist/test-map.json`; only changed files are
 * reparsed. Dependencies other than imports are missing: `stack` and `browser` tests run the whole product, and worker tests may use
 * HTTP.
 */
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import * as z from "zod";
import { arrowsOf } from "./import-directions.ts";

const FOLDERS = ["src", "durable-objects", "workflows", "frontend/src", "sandbox", "scripts", "test"];
const TEST = /^test\/(unit|worker)\/.*\.test\.ts$/;

const mapSchema = z.record(z.string(), z.object({ mtimeMs: z.number(), imports: z.array(z.string()) }));
/** Imports by module, relative to the root. */
type TestMap = z.infer<typeof mapSchema>;

/** A test file and its import distance. */
export interface Reached {
  readonly test: string;
  readonly distance: number;
}

async function modulesOf(root: string): Promise<string[]> {
  const lists = await Promise.all(
    FOLDERS.map((folder) => readdir(join(root, folder), { recursive: true, withFileTypes: true })),
  );
  return lists
    .flat()
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|js)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** The current map. Reparses only changed files. */
export async function readTestMap(root: string, keptAt: string): Promise<TestMap> {
  const text = await readFile(keptAt, "utf8").catch(() => "{}");
  const kept = mapSchema.safeParse(JSON.parse(text)).data ?? {};
  const map: TestMap = {};
  for (const file of await modulesOf(root)) {
    const { mtimeMs } = await stat(join(root, file));
    const before = kept[file];
    map[file] =
      before !== undefined && before.mtimeMs === mtimeMs
        ? before
        : { mtimeMs, imports: await importsOf(root, file) };
  }
  await mkdir(dirname(keptAt), { recursive: true });
  await writeFile(keptAt, JSON.stringify(map));
  return map;
}

async function importsOf(root: string, file: string): Promise<string[]> {
  const arrows = arrowsOf(root, file, await readFile(join(root, file), "utf8"));
  return arrows.filter(({ own, typeOnly }) => own && !typeOnly).map(({ to }) => to);
}

/** Tests that reach a file, nearest first; ties prefer folders with the file's name. A test reaches itself. */
export function testsReaching(
  map: Readonly<Record<string, { readonly imports: readonly string[] }>>,
  file: string,
): Reached[] {
  const importers = new Map<string, string[]>();
  for (const [from, { imports }] of Object.entries(map))
    for (const to of imports) importers.set(to, [...(importers.get(to) ?? []), from]);
  const distances = new Map([[file, 0]]);
  for (const [at, distance] of distances)
    for (const from of importers.get(at) ?? []) if (!distances.has(from)) distances.set(from, distance + 1);
  const folders = new Set(dirname(file).split("/"));
  const isNeighbour = ({ test }: Reached): boolean => folders.has(test.split("/")[2] ?? "");
  return [...distances]
    .filter(([path]) => TEST.test(path))
    .map(([test, distance]) => ({ test, distance }))
    .sort(
      (left, right) =>
        left.distance - right.distance ||
        Number(isNeighbour(right)) - Number(isNeighbour(left)) ||
        left.test.localeCompare(right.test),
    );
}
