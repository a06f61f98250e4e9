import { expect, it } from "vitest";
import { localTimeWords } from "../../../frontend/src/approvals/draft/local-time.ts";

it.each([
  ["2026-11-24 10:00", "Tue, Nov 24, 2026, 10:00\u202fAM"],
  ["2026-11-24 00:05", "Tue, Nov 24, 2026, 12:05\u202fAM"],
  ["2026-11-24", "Tue, Nov 24, 2026"],
  ["2026-02-30 10:00", null],
  ["2026-02-03T10:00", null],
  ["tomorrow", null],
])("%s reads %s", (written, words) => {
  expect(localTimeWords(written)?.replaceAll(" AM", "\u202fAM") ?? null).toBe(words);
});
