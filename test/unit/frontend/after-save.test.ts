import { describe, expect, it } from "vitest";
import { afterSave } from "../../../frontend/src/components/settings/after-save.ts";

describe("settings that are being saved", () => {
  const sent = { words: ["rent"] };
  const saved = { words: ["rent"] };

  it("stand as the server holds them", () => {
    expect(afterSave(sent, sent, saved)).toBe(saved);
  });

  it("keep what was changed on the way there", () => {
    const later = { words: ["rent", "late fee"] };
    expect(afterSave(later, sent, saved)).toBe(later);
  });
});
