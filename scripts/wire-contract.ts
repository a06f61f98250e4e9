/** The modules of the wire contract: `api/` of every room. */
import { globSync } from "node:fs";
import { basename, join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

/** Their paths, by the names of the modules: OpenAPI names a schema after the first module that exports it. */
export function contractModules(): string[] {
  return globSync("src/*/api/*.ts", { cwd: ROOT })
    .toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1))
    .map((file) => join(ROOT, file));
}
