/** Checks that every path of the repository cited in the docs, README or a source comment exists. Paths with placeholders are skipped. */
import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";

const READ = ["README.md", ".github/*.md", "docs/**/*.md", "{src,scripts,frontend/src}/**/*.{ts,tsx}"];
/** The change log cites the files of its time. */
const DATED = /^docs\/CHANGELOG/;
const PATH =
  /(?<![\w/.@-])(?:src|test|scripts|frontend|sandbox|docs|migrations|\.github)\/[\w./*<>{}$:-]*[\w>*}/]/g;
const PLACEHOLDER = /[*<>{}$:]/;
const LINK = /\]\((?!\w+:|\/|#)([^)#\s]+)/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(,])\/\/[^\n]*/g;

/** A module in a diagram of a page, named by the end of its path: `[runs/types.ts]`. */
const NODE = /\[((?:[\w-]+\/)*[\w-]+\.tsx?)\](?!\()/g;
const MODULES = "{src,frontend/src,durable-objects,workflows}/**/*.{ts,tsx}";

/** Paths that a file cites, relative to the root. */
export function citedPaths(file: string, text: string): { readonly path: string; readonly line: number }[] {
  const isPage = file.endsWith(".md");
  const pieces = isPage
    ? [{ index: 0, words: text }]
    : [...text.matchAll(COMMENT)].map((match) => ({ index: match.index, words: match[0] }));
  const lineAt = (index: number): number => text.slice(0, index).split("\n").length;
  return pieces.flatMap(({ index, words }) => [
    ...[...words.matchAll(PATH)].flatMap((match) => {
      const path = match[0].replace(/\/$/, "");
      return PLACEHOLDER.test(path) ? [] : [{ path, line: lineAt(index + match.index) }];
    }),
    ...(isPage ? [...words.matchAll(LINK)] : []).map((match) => ({
      path: normalize(join(dirname(file), match[1] ?? "")),
      line: lineAt(match.index),
    })),
  ]);
}

/** Number of citations, and those of a path that doesn't exist. */
export async function checkCitedPaths(
  root: string,
): Promise<{ readonly cited: number; readonly problems: readonly string[] }> {
  let cited = 0;
  const problems: string[] = [];
  const modules: string[] = [];
  for await (const path of glob(MODULES, { cwd: root })) modules.push(`/${path}`);
  for await (const file of glob(READ, { cwd: root })) {
    if (DATED.test(file)) continue;
    const text = await readFile(join(root, file), "utf8");
    for (const { path, line } of citedPaths(file, text)) {
      cited++;
      if (!existsSync(join(root, path))) problems.push(`${file}:${line} cites ${path}, which doesn’t exist`);
    }
    for (const [, name = ""] of file.endsWith(".md") ? text.matchAll(NODE) : []) {
      cited++;
      if (!modules.some((path) => path.endsWith(`/${name}`)))
        problems.push(`${file} draws ${name}, which doesn’t exist`);
    }
  }
  return { cited, problems };
}
