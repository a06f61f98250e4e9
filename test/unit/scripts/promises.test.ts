/** The page of promises names, for each, files that are there and say its name. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../../..");
const PAGE = readFileSync(join(ROOT, "docs/promises.md"), "utf8");
const ROWS = [...PAGE.matchAll(/^\| ([A-Z][A-Z=-]+) +\|.*\| (.+?) +\|$/gm)].map(
  ([, promise = "", shown = ""]) => [promise, pathsIn(shown)] as const,
);

function pathsIn(words: string): string[] {
  return [...words.matchAll(/`((?:test|scripts)\/[^`]+)`/g)].map(([, path = ""]) => path);
}

describe("the page of promises", () => {
  it("has them all, each once", () => {
    expect(ROWS.length).toBeGreaterThanOrEqual(39);
    expect(new Set(ROWS.map(([promise]) => promise)).size).toBe(ROWS.length);
  });

  it.each(ROWS)("%s is named by what shows it", (promise, paths) => {
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect(readFileSync(join(ROOT, path), "utf8"), path).toContain(promise);
  });

  it("names no file that isn't there", () => {
    expect(pathsIn(PAGE).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
