import { afterAll, describe, expect, it } from "vitest";
import type { CDPSession, Page, Worker } from "playwright-core";
import { eventually, signInAs } from "../support/client.ts";
import { closeBrowser, newContext, sharedPlace, signIn } from "../support/browser.ts";
import { makeDevice, pushAbout, pushesTo, type SandboxDevice } from "../support/phone.ts";
import { proposeTexts, sentTexts } from "../support/scripted.ts";

afterAll(closeBrowser);

/**
 * What this Chromium (the headless shell) lacks: a push service of its own, and notifications of the system, whose permission it always
 * denies. The subscription is a device of the sandbox with real keys; shown notifications are kept in the worker. All else is real.
 */
async function withDevice(page: Page, device: SandboxDevice): Promise<void> {
  await page.addInitScript(({ endpoint, keys }) => {
    const key = "test.subscribed";
    const subscription = {
      endpoint,
      options: { applicationServerKey: null },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: () => {
        localStorage.removeItem(key);
        return Promise.resolve(true);
      },
    } as unknown as PushSubscription;
    PushManager.prototype.subscribe = () => {
      localStorage.setItem(key, "1");
      return Promise.resolve(subscription);
    };
    PushManager.prototype.getSubscription = () =>
      Promise.resolve(localStorage.getItem(key) === null ? null : subscription);
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
  }, device);
}

/** Keeps what the worker shows, where a system would put it on the screen. A later one with the same tag replaces the earlier. */
function keepNotifications(worker: Worker): Promise<void> {
  return worker.evaluate(() => {
    const shown = new Map<string, unknown>();
    const prototype = ServiceWorkerRegistration.prototype as unknown as Record<string, unknown>;
    prototype["showNotification"] = (title: string, options: { tag: string }) => {
      shown.set(options.tag, { title, ...options, close: () => shown.delete(options.tag) });
      return Promise.resolve();
    };
    prototype["getNotifications"] = ({ tag }: { tag?: string } = {}) =>
      Promise.resolve(
        [...shown].filter(([one]) => tag === undefined || one === tag).map(([, value]) => value),
      );
  });
}

/** Hands a decrypted push to the real service worker, as the browser's push service would. */
async function pusher(page: Page): Promise<(data: unknown) => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  let registrationId = "";
  session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    for (const one of registrations) if (!one.isDeleted) registrationId = one.registrationId;
  });
  await session.send("ServiceWorker.enable");
  await eventually("the service worker is registered", async () => registrationId !== "");
  return async (data) => {
    await session.send("ServiceWorker.deliverPushMessage", {
      origin: sharedPlace().appUrl,
      registrationId,
      data: JSON.stringify(data),
    });
  };
}

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly actions: number;
}

function notificationsOf(worker: Worker): Promise<Shown[]> {
  return worker.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    return (await registration.getNotifications()).map((one) => ({
      title: one.title,
      body: one.body,
      actions: (one as Notification & { actions?: unknown[] }).actions?.length ?? 0,
    }));
  });
}

/** Clicks the notification of an approval, or one of its buttons. */
function click(worker: Worker, approvalId: string, action: string): Promise<void> {
  return worker.evaluate(
    async ([id, which]) => {
      const scope = self as unknown as { registration: ServiceWorkerRegistration };
      const open = await scope.registration.getNotifications();
      const notification = open.find((one) => (one.data as { approvalId: string }).approvalId === id);
      if (notification === undefined) throw new Error("no such notification is shown");
      const event = new Event("notificationclick");
      const waitUntil = (work: Promise<unknown>): void => void work.catch(() => undefined);
      self.dispatchEvent(Object.assign(event, { notification, action: which, waitUntil }));
    },
    [approvalId, action],
  );
}

describe("notifications", () => {
  it("ring for an approval with its exact words, open its card, and decide from their own button", async () => {
    const { appUrl, sandboxUrl } = sharedPlace();
    const context = await newContext();
    await context.grantPermissions(["notifications"], { origin: appUrl });
    const page = await context.newPage();
    const device = await makeDevice(sandboxUrl, "Lena’s laptop");
    await withDevice(page, device);
    await signIn(page, "Lena Brandt");
    await page.goto(`${appUrl}/settings/notifications`);
    await page.getByRole("button", { name: "Turn on notifications here" }).click();
    await page.getByText("Notifications are on for this device.").waitFor();
    await page.getByRole("button", { name: "Send a test" }).click();
    await eventually("the test rings", async () =>
      (await pushesTo(sandboxUrl, device.id)).some(({ kind }) => kind === "test"),
    );
    await page.reload();
    await page.getByText("Notifications are on for this device.").waitFor();

    const lena = await signInAs(appUrl, sandboxUrl, "lena@alderfinch.example");
    const words = ["Your package waits at the office.", "The laundry room opens at eight."] as const;
    const proposed = await proposeTexts(sandboxUrl, lena, [
      { to: "+14125550142", text: words[0] },
      { to: "+14125550144", text: words[1] },
    ]);
    const approvalOf = (text: string) => {
      const found = proposed.approvals.find((one) => one.effects[0]?.document["text"] === text);
      if (found === undefined) throw new Error("not proposed");
      return found;
    };
    const [first, second] = [approvalOf(words[0]), approvalOf(words[1])];
    const deliver = await pusher(page);
    const [worker] = context.serviceWorkers();
    if (worker === undefined) throw new Error("no service worker runs");
    await keepNotifications(worker);
    for (const approval of [first, second]) {
      const payload = await pushAbout(sandboxUrl, device.id, approval.id);
      expect(payload.body).toContain(approval.effects[0]?.document["text"]);
      await deliver(payload);
    }
    const shown = await eventually("both notifications are shown", async () => {
      const found = await notificationsOf(worker);
      return found.length === 2 ? found : null;
    });
    expect(shown.map(({ body }) => body).join("\n")).toContain(words[0]);
    expect(shown.every(({ actions }) => actions === 2)).toBe(true);
    expect(await sentTexts(sandboxUrl)).not.toContain(words[0]);

    await click(worker, first.id, "");
    await page.waitForURL(`${appUrl}/approvals/${first.id}`);
    await page.locator(`article[data-approval="${first.id}"]`).getByText(words[0]).first().waitFor();
    expect(await sentTexts(sandboxUrl)).not.toContain(words[0]);

    await click(worker, second.id, "approve");
    await eventually("the button's decision is carried out", async () =>
      (await sentTexts(sandboxUrl)).includes(words[1]),
    );
    await eventually("the device is told that it is settled", async () =>
      (await pushesTo(sandboxUrl, device.id)).some(
        ({ kind, approvalId }) => kind === "resolved" && approvalId === second.id,
      ),
    );
    expect(await sentTexts(sandboxUrl)).not.toContain(words[0]);
    await context.close();
  });
});
