import { afterAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright-core";
import { controlAt, eventually, signInAs } from "../support/client.ts";
import { closeBrowser, say, sayInNewChat, sharedPlace, signedInPage } from "../support/browser.ts";
import { changePolicy, sentTexts } from "../support/scripted.ts";

afterAll(closeBrowser);

function cardFor(page: Page, who: RegExp): Locator {
  return page.getByRole("article", { name: who });
}

async function isSent(text: string): Promise<boolean> {
  return (await sentTexts(sharedPlace().sandboxUrl)).includes(text);
}

describe("deciding on a card", () => {
  it("rejects with a reason: nothing is sent and the agent is told why", async () => {
    const page = await signedInPage("Dana Whitfield");
    await sayInNewChat(page, "Text James Whitlock that the inspection moves to Monday");
    const card = cardFor(page, /James Whitlock/);
    await card.getByRole("button", { name: "Reject…" }).click();
    await card.getByRole("button", { name: "Wrong content" }).click();
    const thread = page.getByRole("log", { name: "Messages" });
    await thread
      .getByText(/Rejected by Dana Whitfield, nothing was sent: .*Reason: .Wrong content/)
      .waitFor();
    expect(await thread.locator('article[data-status="rejected"]').count()).toBe(1);
    expect(await isSent("Hi James, the inspection moves to Monday. - Dana")).toBe(false);
    await page.context().close();
  });

  it("keeps an edited draft as an example with one click: on its page without whom it went to, and taken back with another", async () => {
    const page = await signedInPage("Dana Whitfield");
    await sayInNewChat(page, "Text Eleanor Voss that the courtyard gate is fixed");
    const card = cardFor(page, /Eleanor Voss/);
    await card.getByRole("button", { name: "Edit…" }).click();
    await card.getByRole("textbox", { name: "Text" }).fill("The gate works, Eleanor. Use it from 9 am.");
    await card.getByRole("button", { name: "Approve and send, as edited" }).click();
    const sent = page.locator('article[data-status="done"]').filter({ hasText: "Use it from 9 am." });
    await sent.getByText("View", { exact: true }).click();
    await sent.getByRole("button", { name: "Keep as an example" }).click();
    await sent.getByRole("link", { name: "Kept as an example" }).click();
    const example = page.getByRole("listitem").filter({ hasText: "Use it from 9 am." });
    await example.getByText(/kept by Dana Whitfield/).waitFor();
    expect(await example.textContent()).not.toMatch(/Eleanor|Voss/);
    await page.goBack();
    await sent.getByText("View", { exact: true }).click();
    await sent.getByRole("link", { name: "Kept as an example" }).waitFor();
    await page.goForward();
    await example.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("No examples yet").waitFor();
    await page.context().close();
  });

  it("asks the agent to change the words, and what is approved then is what is sent", async () => {
    const page = await signedInPage("Dana Whitfield");
    await sayInNewChat(page, "Text John Pruitt that his parking permit is ready");
    const first = cardFor(page, /John Pruitt/).first();
    await first.getByRole("button", { name: "Ask the agent to change…" }).click();
    await first.getByLabel("What should be different").fill("Say “Your permit is at the office.”");
    await first.getByRole("button", { name: "Request changes" }).click();
    const second = page.locator('article[data-status="pending"]').filter({ hasText: "at the office" });
    await second.getByRole("button", { name: /^Approve and send/ }).click();
    const thread = page.getByRole("log", { name: "Messages" });
    await thread.locator("[data-receipt]").getByText("Sent to John Pruitt").waitFor();
    expect(await isSent("Your permit is at the office.")).toBe(true);
    expect(await isSent("Hi John, your parking permit is ready. - Dana")).toBe(false);
    await page.context().close();
  });

  it("takes an approval back while it is held, and sends once it is given again", async () => {
    const { appUrl, sandboxUrl } = sharedPlace();
    const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
    await changePolicy(dana, { holdSeconds: 30 });
    try {
      const page = await signedInPage("Dana Whitfield");
      const words = "Hi Eleanor, the courtyard lamp is fixed. - Dana";
      await sayInNewChat(page, "Text Eleanor Voss that the courtyard lamp is fixed");
      const card = cardFor(page, /Eleanor Voss/);
      await card.getByRole("button", { name: /^Approve and send/ }).click();
      await card
        .getByRole("timer")
        .getByText(/^Sends in \d+ s$/)
        .waitFor();
      await card.getByRole("button", { name: "Undo" }).click();
      await card.getByRole("button", { name: /^Approve and send/ }).waitFor();
      expect(await isSent(words)).toBe(false);
      await changePolicy(dana, { holdSeconds: 0 });
      await card.getByRole("button", { name: /^Approve and send/ }).click();
      await page.locator("[data-receipt]").getByText("Sent to Eleanor Voss").waitFor();
      expect(await isSent(words)).toBe(true);
      await page.context().close();
    } finally {
      await changePolicy(dana, { holdSeconds: 0 });
    }
  });

  it("approves several at once, but only after all were on the screen", async () => {
    const page = await signedInPage("Priya Raman");
    await sayInNewChat(page, "Text John Pruitt and Eleanor Voss that the water is off at 9");
    const all = page.getByRole("button", { name: "Approve all 2" });
    await all.waitFor();
    await page
      .getByRole("status")
      .filter({ hasText: "Steward needs your approval." })
      .waitFor({ state: "attached" });
    const seen = page.getByText("You’ve seen both.");
    await eventually("each was on the screen for a moment", async () => {
      for (const card of await page.locator('article[data-status="pending"]').all()) {
        await card.scrollIntoViewIfNeeded();
        await page.waitForTimeout(900);
      }
      return seen.isVisible();
    });
    await seen.scrollIntoViewIfNeeded();
    await all.click();
    const thread = page.getByRole("log", { name: "Messages" });
    for (const name of ["John", "Eleanor"]) {
      await eventually(`the text to ${name} is sent`, () =>
        isSent(`Hi ${name}, the water is off at 9. - Priya`),
      );
    }
    await thread.locator('article[data-status="done"]').nth(1).waitFor();
    await page.context().close();
  });

  it("offers an unknown number as a new contact together with the text", async () => {
    const page = await signedInPage("Dana Whitfield");
    await sayInNewChat(page, "Text +1 412 555 0188 that the keys are at the office");
    await page
      .getByRole("region", { name: "Question" })
      .getByText(/Who is it\?/)
      .waitFor();
    await say(page, "Joe Parkhurst");
    const card = page.locator('article[data-status="pending"]').filter({ hasText: "Parkhurst" });
    await card.getByRole("button", { name: /^Approve both/ }).click();
    await eventually("the text to Joe is sent", () => isSent("Hi Joe, the keys are at the office. - Dana"));
    const { items } = await controlAt<{ items: { method: string; path: string; body: unknown }[] }>(
      sharedPlace().sandboxUrl,
      "outbox?service=quo",
    );
    const made = items.findIndex(
      ({ path, body }) => path === "/v1/contacts" && JSON.stringify(body).includes("Parkhurst"),
    );
    const texted = items.findIndex(({ body }) => JSON.stringify(body).includes("the keys are at the office"));
    expect(made).toBeGreaterThanOrEqual(0);
    expect(texted).toBeGreaterThan(made);
    await page.context().close();
  });
});
