import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readTestMap, testsReaching } from "../../../scripts/test-map.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const module = (...imports: string[]) => ({ imports });

describe("the map of tests", () => {
  it("names the tests that reach a file, the nearest first, neighbours before strangers, and no stack test", () => {
    const map = {
      "src/approvals/policy/decide.ts": module(),
      "src/approvals/policy/index.ts": module("src/approvals/policy/decide.ts"),
      "test/unit/approvals/policy/decide.test.ts": module("src/approvals/policy/decide.ts"),
      "test/unit/audit/a.test.ts": module("src/approvals/policy/index.ts"),
      "test/unit/policy/z.test.ts": module("src/approvals/policy/index.ts"),
      "test/worker/policy/w.test.ts": module("test/support/x.ts"),
      "test/support/x.ts": module("src/approvals/policy/index.ts"),
      "test/stack/s.test.ts": module("src/approvals/policy/decide.ts"),
      "test/unit/other.test.ts": module("src/other.ts"),
    };
    expect(testsReaching(map, "src/approvals/policy/decide.ts")).toEqual([
      { test: "test/unit/approvals/policy/decide.test.ts", distance: 1 },
      { test: "test/unit/policy/z.test.ts", distance: 2 },
      { test: "test/unit/audit/a.test.ts", distance: 2 },
      { test: "test/worker/policy/w.test.ts", distance: 3 },
    ]);
    expect(testsReaching(map, "test/unit/policy/z.test.ts")).toEqual([
      { test: "test/unit/policy/z.test.ts", distance: 0 },
    ]);
    expect(testsReaching(map, "src/nothing.ts")).toEqual([]);
  });

  it("of the product knows who reaches what, and parses again only what changed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "steward-map-"));
    try {
      const keptAt = join(folder, "map.json");
      const map = await readTestMap(ROOT, keptAt);
      expect(testsReaching(map, "src/approvals/policy/decide.ts").map(({ test }) => test)).toContain(
        "test/unit/approvals/policy/decide.test.ts",
      );
      // An entry of the same age is believed; one of another age is read again.
      const kept = JSON.parse(await readFile(keptAt, "utf8")) as typeof map;
      kept["src/approvals/policy/decide.ts"]!.imports = ["src/kept.ts"];
      kept["src/approvals/policy/index.ts"]!.imports = ["src/forgotten.ts"];
      kept["src/approvals/policy/index.ts"]!.mtimeMs -= 1;
      await writeFile(keptAt, JSON.stringify(kept));
      const again = await readTestMap(ROOT, keptAt);
      expect(again["src/approvals/policy/decide.ts"]?.imports).toEqual(["src/kept.ts"]);
      expect(again["src/approvals/policy/index.ts"]).toEqual(map["src/approvals/policy/index.ts"]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
