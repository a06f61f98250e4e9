import { describe, expect, it } from "vitest";
import { mentionsIn } from "../../../../src/messaging/threads/mentions.ts";

const TEAM = [
  { id: "dana", name: "Dana Whitfield" },
  { id: "marcus", name: "Marcus Hale" },
  { id: "marcus2", name: "Marcus Webb" },
  { id: "jose", name: "José Ibáñez" },
  { id: "ann", name: "Ann Lee" },
  { id: "ann2", name: "Ann Lee Smith" },
];

describe("a note names", () => {
  it.each([
    ["@Dana can you call?", ["dana"]],
    ["for @dana whitfield, please", ["dana"]],
    ["@Marcus Webb and @José.", ["marcus2", "jose"]],
    ["@Marcus", []],
    ["@Danae and dana@Dana.example and @@Dana", []],
    ["ask Dana", []],
    ["@Dana @Dana", ["dana"]],
    ["@Ann Lee Smith, please", ["ann2"]],
    ["@Ann Lee, please", ["ann"]],
  ])("%s: %j", (words, ids) => {
    expect(mentionsIn(words, TEAM).map(({ id }) => id)).toEqual(ids);
  });
});
