/** Settings → Your data: an admin downloads everything the team has as one ZIP. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, describe, expect, it } from "vitest";
import { signInAs } from "../support/client.ts";
import { closeBrowser, sharedPlace, signedInPage } from "../support/browser.ts";

afterAll(closeBrowser);

describe("the download of everything", () => {
  it("holds tables, conversations, and files", async () => {
    const { appUrl, sandboxUrl } = sharedPlace();
    const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
    const note = { path: `areas/water-${randomUUID()}.md`, content: "# Water\n" };
    await dana.json("POST", "/api/workspace/write", note);
    await dana.send(randomUUID(), "Hello");
    const page = await signedInPage("Dana Whitfield");
    await page.goto(`${appUrl}/settings/kept`);
    const download = page.waitForEvent("download");
    await page
      .getByRole("region", { name: "Download everything" })
      .getByRole("button", { name: "Download" })
      .click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^steward-\d{4}-\d\d-\d\d\.zip$/);
    const entries = unzipSync(new Uint8Array(await readFile(await file.path())));
    const table = (name: string): string => strFromU8(entries[`${name}.csv`] ?? new Uint8Array());
    expect(table("contacts")).toContain("Maria Lopez");
    expect(table("members")).toContain("dana@alderfinch.example");
    expect(table("texts")).toMatch(/^\uFEFF?Time,Direction,/);
    expect(strFromU8(entries[`files/${note.path}`] ?? new Uint8Array())).toBe(note.content);
    const [chat = ""] = Object.keys(entries).filter((name) => name.startsWith("conversations/"));
    expect(JSON.parse(strFromU8(entries[chat] ?? new Uint8Array()))).toMatchObject({ transcript: 1 });
  });

  it("is no member's", async () => {
    const page = await signedInPage("Marcus Hale");
    await page.goto(`${sharedPlace().appUrl}/settings/kept`);
    await page.getByRole("heading", { name: "Archived after a while" }).waitFor();
    expect(await page.getByRole("region", { name: "Download everything" }).count()).toBe(0);
  });
});
