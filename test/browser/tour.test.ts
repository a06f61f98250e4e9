import { afterAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { eventually } from "../support/client.ts";
import {
  closeBrowser,
  newContext,
  overflowsSideways,
  sayInNewChat,
  sharedPlace,
  signedInPage,
  signInByHand,
} from "../support/browser.ts";
import { sentTexts } from "../support/scripted.ts";

afterAll(closeBrowser);

/** The README's tour, as a newcomer would take it. */
async function takeTour(page: Page, edited: string): Promise<void> {
  await sayInNewChat(page, "Text Maria that the plumber comes tomorrow at 9.");
  const question = page.getByRole("region", { name: "Question" });
  await question.getByText("Which Maria do you mean?").waitFor();
  await question.getByRole("button", { name: /Maria Lopez/ }).click();

  const card = page.getByRole("article", { name: /Text message: Maria Lopez/ });
  await card.getByText("the plumber comes tomorrow at 9").first().waitFor();
  await card.getByText("Shared line").first().waitFor();
  expect(await card.innerText()).toContain("+14125550142");
  expect(await sentTexts(sharedPlace().sandboxUrl)).not.toContain(edited);

  await card.getByRole("button", { name: "Edit…" }).click();
  const form = card.getByRole("form", { name: "Edit before approving" });
  await form.locator("textarea").first().fill(edited);
  await form
    .getByRole("region", { name: "What you approve" })
    .getByText(edited.split(" ").at(-1) ?? "")
    .first()
    .waitFor();
  await form.getByRole("button", { name: /Approve and send, as edited/ }).click();

  const thread = page.getByRole("log", { name: "Messages" });
  const receipt = thread.locator("[data-receipt]");
  await receipt.getByText(/^Sent to Maria Lopez · \d{1,2}:\d\d\s[AP]M · View$/).waitFor();
  // The agent went on, and had nothing to add.
  await page.getByRole("status").getByText("Steward is done.").waitFor({ state: "attached" });
  expect(await receipt.count()).toBe(1);
  expect((await thread.textContent())?.split("Sent to Maria Lopez")).toHaveLength(2);
  expect(await thread.locator("[data-outcome]").count()).toBe(0);
  expect(await thread.textContent()).not.toMatch(/No tools used|NO_ACTION|\d{4}-\d\d-\d\d/);
  await receipt.click();
  await thread.getByText(/^Approved with an edit by (?:Dana Whitfield|Marcus Hale)/).waitFor();
}

describe("the two-minute tour", () => {
  it("leads from sign-in to a receipt, and the world got exactly the edited text", async () => {
    const page = await (await newContext()).newPage();
    await signInByHand(page, "Dana Whitfield");
    const edited = "Hi Maria, the plumber comes tomorrow at half past nine.";
    await takeTour(page, edited);
    const sent = await sentTexts(sharedPlace().sandboxUrl);
    expect(sent.filter((text) => text === edited)).toEqual([edited]);
    expect(sent).not.toContain("Hi Maria, the plumber comes tomorrow at 9. - Dana");
    await page.context().close();
  });

  it("works the same on a phone of 360 pixels, with nothing cut off at the side", async () => {
    const page = await signedInPage("Marcus Hale", { narrow: true });
    const edited = "Hi Maria, the plumber comes tomorrow at ten.";
    await takeTour(page, edited);
    expect(await overflowsSideways(page)).toBe(false);
    expect((await sentTexts(sharedPlace().sandboxUrl)).filter((text) => text === edited)).toEqual([edited]);
    for (const path of [
      "/approvals",
      "/activity",
      "/settings/notifications",
      "/settings/policy",
      "/conversations",
    ]) {
      await page.goto(`${sharedPlace().appUrl}${path}`);
      await page.getByRole("navigation", { name: "Main" }).first().waitFor();
      await eventually(
        `${path} has loaded`,
        async () => (await page.locator("main").innerText()).length > 20,
      );
      expect(await overflowsSideways(page), path).toBe(false);
    }
    await page.context().close();
  });
});
