import { expect, it } from "vitest";
import { withoutMarks } from "../../../src/notifications/without-marks.ts";

it("shows what an agent wrote without the marks of Markdown, line by line", () => {
  const written =
    "## Today\n**Two** things, *both* open:\n- [Maria](/texts/1): `heater`\n* Rent 5 * 3 = 15\n| a | b |\n|---|---|";
  expect(withoutMarks(written)).toBe(
    "Today\nTwo things, both open:\n• Maria: heater\n• Rent 5 * 3 = 15\n| a | b |",
  );
});
