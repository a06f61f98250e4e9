/** The app's addresses, as its table of places says; read as text, since the table itself needs a browser's types. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const TABLE = join(resolve(import.meta.dirname, "../.."), "frontend/src/places.ts");

/** Paths of all pages, like `/contacts/$id`. */
export function placePaths(): string[] {
  return [...readFileSync(TABLE, "utf8").matchAll(/\bplace(?:In\((\w+), |\()"([^"]+)"/g)].map(
    ([, outer = "", path = ""]) => (outer === "" ? "" : `/${outer}`) + path,
  );
}
