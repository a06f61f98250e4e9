import { describe, expect, it } from "vitest";
import { mentionsIn } from "../../../src/threads/mentions.ts";

const TEAM = [
  { id: "dana", name: "Dana Whitfield" },
  { id: "marcus", name: "Marcus Hale" },
  { id: "marcus2", name: "Marcus Webb" },
  { id: "jose", name: "José Ibáñez" },
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
  ])("%s: %j", (words, ids) => {
    expect(mentionsIn(words, TEAM).map(({ id }) => id)).toEqual(ids);
  });
});
