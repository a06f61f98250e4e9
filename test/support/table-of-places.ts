/** The app's addresses, as its table of places says; read as text, since the table itself needs a browser's types. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const PAGES = join(resolve(import.meta.dirname, "../.."), "frontend/src");
const TABLE = join(PAGES, "places.ts");

/** Paths of all pages, like `/contacts/$id`. */
export function placePaths(): string[] {
  const table = readFileSync(TABLE, "utf8");
  const named = new Map(
    [...table.matchAll(/\bconst (\w+) = place\("([^"]+)"/g)].map(([, name = "", path = ""]) => [name, path]),
  );
  return [...table.matchAll(/\bplace(?:In\((\w+), |\()"([^"]+)"/g)].map(
    ([, outer = "", path = ""]) => (named.get(outer) ?? "") + path,
  );
}

/** Paths of the pages outside the shell, like `/sign-in`. */
export function entryPaths(): string[] {
  const routes = readFileSync(join(PAGES, "routes.tsx"), "utf8");
  return [...routes.matchAll(/getParentRoute: \(\) => root,\s+path: "([^"]+)"/g)].map(
    ([, path = ""]) => path,
  );
}
