import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { closeBrowser, newContext, overflowsSideways, sharedPlace } from "../support/browser.ts";
import { controlAt, eventually, signInAs } from "../support/client.ts";
import { makeDevice, subscribedDevice } from "../support/phone.ts";
import { proposeTexts, sentTexts } from "../support/scripted.ts";

const MARIA = "+14125550142";
const HOSTILE = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;

afterEach(async () => {
  for (const service of ["quo", "gmail", "google", "anthropic", "push", "identity"])
    await controlAt(sharedPlace().sandboxUrl, "faults", { service, clear: true });
});
afterAll(closeBrowser);

async function openConsole(options: { narrow?: boolean } = {}): Promise<Page> {
  const page = await (await newContext(options)).newPage();
  await page.goto(sharedPlace().sandboxUrl);
  await page.getByText("Steward is running").waitFor({ state: "attached" });
  return page;
}

const signInDana = () => {
  const { appUrl, sandboxUrl } = sharedPlace();
  return signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
};

/** A phone of Dana's with a text to Maria waiting on its lock screen. */
async function ringing(text: string) {
  const { sandboxUrl } = sharedPlace();
  const dana = await signInDana();
  const name = `Phone ${randomUUID().slice(0, 6)}`;
  const device = await subscribedDevice(sandboxUrl, dana, name);
  const { approvals } = await proposeTexts(sandboxUrl, dana, [{ to: MARIA, text }]);
  const [approval] = approvals;
  if (approval === undefined) throw new Error("nothing was proposed");
  const forget = async (): Promise<void> => {
    const { items } = await dana.json<{ items: { id: string; device: string }[] }>(
      "GET",
      "/api/push/subscriptions",
    );
    for (const { id } of items.filter((item) => item.device === name))
      await dana.request("DELETE", `/api/push/subscriptions/${id}`);
  };
  return { dana, name, device, approval, forget };
}

