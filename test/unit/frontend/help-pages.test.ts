import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { HELP_PAGES, helpFor } from "../../../frontend/src/components/help/help-pages.ts";
import { placePaths } from "../../support/table-of-places.ts";

const MANUAL = join(resolve(import.meta.dirname, "../../.."), "docs/manual");
/** What fits on a screen. */
const SCREEN = { lines: 30, characters: 2_000 };
/** Pages where one starts, or that only lead on. */
const STARTS = new Set(["/today", "/start", "/conversations", "/settings", "/help", "/help/$page", "/more"]);

const texts = HELP_PAGES.map(({ id, title }) => ({
  id,
  title,
  text: readFileSync(join(MANUAL, `${id}.md`), "utf8"),
}));

describe("the help pages", () => {
  it("are the files of the manual, each under its title", () => {
    expect(readdirSync(MANUAL).toSorted()).toEqual(HELP_PAGES.map(({ id }) => `${id}.md`).toSorted());
    for (const { text, title } of texts) expect(text.split("\n")[0]).toBe(`# ${title}`);
  });

  it.each(texts)("$id fits on a screen", ({ text }) => {
    expect(text.split("\n").length).toBeLessThanOrEqual(SCREEN.lines);
    expect(text.length).toBeLessThanOrEqual(SCREEN.characters);
  });

  it("have one for each page of the app that fits it", () => {
    const general = placePaths().filter((path) => helpFor(path).id === "get-started");
    expect(general.filter((path) => !STARTS.has(path))).toEqual([]);
    expect(helpFor("/approvals/ap_1").id).toBe("decide-on-a-draft");
    expect(helpFor("/accounts/import").id).toBe("import-accounts");
    expect(helpFor("/accounts/10001").id).toBe("keep-accounts");
    expect(helpFor("/contacts/ct_1/erase").id).toBe("keep-and-erase-data");
  });

  it("link only to pages there are", () => {
    const paths = placePaths();
    const links = texts.flatMap(({ id, text }) =>
      [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, link = ""]) => ({ id, link })),
    );
    expect(links.length).toBeGreaterThan(20);
    const isThere = (link: string): boolean =>
      link.startsWith("/help/")
        ? HELP_PAGES.some(({ id }) => link === `/help/${id}`)
        : link.startsWith("/workspace/") || paths.includes(link);
    expect(links.filter(({ link }) => !isThere(link))).toEqual([]);
  });
});
