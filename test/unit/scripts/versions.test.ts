/** One version, named by package.json: where it is deployed, shown and explained. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../../scripts/tooling.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

it("package.json's version is the deployed one, and the newest in the changelog, which has one line a release", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  const deployed = [...read("wrangler.toml").matchAll(/^STEWARD_VERSION = "(.*)"$/gm)].map(([, one]) => one);
  expect(deployed).toEqual([version, version]);
  const lines = read("docs/CHANGELOG.md")
    .split("\n")
    .filter((line) => line.startsWith("- "));
  expect(lines[0]).toMatch(new RegExp(`^- \\*\\*${version}\\*\\* \\(\\d{4}-\\d{2}-\\d{2}\\): .{20}`));
  expect(lines.every((line) => /^- \*\*\d+\.\d+\.\d+\*\* \(\d{4}-\d{2}-\d{2}\): /.test(line))).toBe(true);
});
