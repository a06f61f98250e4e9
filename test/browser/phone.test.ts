import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Approval } from "../../src/approvals/api/approval.ts";
import { closeBrowser, sharedPlace } from "../support/browser.ts";
import { eventually, signInAs, type Client } from "../support/client.ts";
import { pushAbout, pushesTo, type PushedPayload } from "../support/phone.ts";
import { outsideNumbers, proposeTexts, sentTexts } from "../support/scripted.ts";
import { openPhone, type Phone } from "../support/service-worker.ts";

let phone: Phone;
let priya: Client;
let marcus: Client;
let numbers: string[] = [];

beforeAll(async () => {
  const { appUrl, sandboxUrl } = sharedPlace();
  priya = await signInAs(appUrl, sandboxUrl, "priya@alderfinch.example");
  marcus = await signInAs(appUrl, sandboxUrl, "marcus@alderfinch.example");
  numbers = (await outsideNumbers(sandboxUrl)).slice(20, 40);
  phone = await openPhone("Priya Raman");
  const { page } = phone;
  await page.goto(`${appUrl}/settings/notifications`);
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await page.getByText("Notifications are on for this device.").waitFor();
});
afterAll(closeBrowser);

/** A draft that waits, and the push about it as Priya's phone decrypted it. */
async function rung(text: string): Promise<{ approval: Approval; push: PushedPayload & { tag: string } }> {
  const { sandboxUrl } = sharedPlace();
  const { approvals } = await proposeTexts(sandboxUrl, marcus, [{ to: numbers.pop() ?? "", text }]);
  const [approval] = approvals;
  if (approval === undefined) throw new Error("nothing was proposed");
  const push = await pushAbout(sandboxUrl, phone.device.id, approval.id);
  return { approval, push: push as PushedPayload & { tag: string } };
}

function words(what: string): string {
  return `${what} ${randomUUID().slice(0, 6)}.`;
}

async function timesSent(text: string): Promise<number> {
  return (await sentTexts(sharedPlace().sandboxUrl)).filter((one) => one === text).length;
}

function approvalNow(approval: Approval): Promise<Approval> {
  return marcus.json<Approval>("GET", `/api/approvals/${approval.id}`);
}

