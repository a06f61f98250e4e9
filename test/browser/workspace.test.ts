import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { strToU8, unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright-core";
import { eventually, signInAs, type Client } from "../support/client.ts";
import { WORKSPACE_LIMITS } from "../../src/workspace/api/workspace-limits.ts";
import {
  atRest,
  choose,
  closeBrowser,
  conversationOf,
  overflowsSideways,
  sayInNewChat,
  sharedPlace,
  signedInPage,
} from "../support/browser.ts";

interface Read {
  readonly content: string;
  readonly etag: string;
}

let dana: Client;
let marcus: Client;

beforeAll(async () => {
  const { appUrl, sandboxUrl } = sharedPlace();
  dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  marcus = await signInAs(appUrl, sandboxUrl, "marcus@alderfinch.example");
});
afterAll(closeBrowser);

const folderOfOurs = (): string => `trial-${randomUUID().slice(0, 8)}`;
const read = (path: string): Promise<Read> =>
  dana.json<Read>("GET", `/api/workspace/read?path=${encodeURIComponent(path)}`);
/** The content, or null where there is no such file. */
async function contentOf(path: string): Promise<string | null> {
  const answer = await dana.request("GET", `/api/workspace/read?path=${encodeURIComponent(path)}`);
  return answer.ok ? ((await answer.json()) as Read).content : null;
}
const write = (by: Client, path: string, content: string, etag?: string): Promise<unknown> =>
  by.json("POST", "/api/workspace/write", { path, content, ...(etag === undefined ? {} : { etag }) });
const open = (page: Page, path: string): Promise<unknown> =>
  page.goto(`${sharedPlace().appUrl}/workspace/${path}`);
const textOf = (page: Page): Locator => page.getByRole("textbox", { name: /^Text of/ });
const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name });

/** What the page's policy refused, and what broke. */
function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) problems.push(message.text());
  });
  return problems;
}

