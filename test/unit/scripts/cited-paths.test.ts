import { describe, expect, it } from "vitest";
import { resolve } from "node:path";
import { checkCitedPaths, citedPaths } from "../../../scripts/cited-paths.ts";

const pathsIn = (file: string, text: string) => citedPaths(file, text).map(({ path }) => path);

describe("the check of cited paths", () => {
  it("reads paths and relative links of a page, with their lines", () => {
    const page =
      "See `src/agent/open-turn.ts`.\nAnd [why](./decisions/0008-window.md#cost), [or](https://a.example/src/b.ts).";
    expect(citedPaths("docs/turn.md", page)).toEqual([
      { path: "src/agent/open-turn.ts", line: 1 },
      { path: "docs/decisions/0008-window.md", line: 2 },
    ]);
  });

  it("reads comments of a module, and not its imports or strings", () => {
    const module = 'import "src/a.ts"; // as in src/b.ts\n/** See src/c/d.ts. */\nconst path = "src/e.ts";';
    expect(pathsIn("src/x.ts", module)).toEqual(["src/b.ts", "src/c/d.ts"]);
  });

  it("skips placeholders, routes and files that are not ours", () => {
    const page =
      "`src/<room>/feature.ts`, `src/*/api.ts`, [settings](/settings/team), `node_modules/zod/src/a.ts`";
    expect(pathsIn("docs/turn.md", page)).toEqual([]);
  });

  it("finds no path in docs or comments that doesn’t exist", async () => {
    const { cited, problems } = await checkCitedPaths(resolve(import.meta.dirname, "../../.."));
    expect(problems).toEqual([]);
    expect(cited).toBeGreaterThan(300);
  });
});
