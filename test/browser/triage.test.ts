import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright-core";
import type { Approval } from "../../src/approvals/api/approval.ts";
import { controlAt, eventually, signInAs, type Client } from "../support/client.ts";
import {
  atRest,
  closeBrowser,
  linger,
  overflowsSideways,
  sharedPlace,
  signedInPage,
} from "../support/browser.ts";
import { changePolicy, outsideNumbers, proposeTexts, says, script, sentTexts } from "../support/scripted.ts";
import { fingerOn, gripOf, touchPage, type Finger } from "../support/touch.ts";
import { expectTook } from "../support/took.ts";

/** One recipient a draft: a text that goes out makes others to the same person out of date. */
let numbers: string[] = [];
let dana: Client;

beforeAll(async () => {
  const { appUrl, sandboxUrl } = sharedPlace();
  dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  numbers = (await outsideNumbers(sandboxUrl)).toReversed();
});
afterAll(closeBrowser);

function someWords(what: string): string {
  return `${what} ${randomUUID().slice(0, 6)}.`;
}

/** Drafts that wait, each in a conversation of its own and in this order. */
async function drafts(...texts: readonly string[]): Promise<Approval[]> {
  const approvals: Approval[] = [];
  for (const text of texts) {
    const to = numbers.pop() ?? "";
    approvals.push(...(await proposeTexts(sharedPlace().sandboxUrl, dana, [{ to, text }])).approvals);
  }
  return approvals;
}

function card(page: Page, approval: Approval | undefined): Locator {
  return page.locator(`article[data-approval="${approval?.id ?? ""}"]`);
}

async function open(page: Page, approval: Approval | undefined): Promise<Locator> {
  await page.goto(`${sharedPlace().appUrl}/approvals/${approval?.id ?? ""}`);
  const shown = card(page, approval);
  await shown.waitFor();
  await atRest(page);
  return shown;
}

/** A single key, once the page listens to it for the card it shows. */
async function press(page: Page, key: string): Promise<void> {
  await atRest(page);
  await page.keyboard.press(key);
}

async function statusOf(approval: Approval | undefined): Promise<string> {
  return (await dana.json<Approval>("GET", `/api/approvals/${approval?.id ?? ""}`)).status;
}

async function timesSent(text: string): Promise<number> {
  return (await sentTexts(sharedPlace().sandboxUrl)).filter((one) => one === text).length;
}

function isSent(text: string): Promise<unknown> {
  return eventually(`“${text}” is sent`, async () => (await timesSent(text)) > 0);
}

