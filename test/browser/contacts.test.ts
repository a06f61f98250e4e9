/** Contacts from another system's file: matched, checked, merged with those there are, and changed by hand. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeBrowser, sharedPlace, signedInPage } from "../support/browser.ts";

let page: Page;
beforeAll(async () => {
  page = await signedInPage("Dana Whitfield");
});
afterAll(closeBrowser);

const CSV = `First Name,Last Name,Kind,Phone,Notes
Ansel,Quimby,Roofer,+1 412 555 7171,Rings back late
Maria,Lopez,,+1 412 555 0142,Has a dog
Bo,Quimby,,ask Ansel,
`;

it("shows what becomes of each column and line before it is imported, and nothing is lost without a word", async () => {
  await page.goto(`${sharedPlace().appUrl}/contacts`);
  await page.getByRole("link", { name: "Import" }).click();
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(CSV) });
  await page.getByText("1 of 3 cells can’t be read, such as “ask Ansel”").waitFor();
  await page.getByRole("combobox", { name: "What Kind becomes" }).click();
  await page.getByRole("option", { name: "Role" }).click();
  await page.getByText("Name: Ansel Quimby · Role: Roofer").waitFor();
  await page.getByRole("button", { name: "Check for duplicates" }).click();
  await page.getByText("2 new contacts, 1 already in your contacts.").waitFor();
  await page.getByText("Line 3: Maria Lopez.").waitFor();
  await page.getByRole("button", { name: "Import 3 contacts" }).click();
  await page.getByText("Done: 2 new, 1 merged, 0 skipped, 0 rejected.").waitFor();
  await page.getByText("Line 4: “ask Ansel” can’t be read; it’s in the notes.").waitFor();
  await page.goto(`${sharedPlace().appUrl}/contacts/%2B14125550142`);
  await page.getByRole("region", { name: "Notes", exact: true }).getByText("Has a dog").waitFor();
  // A contact of the phone system is changed there.
  expect(await page.getByRole("button", { name: "Edit" }).count()).toBe(0);
});

it("changes and deletes a contact of the team’s own on its page", async () => {
  await page.goto(`${sharedPlace().appUrl}/contacts?q=ansel`);
  await page.getByRole("link", { name: /Ansel Quimby/ }).click();
  await page.getByText("Rings back late").waitFor();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Company").fill("Quimby Roofs");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByText("Roofer · Quimby Roofs").waitFor();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Delete contact" }).click();
  await page.waitForURL(/\/contacts$/);
  await page.goto(`${sharedPlace().appUrl}/contacts?q=ansel`);
  await page.getByText("No one matches “ansel”").waitFor();
});
