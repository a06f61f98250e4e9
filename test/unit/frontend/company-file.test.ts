import { describe, expect, it } from "vitest";
import { companyFile, QUESTIONS } from "../../../frontend/src/team/start/company-file.ts";

describe("the file about a company", () => {
  it("holds each answer word for word under its heading, and no question", () => {
    const answers = ["  We fix boilers.\nIn Pittsburgh. ", "9 to 5", "– Nora", "Prices"];
    const file = companyFile("Brook Lane", answers);
    expect(file).toMatch(/^# Brook Lane\n\n## What we do, and where\n\nWe fix boilers.\nIn Pittsburgh.\n/);
    for (const { ask } of QUESTIONS) expect(file).not.toContain(ask);
    expect(file.match(/^## /gm)).toHaveLength(QUESTIONS.length);
    expect(file.endsWith("Prices\n")).toBe(true);
  });
});