describe("the triage stack by keyboard", () => {
  it("walks oldest first, approves and goes on to the next by itself, and rejects with one key and one tap", async () => {
    const words = [someWords("The lift is back"), someWords("The gate is open"), someWords("Bins go out")];
    const [first, second, third] = await drafts(...words);
    const page = await signedInPage("Dana Whitfield");
    await open(page, first);
    const list = page.getByRole("region", { name: "Waiting for approval" });
    await list.getByText(words[2] ?? "").waitFor();
    const rows = await list.getByRole("link").allInnerTexts();
    const places = words.map((text) => rows.findIndex((row) => row.includes(text)));
    expect(places.toSorted((left, right) => left - right)).toEqual(places);
    expect(places).not.toContain(-1);

    await press(page, "j");
    await card(page, second).waitFor();
    await press(page, "k");
    await card(page, first).waitFor();

    await press(page, "a");
    await card(page, second).waitFor();
    await page
      .getByRole("status")
      .getByText(/^(Sent|Approved)/)
      .waitFor();
    await isSent(words[0] ?? "");
    expect(await statusOf(second)).toBe("pending");

    await press(page, "r");
    await card(page, second).getByRole("group", { name: "Reason" }).waitFor();
    await page.keyboard.press("Enter");
    await card(page, third).waitFor();
    await page.getByRole("status").getByText("Rejected").waitFor();
    expect(await statusOf(second)).toBe("rejected");
    expect(await statusOf(third)).toBe("pending");
    expect(await timesSent(words[1] ?? "")).toBe(0);
    await page.context().close();
  });

  it("edits the words where they stand, marks what changed and sends them so", async () => {
    const [before, after] = [someWords("The plumber comes at nine"), someWords("The plumber comes at ten")];
    const [draft] = await drafts(before);
    const page = await signedInPage("Dana Whitfield");
    const shown = await open(page, draft);
    await press(page, "e");
    const words = shown.getByRole("form").locator("textarea").first();
    await words.waitFor();
    expect(await words.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await shown.locator("blockquote").click();
    await shown.getByRole("form").locator("textarea").first().fill(after);
    const preview = shown.getByRole("region", { name: "What you approve" });
    await preview.locator("ins").first().waitFor();
    expect(await preview.locator("del").first().innerText()).toContain("nine");
    await page.keyboard.press("Control+Enter");
    await isSent(after);
    expect(await timesSent(before)).toBe(0);
    await page.context().close();
  });

  it("undoes the last decision with u on every page while it is held, and says when it is too late", async () => {
    const words = someWords("The courtyard is locked at ten");
    const [draft] = await drafts(words, someWords("Another"));
    const page = await signedInPage("Dana Whitfield");
    await changePolicy(dana, { holdSeconds: 60 });
    try {
      const shown = await open(page, draft);
      await shown.getByRole("button", { name: /^Approve and send/ }).waitFor();
      await press(page, "a");
      await page
        .getByRole("status")
        .getByText(/^Sends in \d+ s/)
        .waitFor();
      expect(await statusOf(draft)).toBe("approved");
      // On every page, and after a reload.
      await page.goto(`${sharedPlace().appUrl}/contacts`);
      const toast = page.getByRole("status", { name: "Last decision" });
      await toast.getByText(/^Sends in \d+ s/).waitFor();
      await toast.getByRole("button", { name: "Undo" }).waitFor();
      await press(page, "u");
      await page.getByText("Undone. It’s waiting for approval again.").waitFor();
      expect(await statusOf(draft)).toBe("pending");
      await open(page, draft);
      await press(page, "a");
      await toast.getByText(/^Sends in \d+ s/).waitFor();
      await press(page, "u");
      await card(page, draft)
        .getByRole("button", { name: /^Approve and send/ })
        .waitFor();
      expect(await statusOf(draft)).toBe("pending");
      expect(await timesSent(words)).toBe(0);
    } finally {
      await changePolicy(dana, { holdSeconds: 0 });
    }
    await press(page, "a");
    await isSent(words);
    await page.getByRole("status").getByText(/^Sent/).waitFor();
    await press(page, "u");
    await page.getByText("Too late to undo: it was already sent.").waitFor();
    expect(await timesSent(words)).toBe(1);
    await page.context().close();
  });
});

describe("several at once", () => {
  it("are rows with every byte a tap away, approved only after each was on the screen, and each is sent once", async () => {
    const words = [1, 2, 3, 4].map((index) => someWords(`Water is off, part ${index}`));
    const { approvals } = await proposeTexts(
      sharedPlace().sandboxUrl,
      dana,
      words.map((text) => ({ to: numbers.pop() ?? "", text })),
    );
    const page = await signedInPage("Dana Whitfield");
    await open(page, approvals[0]);
    await page.getByText(/^\d of 4 from the same request/).waitFor();
    await page.getByRole("button", { name: "Review all 4" }).click();
    const all = page.getByRole("button", { name: "Approve all 4" });
    await all.waitFor();
    expect(await all.isDisabled()).toBe(true);
    const batch = page.getByRole("region", { name: "4 approvals" });
    await batch
      .getByRole("button", { expanded: false })
      .filter({ hasText: words[1] ?? "" })
      .click();
    const opened = card(
      page,
      approvals.find(({ effects }) => JSON.stringify(effects).includes(words[1] ?? "")),
    );
    await opened.getByText("Details", { exact: true }).waitFor();
    await page.getByText("You’ve seen all 4.").waitFor();
    await all.click();
    for (const text of words) await isSent(text);
    await opened.getByRole("list", { name: "Receipts" }).waitFor();
    for (const text of words)
      await batch.getByRole("button").filter({ hasText: text }).getByText("Sent").waitFor();
    for (const text of words) expect(await timesSent(text)).toBe(1);
    await page.context().close();
  });
});

describe("two people at one card", () => {
  it("tells the slower one kindly, at once where the line stands and on the press where it does not", async () => {
    const words = [someWords("Keys are ready"), someWords("Parcel is here")];
    const [heard, unheard] = await drafts(...words, someWords("Comes after it"));
    const marcus = await signedInPage("Marcus Hale");
    const slow = await signedInPage("Dana Whitfield");

    await open(slow, heard);
    const his = await open(marcus, heard);
    await his.getByRole("button", { name: /^Approve and send/ }).click();
    await card(slow, heard).getByText("Marcus Hale already approved this.").waitFor();

    // Without the feed the slower page learns of it only from the server's refusal.
    await slow.routeWebSocket(/\/api\/feed/, () => undefined);
    const hers = await open(slow, unheard);
    await (await open(marcus, unheard)).getByRole("button", { name: /^Approve and send/ }).click();
    await isSent(words[1] ?? "");
    const refused = slow.waitForResponse((answer) => answer.url().endsWith("/decision"));
    await hers.getByRole("button", { name: /^Approve and send/ }).click();
    expect((await refused).status()).toBe(409);
    // The next card is there already: it is said beside it.
    await slow.getByText("Marcus Hale already approved this.").waitFor();
    await slow.getByText(/Nothing happened twice/).waitFor();
    for (const text of words) expect(await timesSent(text)).toBe(1);
    await Promise.all([marcus.context().close(), slow.context().close()]);
  });
});

describe("a draft that is out of date", () => {
  it("shows what changed and the new draft beside the old one, and is never sent", async () => {
    const { sandboxUrl } = sharedPlace();
    const [old, fresh] = [someWords("We come on Monday"), someWords("We come on Tuesday")];
    const to = numbers.pop() ?? "";
    const marker = `stale-${randomUUID().slice(0, 13)}`;
    const conversation = randomUUID();
    const draft = (text: string, index: number) => ({
      stopReason: "tool_use",
      content: [
        {
          type: "tool_use",
          id: `toolu_${marker.replaceAll("-", "_")}_${index}`,
          name: "send_message",
          input: { to, text },
        },
      ],
    });
    await script(sandboxUrl, marker, [draft(old, 0), draft(fresh, 1), says("It waits.")]);
    await dana.send(conversation, `Please send: ${marker}`);
    const [first] = await eventually("the draft waits", async () => {
      const items = await dana.openApprovals(conversation);
      return items.length === 1 ? items : null;
    });
    await controlAt(sandboxUrl, "inbound/sms", { from: to, text: "Could it be Tuesday instead?" });
    const page = await signedInPage("Dana Whitfield");
    const shown = await open(page, first);
    const approve = shown.getByRole("button", { name: /^Approve and send/ });
    if (await approve.isVisible()) await approve.click().catch(() => undefined);
    await eventually("it is out of date", async () => (await statusOf(first)) === "stale");
    // The page may have gone on to the next card.
    await open(page, first);
    await shown
      .getByText(/they texted|a new text/i)
      .first()
      .waitFor();
    await shown.getByRole("region", { name: "Out of date, not sent" }).getByText(old).waitFor();
    const redraft = shown.getByRole("region", { name: /^New draft/ });
    await redraft.locator("ins").filter({ hasText: "Tuesday" }).waitFor();
    await shown.getByRole("link", { name: "Open the new draft" }).click();
    await page.locator('article[data-status="pending"]').filter({ hasText: fresh }).waitFor();
    expect(await timesSent(old)).toBe(0);
    await page.context().close();
  });
});

/** Waits until a swipe would approve: the card's end was on the screen for a moment. Leaves the card as it was. */
async function readToItsEnd(page: Page, finger: Finger, shown: Locator): Promise<void> {
  await eventually("the card was read to its end", async () => {
    await shown.locator("blockquote").scrollIntoViewIfNeeded();
    await linger(page);
    const from = await gripOf(shown);
    await finger.down(from.x - 120, from.y);
    await finger.move(from.x + 60, from.y);
    await page.locator('[data-swiping="right"]').waitFor();
    const isRead = await page.getByText("Let go to approve").isVisible();
    await finger.cancel();
    await page.locator("[data-swiping]").waitFor({ state: "detached" });
    return isRead;
  });
}

describe("the triage stack by thumb", () => {
  it("approves by a swipe to the right, never by a scroll or half a swipe, and takes it back in time", async () => {
    const words = someWords("Thumbs only");
    const [draft] = await drafts(words);
    const page = await touchPage("Dana Whitfield");
    const shown = await open(page, draft);
    await page.getByText("Swipe right to approve, left to reject").waitFor();
    const finger = await fingerOn(page);
    await readToItsEnd(page, finger, shown);
    const toast = page.getByRole("status", { name: "Last decision" });
    const approving = toast.getByText(/^Sends in \d s/);

    const grip = await gripOf(shown);
    await finger.down(grip.x, grip.y + 200);
    await finger.move(grip.x + 30, grip.y - 80);
    await finger.move(grip.x + 170, grip.y - 80);
    await finger.up();
    expect(await page.locator("[data-swiping]").count()).toBe(0);

    const again = await gripOf(shown);
    await finger.down(again.x - 100, again.y);
    await finger.move(again.x - 30, again.y);
    await page.locator('[data-swiping="short"]').waitFor();
    await page.getByText("Approve", { exact: true }).waitFor();
    await finger.up();
    await page.locator("[data-swiping]").waitFor({ state: "detached" });
    expect(await approving.count()).toBe(0);

    const swipeRight = async (): Promise<void> => {
      const from = await gripOf(shown);
      await finger.down(from.x - 120, from.y);
      await finger.move(from.x + 60, from.y);
      await page.getByText("Let go to approve").waitFor();
      await finger.up();
    };
    await swipeRight();
    await approving.waitFor();
    await toast.getByRole("button", { name: "Undo" }).click();
    await shown.getByRole("button", { name: /^Approve and send/ }).waitFor();
    await page.waitForTimeout(5500);
    expect(await statusOf(draft)).toBe("pending");
    expect(await timesSent(words)).toBe(0);

    await readToItsEnd(page, finger, shown);
    await swipeRight();
    await approving.waitFor();
    expect(await timesSent(words)).toBe(0);
    await isSent(words);
    expect(await timesSent(words)).toBe(1);
    expect(await overflowsSideways(page)).toBe(false);
    await page.context().close();
  });

  it("asks why on a swipe to the left, can be cancelled, and rejects with one tap", async () => {
    const words = someWords("Left out");
    const [draft] = await drafts(words);
    const page = await touchPage("Marcus Hale");
    const shown = await open(page, draft);
    const finger = await fingerOn(page);
    const swipeLeft = async (): Promise<void> => {
      const from = await gripOf(shown);
      await finger.down(from.x + 120, from.y);
      await finger.move(from.x - 60, from.y);
      await page.getByText("Let go to say why").waitFor();
      await finger.up();
    };
    await swipeLeft();
    const why = shown.getByRole("group", { name: "Reason" });
    await why.getByRole("button", { name: "Cancel" }).click();
    await why.waitFor({ state: "detached" });
    expect(await statusOf(draft)).toBe("pending");
    await swipeLeft();
    await why.getByRole("button", { name: "Not now" }).click();
    await eventually("it is rejected", async () => (await statusOf(draft)) === "rejected");
    expect(await timesSent(words)).toBe(0);
    await page.context().close();
  });

  it("keeps a swipe's approval when the phone is put away at once", async () => {
    const words = someWords("Put away");
    const [draft] = await drafts(words);
    const page = await touchPage("Dana Whitfield");
    const shown = await open(page, draft);
    const finger = await fingerOn(page);
    await readToItsEnd(page, finger, shown);
    const from = await gripOf(shown);
    await finger.down(from.x - 120, from.y);
    await finger.move(from.x + 60, from.y);
    await finger.up();
    await page
      .getByRole("status")
      .getByText(/^Sends in/)
      .waitFor();
    const began = Date.now();
    await page.goto("about:blank");
    await isSent(words);
    expectTook(Date.now() - began, 20_000, "sent from a page that is gone");
    expect(await timesSent(words)).toBe(1);
    await page.context().close();
  });
});
