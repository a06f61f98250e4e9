/** The first five minutes of a new team: from signing up to an approved text in at most twelve clicks, and no page on the way with anything for axe. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeLooks, takeLook, TWO_LOOKS, withAxe } from "../support/axe.ts";
import { closeBrowser, newContext, overflowsSideways } from "../support/browser.ts";
import { eventually, tokenOf } from "../support/client.ts";
import { ownStack, type OwnStack } from "../support/own-stack.ts";
import { sentTexts } from "../support/scripted.ts";

/** A Quo account with a past, which this team connects as its own. */
const KEY = "quo_demo_harbor";
const CLICKS = 12;

let stack: OwnStack;
let page: Page;
let clicks = 0;
const problems: string[] = [];

beforeAll(async () => {
  stack = await ownStack({ vars: { SIGN_UP: "on" } });
  const context = await newContext();
  await withAxe(context);
  page = await context.newPage();
}, 240_000);
afterAll(async () => {
  await closeBrowser();
  await stack?.[Symbol.asyncDispose]();
});

const click = async (role: "button" | "link" | "radio", name: string | RegExp): Promise<void> => {
  clicks++;
  await page.getByRole(role, { name, disabled: false }).first().click();
};

/** Judges the page by axe, wide and light, narrow and dark; it is left wide and light. */
async function judged(name: string): Promise<void> {
  const found = await judgeLooks(page, TWO_LOOKS);
  problems.push(...found.problems.map((problem) => `${name}: ${problem}`));
  if (await overflowsSideways(page)) problems.push(`${name}: wider than a phone`);
  await takeLook(page, { width: "wide", theme: "light" });
}

