/** The wire contract's modules: `api/` of every room. */
import { globSync } from "node:fs";
import { basename, join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

/** Paths sorted by module name: OpenAPI names a schema by the first module that exports it. */
export function contractModules(): string[] {
  return globSync("src/*/api/*.ts", { cwd: ROOT })
    .toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1))
    .map((file) => join(ROOT, file));
}
