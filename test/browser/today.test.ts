/** The doors of the app: Today and what can be decided there, the tabs behind each door, the settings as a list, and addresses that have moved. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Approval } from "../../src/approvals/api/approval.ts";
import { closeBrowser, linger, overflowsSideways, sharedPlace, signedInPage } from "../support/browser.ts";
import { signInAs, type Client } from "../support/client.ts";
import { outsideNumbers, proposeTexts } from "../support/scripted.ts";

const DOORS = ["Today", "Inbox", "Ask", "People", "Work", "Knowledge", "Settings"];

let page: Page;
let dana: Client;
let numbers: string[] = [];

beforeAll(async () => {
  const { appUrl, sandboxUrl } = sharedPlace();
  dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  numbers = (await outsideNumbers(sandboxUrl)).slice(60, 70);
  page = await signedInPage("Dana Whitfield");
});
afterAll(closeBrowser);

const go = (path: string): Promise<unknown> => page.goto(sharedPlace().appUrl + path);
const rail = () => page.getByRole("navigation", { name: "Main" }).filter({ visible: true });
const tabs = (door: string) => page.getByRole("navigation", { name: door, exact: true });

/** Other files leave approvals of their own: the page is shown those of one conversation alone. */
async function showOnly(conversationId: string): Promise<void> {
  await page.route(/\/api\/approvals\?.*status=open/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { items: Approval[]; nextCursor: string | null };
    const items = body.items.filter((one) => one.conversationId === conversationId);
    await route.fulfill({ response: answer, json: { ...body, items } });
  });
}

describe("Today", () => {
  it("is the first page, shows drafts of one request as one thing, and decides them in place", async () => {
    const [first, second] = [`Water is back ${randomUUID().slice(0, 6)}.`, "Water is back, thank you."];
    const { approvals } = await proposeTexts(sharedPlace().sandboxUrl, dana, [
      { to: numbers.pop() ?? "", text: first },
      { to: numbers.pop() ?? "", text: second },
    ]);
    await showOnly(approvals[0]?.conversationId ?? "");
    await go("/");
    await page.waitForURL(/\/today$/);
    const part = page.getByRole("region", { name: "To approve" });
    const row = part.getByRole("button", { name: /^2 texts to / });
    await row.getByText(first).waitFor();
    await page.getByText(/^2 drafts to approve/).waitFor();
    await row.click();
    await part.getByRole("article").nth(1).scrollIntoViewIfNeeded();
    await linger(page);
    await part.getByRole("article").first().scrollIntoViewIfNeeded();
    await linger(page);
    await part.getByRole("button", { name: "Reject all 2…" }).click();
    await part.getByRole("button", { name: "Not now" }).click();
    await part.waitFor({ state: "hidden" });
    const left = await Promise.all(
      approvals.map(({ id }) => dana.json<Approval>("GET", `/api/approvals/${id}`)),
    );
    expect(left.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  it("starts a chat from its composer", async () => {
    await go("/today");
    const words = `Hello from Today ${randomUUID().slice(0, 6)}`;
    const composer = page.getByLabel("Message to Steward");
    await page.getByRole("heading", { name: /^Good / }).waitFor();
    await page.keyboard.press("n");
    await expect.poll(() => composer.evaluate((box) => box === document.activeElement)).toBe(true);
    await composer.fill(words);
    await composer.press("Enter");
    await page.waitForURL(/\/conversations\//);
    await page.getByRole("log").getByText(words).first().waitFor();
  });
});

describe("the doors", () => {
  it("are seven on a wide screen; each keeps its tabs, also by keys", async () => {
    await go("/today");
    const links = rail().getByRole("listitem").getByRole("link");
    await links.first().waitFor();
    const names = (await links.allInnerTexts()).map((words) => words.split("\n")[0]);
    expect(names).toEqual(DOORS);
    await rail().getByRole("link", { name: /^Work/ }).click();
    await page.waitForURL(/\/projects$/);
    const behind = tabs("Work").getByRole("link");
    await behind.first().waitFor();
    expect((await behind.allInnerTexts()).map((words) => words.split("\n")[0])).toEqual([
      "Projects",
      "My work",
      "Accounts",
    ]);
    await tabs("Work").getByRole("link", { name: "Accounts" }).click();
    await page.waitForURL(/\/accounts$/);
    await page.getByRole("heading", { name: "Accounts", level: 1 }).waitFor();
    await page
      .getByRole("link", { name: /Little Oaks|Harbor Light|\w/ })
      .first()
      .waitFor();
    await page.locator("body").click({ position: { x: 700, y: 700 } });
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await page.waitForURL(/\/texts$/);
    await page.getByRole("heading", { name: "Inbox", level: 1 }).waitFor();
    expect(await rail().locator("[data-status=active]").innerText()).toMatch(/^Inbox/);
  });

  it("are five on a phone; the rest and the settings are lists, and nothing stands out at the side", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await go("/today");
    const links = rail().getByRole("link");
    await links.first().waitFor();
    const names = (await links.allInnerTexts()).map((words) => words.split("\n")[0]);
    expect(names).toEqual(["Today", "Inbox", "Ask", "Work", "More"]);
    await rail().getByRole("link", { name: /^More/ }).click();
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Settings/ })
      .click();
    await page.getByRole("region", { name: "What Steward may do" }).waitFor();
    const developer = page.locator("details").filter({ hasText: "Developer" });
    expect(await developer.getAttribute("open")).toBeNull();
    expect(await overflowsSideways(page)).toBe(false);
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Usage/ })
      .click();
    await page.getByRole("heading", { level: 1, name: "Usage" }).waitFor();
    await page.getByRole("link", { name: "Back" }).click();
    await page.waitForURL(/\/settings$/);
    for (const path of [
      "/today",
      "/texts",
      "/emails",
      "/contacts",
      "/accounts",
      "/search",
      "/settings/policy",
    ]) {
      await go(path);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      expect(await overflowsSideways(page), path).toBe(false);
    }
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  it("keep addresses that have moved", async () => {
    await go("/settings/sources");
    await page.waitForURL((url) => url.pathname === "/sources");
    await page.getByRole("heading", { level: 1, name: "Sources" }).waitFor();
    await go("/settings/sources/none");
    await page.waitForURL((url) => url.pathname === "/sources/none");
  });
});

describe("what Steward may do", () => {
  it("is a line for each thing it works on, set for all its tools at once, and found by words", async () => {
    await go("/settings/policy");
    const section = page.getByRole("region", { name: "What Steward may do" });
    const slack = section
      .getByRole("listitem")
      .filter({ hasText: /^Slack channels/ })
      .first();
    await slack.getByText("Asks first").waitFor();
    await section.getByRole("searchbox").fill("delete contact");
    await section.getByText("Always needs a person").first().waitFor();
    const choices = await section.getByRole("combobox").all();
    expect(await Promise.all(choices.map((one) => one.getAttribute("aria-label")))).toEqual([
      "Delete a contact: what happens",
    ]);
    await section.getByRole("searchbox").fill("zebra");
    await section.getByText("Nothing matches “zebra”").waitFor();
    await section.getByRole("searchbox").fill("");
    await section.getByText("Texts", { exact: true }).click();
    await section.getByRole("combobox", { name: "Texts, all: what happens" }).waitFor();
  });
});
