/** The pictures of trips in docs/architecture.md: every file is there, and every arrow without a word on it is an import. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
/** An arrow may stand for a folder's `index.ts` between two files. */
const MOST_IMPORTS = 2;

interface Trip {
  readonly files: ReadonlyMap<string, string>;
  readonly arrows: readonly (readonly [string, string])[];
}

function tripsIn(markdown: string): Trip[] {
  const pictures = [...markdown.matchAll(/```mermaid\nflowchart LR\n([\s\S]*?)```/g)].map(
    ([, picture = ""]) => picture,
  );
  return pictures.map((picture) => {
    const files = new Map<string, string>();
    const arrows: [string, string][] = [];
    let room = "";
    // A word on an arrow says how the next file is reached without an import.
    for (const line of picture.replaceAll(/ -- [^-]+ --> /g, " : ").split("\n")) {
      room = /^\s*subgraph (\S+)/.exec(line)?.[1] ?? room;
      for (const [, node = "", path = ""] of line.matchAll(/(\w+)\[([^\]]+)\]/g))
        files.set(node, path.startsWith("durable-objects/") ? path : `src/${room}/${path}`);
      // A lookahead, so that the end of one arrow begins the next.
      for (const [, from = "", to = ""] of line.matchAll(/(?=\b(\w+)(?:\[[^\]]*\])? --> (\w+))/g))
        arrows.push([from, to]);
    }
    return { files, arrows };
  });
}

function importsOf(path: string): string[] {
  const text = readFileSync(join(ROOT, path), "utf8");
  return [...text.matchAll(/ from "(\.[^"]+)"/g)].map(([, to = ""]) =>
    relative(ROOT, normalize(join(ROOT, dirname(path), to))),
  );
}

function isImported(to: string, from: string, most = MOST_IMPORTS): boolean {
  const imports = importsOf(from);
  return imports.includes(to) || (most > 1 && imports.some((path) => isImported(to, path, most - 1)));
}

const trips = tripsIn(readFileSync(join(ROOT, "docs/architecture.md"), "utf8"));

describe("the trips in docs/architecture.md", () => {
  it("are all read", () => {
    expect(trips).toHaveLength(3);
    for (const { files, arrows } of trips) {
      expect(files.size).toBeGreaterThan(5);
      expect(arrows.length).toBeGreaterThan(4);
    }
  });

  it("go through files that exist, along their imports", () => {
    const files = trips.flatMap((trip) => [...trip.files.values()]);
    expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const wrong = trips.flatMap((trip) =>
      trip.arrows
        .map(([from, to]) => [trip.files.get(from) ?? from, trip.files.get(to) ?? to] as const)
        .filter(([from, to]) => !isImported(to, from)),
    );
    expect(wrong).toEqual([]);
  });
});