describe("a new team", () => {
  it("gets from the sign-in page to an approved text in twelve clicks", { timeout: 400_000 }, async () => {
    const { appUrl, sandboxUrl } = stack;
    await page.goto(appUrl);
    await page.getByRole("link", { name: "Start your team" }).waitFor();
    await judged("sign-in");
    await click("link", "Start your team");
    await page.getByLabel("Company name").fill("Brook Lane Insurance");
    await click("radio", /^Insurance agency/);
    await judged("new team");
    await click("button", "Continue with your work address");
    await page.waitForURL(`${sandboxUrl}/identity/**`);
    await page.getByLabel("Someone else").fill("nora@brooklane.example");
    await click("button", "Sign in");

    await page.getByRole("heading", { name: "Connect your texts" }).waitFor();
    await judged("texts");
    await page.getByLabel("API key").fill(KEY);
    await click("button", "Check key");
    await page.getByText("Who is each line for?").waitFor();
    await judged("lines");
    await click("button", "Connect");

    for (const answer of ["We insure small firms.", "Weekdays 9 to 5.", "– Nora", "Prices."]) {
      const box = page.getByLabel("Your answer");
      await box.fill(answer);
      await box.press("Enter");
      await page.getByRole("log").getByText(answer).waitFor();
    }
    await page.getByText("I wrote it down in").waitFor();
    await judged("company");
    await click("link", "Continue");

    const cards = page.getByRole("article");
    await eventually(
      "a draft is there",
      async () => {
        await stack.tick();
        return (await cards.count()) > 0;
      },
      200_000,
    );
    await judged("drafts");
    const before = (await sentTexts(sandboxUrl)).length;
    await click("button", /^Approve and send/);
    await page.getByText("Your first text is on its way.").waitFor();
    await eventually("it is sent", async () => (await sentTexts(sandboxUrl)).length === before + 1, 60_000);
    expect(clicks).toBeLessThanOrEqual(CLICKS);
    expect(problems).toEqual([]);
  });

  it("finds on Today what is done and what is next, each step with its own page, and the way back", async () => {
    await page.goto(`${stack.appUrl}/today`);
    const steps = page.getByRole("region", { name: "First steps" });
    await steps.getByText("3 of 6 done").waitFor();
    const done = await steps
      .getByText(/, done/)
      .locator("..")
      .allInnerTexts();
    expect(done.map((words) => words.split(",")[0]?.trim())).toEqual([
      "Connect your phone system",
      "Tell Steward about your company",
      "Approve your first draft",
    ]);
    await judged("today");
    await steps.getByRole("link", { name: /^Connect your e-mail/ }).click();
    const cards = page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading") });
    // Either, by the same words.
    for (const [at, vendor] of ["Google", "Microsoft 365"].entries())
      await cards
        .nth(at)
        .getByRole("button", { name: `Sign in to ${vendor}` })
        .waitFor();
    await page.getByRole("link", { name: "First steps" }).click();
    await steps.waitFor();
    // An insurance agency's work is its accounts.
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Work/ }).first().click();
    await page.waitForURL(/\/accounts$/);
    const file = await page.request.get(`${stack.appUrl}/api/workspace/read?path=areas/company.md`);
    expect(((await file.json()) as { content: string }).content).toContain("We insure small firms.");
    expect(problems).toEqual([]);
  });

  it("without a phone line has its own contacts, which Steward finds, and something to approve", async () => {
    const context = await newContext();
    await withAxe(context);
    const alone = await context.newPage();
    await alone.goto(stack.appUrl);
    await alone.getByRole("link", { name: "Start your team" }).click();
    await alone.getByLabel("Company name").fill("Mill Race Studio");
    await alone.getByRole("radio", { name: /^Projects/ }).click();
    await alone.getByRole("button", { name: "Continue with your work address" }).click();
    await alone.getByLabel("Someone else").fill("ida@millrace.example");
    await alone.getByRole("button", { name: "Sign in" }).click();
    await alone.getByRole("link", { name: "Import your contacts from a file" }).click();
    await alone.locator("input[type=file]").setInputFiles({
      name: "people.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("Name,Phone\nAnsel Quimby,+1 412 555 7171\n"),
    });
    await alone.getByRole("button", { name: "Check for duplicates" }).click();
    await alone.getByRole("button", { name: "Import 1 contact" }).click();
    await alone.getByText("Done: 1 new").waitFor();
    await alone.goto(`${stack.appUrl}/start?step=drafts`);
    await alone.getByRole("button", { name: /^“We never promise/ }).click();
    await alone
      .getByRole("button", { name: /^Approve/ })
      .first()
      .click();
    await eventually("the rule holds", async () => {
      await stack.tick();
      const steps = await alone.request.get(`${stack.appUrl}/api/first-steps`);
      return (await steps.text()).includes('{"step":"decision","done":true}');
    });
    await alone.goto(`${stack.appUrl}/conversations/new`);
    await alone.getByRole("textbox").first().fill("What is Ansel Quimby's number?");
    await alone.keyboard.press("Enter");
    await alone.getByText("+14125557171").first().waitFor();
  });

  it("invites a colleague by address: the link is theirs alone", async () => {
    await page.goto(`${stack.appUrl}/start?step=team`);
    await page.getByLabel("Address of the person you invite").fill("owen@elsewhere.example");
    await page.getByRole("button", { name: "Create invite link" }).click();
    const url = await page.getByRole("textbox", { name: "Invite link" }).inputValue();
    expect(await page.getByRole("link", { name: "E-mail it" }).getAttribute("href")).toContain(
      "mailto:owen@elsewhere.example?subject=Join%20Brook%20Lane",
    );
    await judged("team");
    const guest = await (await newContext()).newPage();
    const token = await tokenOf(stack.sandboxUrl, "eve@elsewhere.example");
    await guest
      .context()
      .addCookies([{ name: "__session", value: token, url: stack.appUrl, httpOnly: true }]);
    await guest.goto(url);
    await guest.getByText("Sign in with owen@elsewhere.example").waitFor();
    await guest.goto(`${stack.appUrl}/signed-in`);
    await guest.getByText("This invite is for owen@elsewhere.example.").waitFor();
    expect(problems).toEqual([]);
  });
});
