/** The team's own rules on the policy page: written as sentences, put in order, saved, and read by those who may not change them. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Policy } from "../../src/team/api/policy.ts";
import { choose, closeBrowser, overflowsSideways, sharedPlace, signedInPage } from "../support/browser.ts";
import { signInAs, type Client } from "../support/client.ts";

interface Answer {
  readonly policy: Policy;
  readonly version: number;
}

let page: Page;
let dana: Client;

const answer = (): Promise<Answer> => dana.json<Answer>("GET", "/api/policy");

beforeAll(async () => {
  const { appUrl, sandboxUrl } = sharedPlace();
  dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  page = await signedInPage("Dana Whitfield");
});
afterAll(async () => {
  // The product is shared with other tests: what is set here holds for none of them.
  const { policy, version } = await answer();
  await dana.json("PUT", "/api/policy", { policy: { ...policy, rules: [] }, version });
  await closeBrowser();
});

const box = (name: string) => page.getByRole("combobox", { name, exact: true });
const ruleAt = (place: number) =>
  page
    .getByRole("list", { name: "Rules" })
    .locator("> li")
    .nth(place - 1);

describe("the policy’s rules", () => {
  it("are written as sentences, say what is missing, and hold as they were saved", async () => {
    await page.goto(`${sharedPlace().appUrl}/settings/policy`);
    const section = page.getByRole("region", { name: "Rules" });
    await section.getByRole("button", { name: "Add rule" }).press("Enter");
    expect(await ruleAt(1).evaluate((row) => row === document.activeElement)).toBe(true);
    await choose(box("Rule 1: agent"), "Steward");
    await choose(box("Rule 1: action"), "text someone");
    await choose(box("Rule 1: to whom"), "these only");
    await page.getByRole("button", { name: "Rule 1: add a condition" }).click();
    await choose(box("Rule 1, condition 1: comparison"), "containing");
    await page.getByText("Rule 1: fill in the text, or remove that condition.").waitFor();
    expect(await page.getByRole("button", { name: "Save policy" }).isDisabled()).toBe(true);
    await choose(box("Rule 1, condition 1: comparison"), "at most");
    await page.getByRole("textbox", { name: "Rule 1, condition 1: value" }).fill("140");
    await choose(box("Rule 1: when"), "on weekdays");
    await choose(box("Rule 1: what happens"), "do it without asking");
    await ruleAt(1)
      .getByText(/^Steward still asks/)
      .waitFor();

    await section.getByRole("button", { name: "Add rule" }).click();
    await choose(box("Rule 2: action"), "send an e-mail");
    await choose(box("Rule 2: what happens"), "never do it");
    await page.getByRole("button", { name: "Move rule 2 up" }).press("Enter");
    await page.getByRole("button", { name: "Save policy" }).click();
    await page.getByText("Policy saved.").waitFor();
    const { rules } = (await answer()).policy;
    expect(rules).toMatchObject([
      { agent: null, tool: "send_email", recipients: null, bounds: [], hours: null, decision: "deny" },
      {
        agent: "steward",
        tool: "send_message",
        recipients: ["colleague"],
        bounds: [{ field: "/text", is: "at_most", value: 140 }],
        hours: { from: "08:00", to: "18:00", days: [1, 2, 3, 4, 5] },
        decision: "allow",
      },
    ]);

    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflowsSideways(page)).toBe(false);
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.getByRole("button", { name: "Remove rule 1" }).click();
    await page.getByRole("button", { name: "Save policy" }).click();
    await page.getByText("Policy saved.").last().waitFor();
    await expect.poll(async () => (await answer()).policy.rules.length).toBe(1);
  });

  it("are read, and not changed, by those who are no admins", async () => {
    const marcus = await signedInPage("Marcus Hale");
    await marcus.goto(`${sharedPlace().appUrl}/settings/policy`);
    const rules = marcus.getByRole("region", { name: "Rules", exact: true });
    await rules
      .getByText(
        "When Steward wants to text someone, to a colleague, with text at most 140, on weekdays from 08:00 to 18:00: do it without asking.",
      )
      .waitFor();
    expect(await rules.getByRole("combobox").count()).toBe(0);
    expect(await rules.getByRole("button").count()).toBe(0);
    await marcus.context().close();
  });
});