describe("a file, from its first word to its last version", () => {
  it("is written, merged with what a colleague wrote meanwhile, compared, brought back, deleted and undone", async () => {
    const folder = folderOfOurs();
    const path = `${folder}/rules.md`;
    const page = await signedInPage("Dana Whitfield");
    const problems = problemsOf(page);

    await open(page, "");
    await button(page, "New file").click();
    await page.getByLabel("Name").fill(`${folder}/rules`);
    await page.keyboard.press("Enter");
    await textOf(page).waitFor();
    await textOf(page).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("Quiet hours from ten.\nBins on Tuesday.\nBikes in the yard.");
    await page
      .getByRole("group", { name: /^Preview of/ })
      .getByText("Bins on Tuesday.")
      .waitFor();
    await page.keyboard.press("Control+s");
    await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
    const first = await read(path);
    expect(first.content).toContain("Quiet hours from ten.");

    // Nothing of ours is at stake: a colleague's words simply appear, and it is said whose they are.
    await write(marcus, path, first.content.replace("Tuesday", "Wednesday"), first.etag);
    await page.getByText("Marcus Hale just changed this file.").waitFor();
    await textOf(page).getByText("Bins on Wednesday.").waitFor();
    await button(page, "OK").click();

    // Both write: nothing is overwritten, and the person decides where both changed the same line.
    const second = await read(path);
    await textOf(page).getByText("Quiet hours from ten.").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" Really.");
    await write(
      marcus,
      path,
      second.content.replace("from ten", "from nine").replace("yard", "cellar"),
      second.etag,
    );
    await page.getByText("Marcus Hale changed this file, too.").waitFor();
    await page.keyboard.press("Control+s");
    const merging = page.getByRole("region", { name: "Merge" });
    await merging.getByRole("textbox", { name: "Result" }).waitFor();
    expect((await read(path)).content).not.toContain("Really");
    await merging.getByRole("radio", { name: "Mine" }).check();
    await merging.getByRole("textbox", { name: "Result" }).getByText("from ten. Really.").waitFor();
    await button(page, "Save result").click();
    await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
    const third = (await read(path)).content;
    expect(third).toContain("Quiet hours from ten. Really.");
    expect(third).toContain("Bikes in the cellar.");
    expect(third).not.toContain("<<<<");

    // Who wrote what, and what became of it.
    await button(page, "Show authors").click();
    await page.locator(".cm-blame").getByText("Marcus").first().waitFor();
    await button(page, "History").click();
    const history = page.getByRole("complementary", { name: "History" });
    const steps = history.getByRole("button", { name: /version \d/ });
    await eventually("five versions stand there", async () => (await steps.count()) === 5);
    await steps.nth(3).click();
    const comparison = page.getByRole("region", { name: "Comparison" });
    await comparison.getByText("Added:").first().waitFor({ state: "attached" });
    await choose(comparison.getByRole("combobox", { name: "Compare", exact: true }), 1);
    await comparison.getByText("Bikes in the cellar.").waitFor();
    await button(page, "Restore version 2").click();
    await textOf(page).getByText("Bikes in the yard.").waitFor();
    expect((await read(path)).content).toBe(first.content);

    await button(page, "More actions for this file").click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.waitForURL(new RegExp(`/workspace/${folder}$`));
    expect(await contentOf(path)).toBeNull();
    await button(page, "Undo").click();
    await eventually("it is back", async () => (await contentOf(path)) === first.content);
    await page.getByRole("link", { name: /rules\.md/ }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("keeps unsaved words through leaving, a reload and a colleague's newer version", async () => {
    const path = `${folderOfOurs()}/draft.md`;
    await write(dana, path, "one\ntwo\nthree\n");
    const page = await signedInPage("Dana Whitfield");
    await open(page, path);
    await textOf(page).getByText("three").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" and mine");
    await page.getByRole("link", { name: "Today" }).first().click();
    await page.getByRole("dialog", { name: /^Leave without saving/ }).waitFor();
    await button(page, "Stay").click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(page.url()).toContain(path);
    // Its unsaved words are kept under its path: it goes nowhere without them.
    await button(page, "More actions for draft.md").click();
    await page.getByRole("menuitem", { name: /Rename or move/ }).click();
    await page.getByText("draft.md has unsaved changes.").waitFor();

    await page.reload();
    await page.getByText("We restored your unsaved changes.").waitFor();
    await textOf(page).getByText("three and mine").waitFor();
    expect((await read(path)).content).toBe("one\ntwo\nthree\n");

    await page.getByRole("link", { name: "Today" }).first().click();
    await button(page, "Keep as draft").click();
    await page.waitForURL(/\/today/);
    await write(marcus, path, "ONE\ntwo\nthree\n", (await read(path)).etag);
    await open(page, path);
    await page.getByText("Marcus Hale changed this file, too.").waitFor();
    await button(page, "Merge").click();
    await button(page, "Save result").click();
    await eventually(
      "both are saved",
      async () => (await read(path)).content === "ONE\ntwo\nthree and mine\n",
    );
    await page.context().close();
  });
});

describe("the explorer", () => {
  it("is walked, searched and filled by keyboard, and takes files in without replacing one unasked", async () => {
    const folder = folderOfOurs();
    const word = `zebra${randomUUID().slice(0, 6)}`;
    await write(dana, `${folder}/a.md`, "first\n");
    await write(dana, `${folder}/b.md`, `x\ny\n${word} here\n`);
    await write(dana, `${folder}/deep/c.md`, "c\n");
    const page = await signedInPage("Dana Whitfield");
    await open(page, folder);
    await page.getByRole("link", { name: /a\.md/ }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.press("ArrowDown");
    const focused = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.getAttribute("data-entry") ?? null);
    expect(await focused()).toBe(`${folder}/deep`);
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe(`${folder}/a.md`);
    await page.keyboard.press("F2");
    await page.getByLabel("Path in the workspace").waitFor();
    await page.keyboard.type("renamed");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: /renamed\.md/ }).focus();
    await page.keyboard.press("Delete");
    await page.getByText("renamed.md deleted").waitFor();
    await page.getByRole("link", { name: /deep/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: /c\.md/ }).focus();
    await page.keyboard.press("Backspace");
    await page.waitForURL(new RegExp(`/workspace/${folder}$`));
    await page.keyboard.press("n");
    await page.getByRole("dialog", { name: "New file" }).waitFor();
    await page.keyboard.press("Escape");

    await page.getByRole("searchbox", { name: "Search files" }).fill(word.toUpperCase());
    await page.getByRole("link", { name: new RegExp(`3.*${word}`) }).click();
    await page.waitForURL(/line=3/);
    await eventually("the line is shown", async () =>
      (await page.locator(".cm-activeLine").first().innerText()).includes(word),
    );

    await open(page, folder);
    const field = page.locator("input[data-upload]");
    await field.setInputFiles([
      { name: "b.md", mimeType: "text/markdown", buffer: Buffer.from("replaced\n") },
      { name: "new.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n") },
      { name: "photo.png", mimeType: "image/png", buffer: Buffer.from([1, 2, 3]) },
    ]);
    await page.getByText(/Not uploaded: photo\.png/).waitFor();
    await page.getByRole("dialog", { name: "Replace this file?" }).waitFor();
    expect((await read(`${folder}/b.md`)).content).toContain(word);
    await button(page, "Replace it").click();
    await eventually("it is replaced", async () => (await read(`${folder}/b.md`)).content === "replaced\n");
    expect((await read(`${folder}/new.csv`)).content).toBe("a,b\n");

    await open(page, "?show=deleted");
    await button(page, `Restore ${folder}/renamed.md`).click();
    await eventually("it is back", async () => (await contentOf(`${folder}/renamed.md`)) === "first\n");
    await page.context().close();
  });

  it("moves, downloads and deletes several at once, by keys and by dragging, and takes all of it back", async () => {
    const folder = folderOfOurs();
    for (const name of ["a.md", "b.md", "c.md", "sub/d.md"]) await write(dana, `${folder}/${name}`, name);
    const page = await signedInPage("Dana Whitfield");
    const row = (name: string): Locator => page.locator(`[data-entry="${folder}/${name}"]`);
    const there = async (name: string): Promise<boolean> => (await contentOf(`${folder}/${name}`)) !== null;
    const selected = page.getByRole("toolbar", { name: "Selected" });
    await open(page, folder);
    // Shift takes from the row one is on, not from what was taken last.
    await row("sub").focus();
    for (const key of ["Space", "ArrowDown", "ArrowDown", "Shift+ArrowDown"]) await page.keyboard.press(key);
    await selected.getByText("3 items selected").waitFor();
    await page.keyboard.press("Escape");
    await row("a.md").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+ArrowDown");
    await selected.getByText("2 items selected").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      selected.getByRole("link", { name: /Download/ }).click(),
    ]);
    expect(Object.keys(unzipSync(await readFile(await download.path()))).toSorted()).toEqual([
      `${folder}/a.md`,
      `${folder}/b.md`,
    ]);

    // Into a folder by the keys, past one that stands there already, and back.
    await write(marcus, `${folder}/sub/b.md`, "his own");
    await row("b.md").focus();
    await page.keyboard.press("m");
    const asking = page.getByRole("dialog", { name: "Move 2 items" });
    await asking.getByRole("button", { name: "sub" }).click();
    await asking.getByRole("button", { name: "Move here" }).click();
    await page.getByText("a.md moved to").waitFor();
    await page.getByText(/Not b\.md/).waitFor();
    await eventually("its neighbour has the focus", () =>
      row("b.md").evaluate((link) => link === document.activeElement),
    );
    expect(await there("sub/a.md")).toBe(true);
    expect(await contentOf(`${folder}/sub/b.md`)).toBe("his own");
    expect(await contentOf(`${folder}/b.md`)).toBe("b.md");
    await button(page, "Undo").click();
    await eventually("it is back", () => there("a.md"));

    // Dragged onto a folder, and out again onto a step of the path.
    await row("a.md").waitFor();
    await atRest(page);
    await row("c.md").dragTo(row("sub"));
    await eventually("it is in the folder", () => there("sub/c.md"));
    await open(page, `${folder}/sub`);
    await row("sub/c.md").waitFor();
    await atRest(page);
    await row("sub/c.md").dragTo(
      page.getByRole("navigation", { name: "Path" }).getByRole("link", { name: folder }),
    );
    await eventually("it is out again", () => there("c.md"));

    await open(page, folder);
    await row("a.md").focus();
    await page.keyboard.press("Control+a");
    await selected.getByText("4 items selected").waitFor();
    await page.keyboard.press("Delete");
    await page.getByText("4 items deleted").waitFor();
    expect(await there("sub/d.md")).toBe(false);
    await button(page, "Undo").click();
    await eventually("all are back", async () => (await there("sub/d.md")) && (await there("c.md")));
    await page.context().close();
  });

  it("draws a long folder in part and walks all of it, and takes an archive in a part at a time", async () => {
    const folder = folderOfOurs();
    const files = WORKSPACE_LIMITS.importPage + 50;
    const name = (at: number): string => `n${String(at).padStart(5, "0")}.md`;
    const archive = zipSync(
      Object.fromEntries(Array.from({ length: files }, (_, at) => [name(at), strToU8(`file ${at}\n`)])),
    );
    await dana.json("POST", "/api/workspace/mkdir", { path: folder });
    const page = await signedInPage("Dana Whitfield");
    await open(page, folder);
    await page.getByText("This folder is empty").waitFor();
    await page
      .locator("input[data-upload]")
      .setInputFiles([{ name: "all.zip", mimeType: "application/zip", buffer: Buffer.from(archive) }]);
    await page.getByRole("status").getByText("Uploading all.zip").first().waitFor();
    await page.getByText(`${files} files uploaded`).waitFor({ timeout: 60_000 });
    const rows = page.locator("[data-entry]");
    const at = (path: string): Locator => page.locator(`[data-entry="${folder}/${path}"]`);
    await at(name(0)).focus();
    await eventually("the last of them has the focus", async () => {
      await page.keyboard.press("End");
      return at(name(files - 1)).evaluate((link) => link === document.activeElement, null, { timeout: 500 });
    });
    expect(await rows.count()).toBeLessThan(150);
    await page.keyboard.press("ArrowUp");
    await eventually("one up", () => at(name(files - 2)).evaluate((link) => link === document.activeElement));
    await page.keyboard.press("Home");
    await eventually("the first", () => at(name(0)).evaluate((link) => link === document.activeElement));
    await page.context().close();
  });

  it("leads from file to file, and from a line to the very message it came from", async () => {
    const folder = folderOfOurs();
    await write(dana, `${folder}/deep/b.md`, "The other one.\n");
    await write(
      dana,
      `${folder}/a.md`,
      "[next](deep/b.md) [out](https://evil.example/x) [up](../../../etc.md)\n",
    );
    const page = await signedInPage("Dana Whitfield");
    await open(page, `${folder}/a.md`);
    const reads = page.getByRole("group", { name: /^Preview of/ });
    await reads.getByText("(evil.example)").waitFor();
    expect(await reads.getByRole("link", { name: "up" }).count()).toBe(0);
    await reads.getByRole("link", { name: "next" }).click();
    await page.waitForURL(new RegExp(`${folder}/deep/b\\.md$`));
    await textOf(page).getByText("The other one.").waitFor();

    const word = `gutter${randomUUID().slice(0, 6)}`;
    await sayInNewChat(page, `Remember that the ${word} is blocked`);
    const id = await conversationOf(page);
    const path = await eventually("it is in a file", async () => {
      const { items } = await dana.json<{ items: { path: string }[] }>(
        "GET",
        `/api/workspace/search?q=${word}`,
      );
      return items[0]?.path ?? false;
    });
    // Far more is said since than a page opens with.
    for (let turn = 0; turn < 30; turn++)
      await dana.json("POST", `/api/conversations/${id}/messages`, {
        clientMessageId: randomUUID(),
        text: `and ${turn}`,
      });
    await open(page, `${String(path)}?show=history`);
    const history = page.getByRole("complementary", { name: "History" });
    await history.getByRole("link", { name: "From a message" }).first().click();
    await page.waitForURL(/message=/);
    const sought = page.getByRole("group", { name: "Linked message" });
    await sought.getByText(word).waitFor();
    await eventually("it is in sight", () =>
      sought.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      }),
    );
    await page.context().close();
  });

  it("fits a phone of 360 pixels, skills and all, and shows what is wrong with a skill as it is written", async () => {
    const name = `trial-${randomUUID().slice(0, 6)}`;
    const page = await signedInPage("Dana Whitfield", { narrow: true });
    await page.goto(`${sharedPlace().appUrl}/more`);
    await page.getByRole("link", { name: /^Skills/ }).click();
    await button(page, "New skill").click();
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByLabel("When should Steward use it?").fill("Use when somebody asks for a trial.");
    expect(await overflowsSideways(page)).toBe(false);
    await button(page, "Create and edit").click();
    await page.waitForURL(new RegExp(`${name}/SKILL\\.md$`));
    await textOf(page).waitFor();
    await textOf(page)
      .getByText(/^description: /)
      .click({ position: { x: 4, y: 8 } });
    await page.keyboard.press("Home");
    await page.keyboard.type("x");
    await page.getByText("Steward won’t use this skill until you fix this:").waitFor();
    expect(await overflowsSideways(page)).toBe(false);
    await page.keyboard.press("Backspace");
    await page.getByText("Steward won’t use this skill until you fix this:").waitFor({ state: "detached" });
    await button(page, "History").click();
    await page.getByRole("complementary", { name: "History" }).getByText("created it").waitFor();
    expect(await overflowsSideways(page)).toBe(false);

    await page.goto(`${sharedPlace().appUrl}/skills`);
    const toggle = page.getByRole("switch", { name: `Steward may use ${name}` });
    await toggle.click();
    await eventually("it is off", async () => {
      const { items } = await dana.json<{ items: { name: string; enabled: boolean }[] }>(
        "GET",
        "/api/skills",
      );
      return items.find((skill) => skill.name === name)?.enabled === false;
    });
    expect(await overflowsSideways(page)).toBe(false);
    await page.context().close();
  });
});
