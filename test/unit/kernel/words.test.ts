/** Words of every script stay whole: the marks on letters (vowels of Hindi, Tamil, Hebrew) are part of them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isOwnWish } from "../../../src/agent/schedules/tools/own-words.ts";
import type { Asker } from "../../../src/agent/tools/call.ts";
import { issueQuery } from "../../../src/integrations/github-team/query.ts";
import { driveQuery } from "../../../src/integrations/google/drive.ts";
import { jqlOf } from "../../../src/integrations/jira/jql.ts";

const WORDS = [
  "\u0939\u093f\u0928\u094d\u0926\u0940",
  "\u0ba4\u0bae\u0bbf\u0bb4\u0bcd",
  "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd",
  "Cafe\u0301",
];

it.each(WORDS)("%s is looked for as one word, in Jira, on GitHub and in Drive", (word) => {
  expect(jqlOf(["OPS"], { words: `${word} 5` })).toContain(`text ~ "${word}"`);
  expect(issueQuery(["a/b"], { kind: "issue", words: word })).toContain(`"${word}"`);
  expect(driveQuery({ words: word })).toContain(`name contains '${word}'`);
});

it("words that differ by a mark alone are not a person's own", () => {
  const asker = {
    speaker: { kind: "user", name: "Dana" },
    outside: true,
    outsideWords: false,
    said: ["\u0915\u0940 \u091a\u093e\u092c\u0940"],
  } as unknown as Asker;
  expect(isOwnWish(asker, "", "\u0915\u0940 \u091a\u093e\u092c\u0940")).toBe(true);
  expect(isOwnWish(asker, "", "\u0915\u093e \u091a\u0940\u092c\u093e")).toBe(false);
});

it("no expression of ours takes words apart at the marks, unless the marks were taken off before", () => {
  const files = ["src", "frontend/src"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(500);
  const apart = files.filter((file) => {
    const source = readFileSync(file, "utf8");
    const classes = source.match(/\[\^?\\p\{L\}\\p\{N\}[^\]]*\](?:[+*]|\{)/gu) ?? [];
    const isBare = classes.some((one) => !one.includes(String.raw`\p{M}`));
    return isBare && !source.includes(String.raw`.replace(/\p{M}/gu, "")`);
  });
  expect(apart).toEqual([]);
});