describe("a phone", () => {
  it("that was turned on in the settings is known to the server, and rings for a test", async () => {
    const { page } = phone;
    // The settings have no menu here, so the head names the open page.
    await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
    const { items } = await priya.json<{ items: { endpointHost: string; userName: string }[] }>(
      "GET",
      "/api/push/subscriptions",
    );
    const host = new URL(phone.device.endpoint).host;
    expect(items).toContainEqual(expect.objectContaining({ endpointHost: host, userName: "Priya Raman" }));
    await page.getByRole("button", { name: "Send a test" }).click();
    const test = await eventually(
      "the test rings",
      async () =>
        (await pushesTo(sharedPlace().sandboxUrl, phone.device.id)).find(({ kind }) => kind === "test") ??
        null,
    );
    await phone.deliver(test);
    const shown = await phone.shows("the test is shown", ({ data }) => data.kind === "test");
    expect(shown).toMatchObject({ stays: false, actions: [] });
    await page.reload();
    await page.getByText("Notifications are on for this device.").waitFor();
  });

  it("approves from the notification alone: decided by that person, sent once, and the button works once", async () => {
    const text = words("The boiler is fixed");
    const { approval, push } = await rung(text);
    await phone.deliver(push);
    const question = await phone.shows("the question is shown", ({ tag }) => tag === push.tag);
    expect(question).toMatchObject({ stays: true, actions: ["approve", "reject"] });
    expect(question.body).toContain(text);
    expect(question.data).toMatchObject({ approvalId: approval.id, effectHash: approval.effectHash });
    expect(question.data.token).toBeTruthy();
    expect(await timesSent(text)).toBe(0);

    await phone.press(push.tag, "approve");
    await phone.shows("it says so", ({ tag, title }) => tag === push.tag && title === "Approved by you");
    await eventually("the text is sent", async () => (await timesSent(text)) === 1);
    expect(await approvalNow(approval)).toMatchObject({
      decision: "approve",
      decidedBy: { name: "Priya Raman" },
    });

    await phone.deliver(push);
    await phone.shows("the question again", ({ tag, actions }) => tag === push.tag && actions.length === 2);
    await phone.press(push.tag, "approve");
    const refused = await phone.shows("it is refused", ({ title }) => title === "Your decision wasn’t saved");
    expect(refused).toMatchObject({ tag: push.tag, stays: true, actions: [] });
    expect(refused.data.token).toBeNull();
    expect(await timesSent(text)).toBe(1);
  });

  it("rejects from the notification: nothing is sent", async () => {
    const text = words("Come at once");
    const { approval, push } = await rung(text);
    await phone.deliver(push);
    await phone.shows("the question is shown", ({ tag }) => tag === push.tag);
    await phone.press(push.tag, "reject");
    await phone.shows("it says so", ({ tag, title }) => tag === push.tag && title === "Rejected by you");
    expect(await approvalNow(approval)).toMatchObject({
      status: "rejected",
      decidedBy: { name: "Priya Raman" },
    });
    expect(await timesSent(text)).toBe(0);
  });

  it("opens the card on a tap; the question stays, and nothing is decided by looking", async () => {
    const text = words("The stairs are wet");
    const { approval, push } = await rung(text);
    await phone.deliver(push);
    await phone.shows("the question is shown", ({ tag }) => tag === push.tag);
    await phone.press(push.tag);
    await phone.page.waitForURL(`${sharedPlace().appUrl}/approvals/${approval.id}`);
    await phone.page.locator(`article[data-approval="${approval.id}"]`).getByText(text).first().waitFor();
    expect((await phone.shown()).some(({ tag, actions }) => tag === push.tag && actions.length === 2)).toBe(
      true,
    );
    expect((await approvalNow(approval)).status).toBe("pending");
  });

  it("is told who decided elsewhere, in the question's place, and its own button then decides nothing", async () => {
    const text = words("Parking is free today");
    const { approval, push } = await rung(text);
    await phone.deliver(push);
    await phone.shows("the question is shown", ({ tag }) => tag === push.tag);
    await marcus.json("POST", `/api/approvals/${approval.id}/decision`, {
      decision: "reject",
      reason: "Not now",
      effectHash: approval.effectHash,
    });
    const resolved = await eventually("the phone is told", async () => {
      const all = await pushesTo(sharedPlace().sandboxUrl, phone.device.id);
      return all.find(({ kind, approvalId }) => kind === "resolved" && approvalId === approval.id) ?? null;
    });
    await phone.deliver(resolved);
    const replaced = await phone.shows("it is replaced", ({ title }) => title === "Rejected by Marcus Hale");
    expect(replaced).toMatchObject({ tag: push.tag, stays: false, actions: [] });
    expect((await phone.shown()).filter(({ tag }) => tag === push.tag)).toHaveLength(1);

    await phone.deliver(push);
    await phone.shows("an old question", ({ tag, actions }) => tag === push.tag && actions.length === 2);
    await phone.press(push.tag, "approve");
    await phone.shows(
      "it is refused",
      ({ tag, title }) => tag === push.tag && title === "Your decision wasn’t saved",
    );
    expect(await timesSent(text)).toBe(0);
  });

  it("has no buttons where the notification could not show every word", async () => {
    const { push } = await rung(`${words("A long one")} ${"Please read the house rules again. ".repeat(12)}`);
    expect(push.token).toBeNull();
    await phone.deliver(push);
    const shown = await phone.shows("it is shown", ({ tag }) => tag === push.tag);
    expect(shown).toMatchObject({ stays: true, actions: [] });
    expect(shown.body).toContain("Open it to read and decide.");
  });
});

describe("the app on a phone", () => {
  it("can be installed: its manifest is sound and its icons are what it says", async () => {
    const { page, context } = phone;
    const session = await context.newCDPSession(page);
    const { errors, data } = await session.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data ?? "{}") as {
      name: string;
      display: string;
      theme_color: string;
      icons: { src: string; sizes: string; purpose: string }[];
    };
    expect(manifest).toMatchObject({ name: "Steward", display: "standalone" });
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
      expect.arrayContaining(["192x192 any", "512x512 any", "512x512 maskable"]),
    );
    for (const { src, sizes } of manifest.icons.filter((icon) => icon.src.endsWith(".png"))) {
      const real = await page.evaluate(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      expect(real, src).toBe(sizes);
    }
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual(
      [],
    );
  });

  it("keeps its page while it is offline, says so instead of the browser's error where there is none, and comes back by itself", async () => {
    const { page, context } = phone;
    await page.goto(`${sharedPlace().appUrl}/approvals`);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return files.flat().map((request) => new URL(request.url).pathname);
    });
    expect(kept.toSorted()).toEqual(["/offline.css", "/offline.html", "/offline.js"]);
    await context.setOffline(true);
    await page.getByRole("link", { name: "Activity" }).click();
    await page.getByText(/^You’re offline\./).waitFor();
    expect(await page.getByRole("navigation", { name: "Main" }).isVisible()).toBe(true);
    await context.setOffline(false);
    await page.getByRole("heading", { name: "Activity" }).waitFor();

    await context.setOffline(true);
    await page.goto(`${sharedPlace().appUrl}/activity`);
    await page.getByRole("heading", { name: "You’re offline" }).waitFor();
    const colour = await page
      .getByRole("link", { name: "Try again" })
      .evaluate((link) => getComputedStyle(link).backgroundColor);
    expect(colour).toBe("rgb(11, 90, 69)");
    await context.setOffline(false);
    await page.getByRole("heading", { name: "Activity" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/activity");
  });
});
