import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import {
  closeBrowser,
  conversationOf,
  say,
  sayInNewChat,
  sharedPlace,
  signedInPage,
} from "../support/browser.ts";
import type { Policy } from "../../src/team/api/policy.ts";
import { eventually, signInAs } from "../support/client.ts";
import { says, script } from "../support/scripted.ts";

afterAll(closeBrowser);

const WORDS = Array.from({ length: 90 }, (_, index) => `w${index}w`);

/** Which of the numbered words a page shows, in order. */
async function wordsOn(page: Page): Promise<string[]> {
  const text = await page.getByRole("log", { name: "Messages" }).innerText();
  return text.match(/\bw\d+w\b/g) ?? [];
}

describe("one conversation, several pages", () => {
  it("shows two colleagues the same while it streams, and a reload in mid-answer loses and doubles nothing", async () => {
    const { appUrl, sandboxUrl } = sharedPlace();
    const dana = await signedInPage("Dana Whitfield");
    const marcus = await signedInPage("Marcus Hale");
    await sayInNewChat(dana, "Hello");
    const id = await conversationOf(dana);
    await marcus.goto(`${appUrl}/conversations/${id}`);
    await marcus.getByText("Hello", { exact: true }).first().waitFor();

    const marker = `stream-${randomUUID().slice(0, 8)}`;
    await script(sandboxUrl, marker, [says(WORDS.join(" "), { chunkDelayMs: 600 })]);
    await say(dana, `Count for us: ${marker}`);
    await marcus.getByText("w3w").first().waitFor();
    const early = await wordsOn(marcus);
    expect(early.length).toBeGreaterThan(0);
    expect(early.length).toBeLessThan(WORDS.length);
    expect((await wordsOn(dana)).length).toBeGreaterThan(0);

    await dana.reload();
    await dana.getByText("w3w").first().waitFor();
    const afterReload = await wordsOn(dana);
    expect(afterReload.length).toBeLessThan(WORDS.length);
    expect(afterReload).toEqual(WORDS.slice(0, afterReload.length));

    for (const page of [dana, marcus]) {
      await page.getByText("w89w").first().waitFor();
      await page.getByRole("status").filter({ hasText: "Steward is done." }).waitFor({ state: "attached" });
      expect(await wordsOn(page)).toEqual(WORDS);
      expect(await page.getByText(`Count for us: ${marker}`).count()).toBe(1);
    }

    await say(marcus, "Thank you both");
    await dana.getByText("Thank you both").first().waitFor();
    await dana.reload();
    await dana.getByText("Thank you both").first().waitFor();
    expect(await wordsOn(dana)).toEqual(WORDS);
    await Promise.all([dana.context().close(), marcus.context().close()]);
  });

  it("moves with everyone on it to the fork in which a chat at its limit goes on, drafts included", async () => {
    const { appUrl, sandboxUrl } = sharedPlace();
    const api = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
    const setTurns = async (turns: number): Promise<void> => {
      const { policy, version } = await api.json<{ policy: Policy; version: number }>("GET", "/api/policy");
      const sessions = { ...policy.sessions, turns };
      await api.json("PUT", "/api/policy", { policy: { ...policy, sessions }, version });
    };
    await setTurns(1);
    const id = randomUUID();
    await api.json("POST", "/api/conversations", { id, agent: "nl-query" });
    const [first, second] = ["first", "second"].map((word) => `${word}-${randomUUID().slice(0, 8)}`);
    await script(sandboxUrl, first ?? "", [says("The first answer.")]);
    await script(sandboxUrl, second ?? "", [says("The second answer.")]);
    const dana = await signedInPage("Dana Whitfield");
    const marcus = await signedInPage("Marcus Hale");
    for (const page of [dana, marcus]) await page.goto(`${appUrl}/conversations/${id}`);
    await say(dana, `Tell me: ${first}`);
    for (const page of [dana, marcus]) await page.getByText("The first answer.").first().waitFor();
    await eventually("the turn is over", async () => {
      const { status } = await api.json<{ status: string }>("GET", `/api/conversations/${id}`);
      return status === "idle";
    });
    await marcus.getByLabel("Message to Steward").fill("Half a");
    await say(dana, `And now: ${second}`);
    for (const page of [dana, marcus]) {
      await page.waitForURL(
        (url) => url.pathname.startsWith("/conversations/") && !url.pathname.endsWith(id),
      );
      await page.getByText("The second answer.").first().waitFor();
      await page.getByText("The first answer.").first().waitFor();
      await page.getByText(`And now: ${second}`).waitFor();
    }
    expect(await conversationOf(marcus)).toBe(await conversationOf(dana));
    expect(await marcus.getByLabel("Message to Steward").inputValue()).toBe("Half a");
    await setTurns(100);
    await Promise.all([dana.context().close(), marcus.context().close()]);
  });

  it("shows a new conversation in a colleague's list without a reload", async () => {
    const dana = await signedInPage("Dana Whitfield");
    const tom = await signedInPage("Tom Okafor");
    const words = `Live list ${randomUUID().slice(0, 8)}`;
    await tom.goto(`${sharedPlace().appUrl}/conversations`);
    await tom.getByRole("link").first().waitFor();
    await sayInNewChat(dana, words);
    await tom.getByText(words).first().waitFor();
    await Promise.all([dana.context().close(), tom.context().close()]);
  });

  it("stops a running answer and says so", async () => {
    const page = await signedInPage("Dana Whitfield");
    const marker = `stop-${randomUUID().slice(0, 8)}`;
    await script(sharedPlace().sandboxUrl, marker, [says(WORDS.join(" "), { chunkDelayMs: 200 })]);
    await sayInNewChat(page, `Count slowly: ${marker}`);
    await page.getByText("w2w").first().waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page
      .getByText(/stopped/i)
      .first()
      .waitFor();
    const shown = await wordsOn(page);
    expect(shown.length).toBeLessThan(WORDS.length);
    await page.waitForTimeout(500);
    expect(await wordsOn(page)).toEqual(shown);
    await page.context().close();
  });
});