describe("the sandbox's console", () => {
  it("plays a story with one click: the text is in the thread, and one line says whether Steward knows", async () => {
    const page = await openConsole();
    const story = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: "Locked out" }) });
    await story.getByRole("button", { name: "Play “Locked out”" }).click();
    await story.getByText("James Whitlock texts").waitFor();
    await story
      .getByText(/Steward got it right away|Steward doesn’t know|didn’t accept the webhook/)
      .waitFor();
    await story.getByText("There are two Jameses.", { exact: false }).waitFor();
    await story.getByRole("button", { name: "Open the thread" }).click();
    await page.getByText("You are James Whitlock").waitFor();
    await page.getByRole("list", { name: "Texts" }).getByText("Locked myself out at Larkspur").waitFor();
    await page.context().close();
  });

  it("approves on the lock screen for real: decided in the app, sent exactly once, and shown in the outbox", async () => {
    const text = `The plumber comes at nine. ${randomUUID().slice(0, 8)}`;
    const { dana, name, approval, forget } = await ringing(text);
    const page = await openConsole();
    await page.getByRole("group", { name: "Phones" }).getByRole("button", { name }).click();
    const lock = page.getByRole("list", { name: "Lock screen" });
    const note = lock.getByRole("listitem").filter({ hasText: text });
    await note.getByText("Send a text to Maria Lopez?").waitFor();
    expect(await note.getByRole("link").getAttribute("href")).toBe(
      `${sharedPlace().appUrl}/approvals/${approval.id}`,
    );
    expect(await sentTexts(sharedPlace().sandboxUrl)).not.toContain(text);

    await note.getByRole("button", { name: /^Approve/ }).click();
    // A phone of its own, so what stands there now is about this approval.
    await lock.getByText("Approved by Dana Whitfield").waitFor();
    expect(await lock.getByRole("button", { name: /^(Approve|Reject)/ }).count()).toBe(0);
    expect(await lock.getByRole("listitem").count()).toBe(1);
    await page.getByRole("list", { name: "Outbox, newest first" }).getByText(text).waitFor();
    const decided = await dana.json<{ status: string; decidedBy: { name: string } | null }>(
      "GET",
      `/api/approvals/${approval.id}`,
    );
    expect(decided.decidedBy?.name).toBe("Dana Whitfield");
    expect((await sentTexts(sharedPlace().sandboxUrl)).filter((sent) => sent === text)).toEqual([text]);
    await forget();
    await page.context().close();
  });

  it("says “Not decided: open” when the app does not take the button, and sends nothing", async () => {
    const text = `The lock is changed on Monday. ${randomUUID().slice(0, 8)}`;
    const { dana, name, approval, device, forget } = await ringing(text);
    // The phone is out of reach, so nothing tells it that the approval was rejected meanwhile.
    await controlAt(sharedPlace().sandboxUrl, "faults", {
      service: "push",
      status: 503,
      path: `/send/${device.id}`,
    });
    await dana.json("POST", `/api/approvals/${approval.id}/decision`, {
      decision: "reject",
      effectHash: approval.effectHash,
    });
    const page = await openConsole();
    await page.getByRole("group", { name: "Phones" }).getByRole("button", { name }).click();
    const note = page
      .getByRole("list", { name: "Lock screen" })
      .getByRole("listitem")
      .filter({ hasText: text });
    await note.getByRole("button", { name: /^Approve/ }).click();
    await note.getByText("Not decided: open").waitFor();
    expect(await sentTexts(sharedPlace().sandboxUrl)).not.toContain(text);
    await controlAt(sharedPlace().sandboxUrl, "faults", { service: "push", clear: true });
    await forget();
    await page.context().close();
  });

  it("pairs a phone for anybody of the demo, through the app itself", async () => {
    const page = await openConsole();
    await page.getByLabel("Pair a phone for").selectOption({ label: "Priya Raman" });
    await page.getByRole("button", { name: "Pair", exact: true }).click();
    await page.getByText("Priya Raman’s phone is paired.").waitFor();
    const { appUrl, sandboxUrl } = sharedPlace();
    const priya = await signInAs(appUrl, sandboxUrl, "priya@alderfinch.example");
    const { items } = await priya.json<{ items: { id: string; device: string }[] }>(
      "GET",
      "/api/push/subscriptions",
    );
    expect(items.map(({ device }) => device)).toContain("Priya's phone (sandbox)");
    for (const { id } of items) await priya.request("DELETE", `/api/push/subscriptions/${id}`);
    await page.context().close();
  });

  it("switches a fault on, counts what met it, and switches it off", async () => {
    const { sandboxUrl } = sharedPlace();
    const askQuo = async (): Promise<number> =>
      (await fetch(`${sandboxUrl}/quo/v1/phone-numbers`, { headers: { authorization: "quo_demo_alder" } }))
        .status;
    const page = await openConsole();
    await page.getByRole("tab", { name: "Break it" }).click();
    const toggle = page.getByRole("switch", { name: "Quo is down" });
    expect(await toggle.getAttribute("aria-checked")).toBe("false");
    await toggle.click();
    await page.getByRole("button", { name: "1 fault is on" }).waitFor();
    expect(await toggle.getAttribute("aria-checked")).toBe("true");
    expect(await askQuo()).toBe(500);
    await page.getByText(/On; hit \d+ time/).waitFor();
    await page.getByRole("button", { name: "Turn all off" }).click();
    await eventually(
      "the switch is off",
      async () => (await toggle.getAttribute("aria-checked")) === "false",
    );
    expect(await askQuo()).toBe(200);
    await page.context().close();
  });

  it("shows what comes from outside as text, wherever it appears", async () => {
    const { sandboxUrl } = sharedPlace();
    const number = "+14125550191";
    await fetch(`${sandboxUrl}/quo/v1/contacts`, {
      method: "POST",
      headers: { authorization: "quo_demo_alder", "content-type": "application/json" },
      body: JSON.stringify({
        defaultFields: {
          firstName: HOSTILE,
          lastName: "Mallory",
          phoneNumbers: [{ name: "mobile", value: number }],
        },
      }),
    });
    await controlAt(sandboxUrl, "inbound/sms", { from: number, text: HOSTILE });
    const subject = `Bill ${HOSTILE}`;
    await controlAt(sandboxUrl, "inbound/email", {
      from: `"${HOSTILE.replaceAll('"', "'")}" <mallory@evil.example>`,
      to: "dana@alderfinch.example",
      subject,
      body: HOSTILE,
    });
    await makeDevice(sandboxUrl, `<b>phone</b> ${HOSTILE}`);
    const page = await openConsole();
    const problems: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy/i.test(message.text())) problems.push(message.text());
    });
    await page.getByRole("tab", { name: "Text" }).click();
    await page.getByRole("searchbox", { name: "Write as" }).fill("Mallory");
    await page.getByRole("list", { name: "People" }).getByText(HOSTILE).first().click();
    await page.getByRole("list", { name: "Texts" }).getByText(HOSTILE).first().waitFor();
    await page.getByRole("tab", { name: "E-mail" }).click();
    await page.getByLabel("Mailbox written to").selectOption("dana@alderfinch.example");
    await page.getByRole("list", { name: "E-mail threads" }).getByText(subject).first().click();
    await page.getByRole("list", { name: "E-mails" }).getByText(HOSTILE).first().waitFor();
    await page.getByRole("list", { name: "Outbox, newest first" }).getByText(HOSTILE).first().waitFor();
    await page.getByRole("group", { name: "Phones" }).getByText("<b>phone</b> <img").first().waitFor();
    expect(await page.locator("main img, main script, main b:has-text('phone')").count()).toBe(0);
    expect(await page.title()).toContain("The outside world");
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("writes an e-mail as anybody and answers in its thread as the same", async () => {
    const page = await openConsole();
    const subject = `Key for 3B ${randomUUID().slice(0, 8)}`;
    await page.getByRole("tab", { name: "E-mail" }).click();
    await page.getByLabel("Mailbox written to").selectOption("marcus@alderfinch.example");
    await page.getByLabel("From", { exact: true }).fill("Nora Quist <nora@quist.example>");
    await page.getByLabel("Subject").fill(subject);
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("Where do I pick it up?");
    await page.getByRole("button", { name: "Send the e-mail" }).click();
    await page.getByText("It’s in the mailbox, unread.", { exact: false }).waitFor();
    const letters = page.getByRole("list", { name: "E-mails" });
    await letters.getByText("Where do I pick it up?").waitFor();
    expect(await page.getByLabel("From", { exact: true }).inputValue()).toBe(
      "Nora Quist <nora@quist.example>",
    );
    expect(await page.getByLabel("Subject").inputValue()).toBe(`Re: ${subject}`);
    await page.getByRole("textbox", { name: "Reply as Nora Quist" }).fill("And until when?");
    await page.getByRole("button", { name: "Send the e-mail" }).click();
    await letters.getByText("And until when?").waitFor();
    expect(await letters.getByRole("listitem").count()).toBe(2);
    await page.context().close();
  });

  it("fits a phone of 360 pixels, one part at a time", async () => {
    const page = await openConsole({ narrow: true });
    const parts = page.getByRole("navigation", { name: "Parts of this page" });
    for (const [part, seen] of [
      ["Play", "stories"],
      ["Phone", "notifications"],
      ["Outbox", "outbox"],
    ] as const) {
      await parts.getByRole("button", { name: part }).click();
      await page.locator(`#${seen}`).waitFor({ state: "attached" });
      expect(await overflowsSideways(page), part).toBe(false);
    }
    await parts.getByRole("button", { name: "Play" }).click();
    await page.getByRole("tab", { name: "E-mail" }).click();
    await page.getByRole("list", { name: "E-mail threads" }).getByText("Harold Finch").first().click();
    await page.getByRole("list", { name: "E-mails" }).getByText("Dear Harold").waitFor();
    expect(await overflowsSideways(page), "E-mail").toBe(false);
    await page.context().close();
  });
});
