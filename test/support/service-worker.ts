/**
 * The real service worker of the built app under test. Two things this Chromium, the headless shell, does not have, and both stand in here: a
 * push service (the page subscribes with a device of the sandbox; what that device decrypts is handed to the worker by the browser itself) and
 * a system tray, without which it denies every notification whatever is granted (after `Browser.setPermission` and the context's own grant the
 * Permissions API says "granted", `Notification.permission` stays "denied", and the protocol knows no press of a notification). The tray
 * here keeps what the worker shows, by the platform's rules. All else is real: the worker, its push event, its handlers, its requests.
 */
import type { BrowserContext, CDPSession, Page, Worker } from "playwright-core";
import { newContext, sharedPlace, signIn } from "./browser.ts";
import { eventually } from "./client.ts";
import { makeDevice, type PushedPayload, type SandboxDevice } from "./phone.ts";

/** A notification as it is shown. */
export interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly stays: boolean;
  readonly silent: boolean | null;
  readonly actions: readonly string[];
  readonly data: PushedPayload;
}

/** A person's phone: the app open in a browser that may notify, and the sandbox device its subscription is. */
export interface Phone {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly device: SandboxDevice;
  /** Hands a decrypted push to the service worker. */
  deliver(payload: unknown): Promise<void>;
  shown(): Promise<ShownNotification[]>;
  /** Waits for the notification with this tag that matches. */
  shows(what: string, match: (one: ShownNotification) => boolean): Promise<ShownNotification>;
  /** Presses a notification, or one of its buttons. */
  press(tag: string, action?: "approve" | "reject"): Promise<void>;
}

/** Makes `PushManager` hand out the sandbox's device. */
async function subscribeWith(page: Page, { endpoint, keys }: SandboxDevice): Promise<void> {
  await page.addInitScript(
    (device) => {
      const mark = "test.subscribed";
      const subscription = {
        endpoint: device.endpoint,
        options: { applicationServerKey: null },
        toJSON: () => device,
        unsubscribe: () => {
          localStorage.removeItem(mark);
          return Promise.resolve(true);
        },
      } as unknown as PushSubscription;
      PushManager.prototype.subscribe = () => {
        localStorage.setItem(mark, "1");
        return Promise.resolve(subscription);
      };
      PushManager.prototype.getSubscription = () =>
        Promise.resolve(localStorage.getItem(mark) === null ? null : subscription);
      Object.defineProperty(Notification, "permission", { get: () => "granted" });
    },
    { endpoint, keys },
  );
}

/** Puts the tray under the worker (Notifications API, "Showing a notification": one per tag, data cloned, at most two buttons). */
function layTray(worker: Worker): Promise<void> {
  return worker.evaluate(() => {
    const tray = new Map<string, unknown>();
    const registration = ServiceWorkerRegistration.prototype as unknown as Record<string, unknown>;
    registration["showNotification"] = (
      title: string,
      options: NotificationOptions & { actions?: unknown[]; renotify?: boolean },
    ) => {
      const { tag = "" } = options;
      if (options.renotify === true && tag === "")
        return Promise.reject(new TypeError("renotify needs a tag"));
      const shown = structuredClone({ requireInteraction: false, silent: null, ...options, title });
      shown.actions = shown.actions?.slice(0, 2) ?? [];
      const entry = Object.assign(shown, {
        close: () => {
          if (tray.get(tag) === entry) tray.delete(tag);
        },
      });
      tray.delete(tag);
      tray.set(tag, entry);
      return Promise.resolve();
    };
    registration["getNotifications"] = ({ tag }: { tag?: string } = {}) =>
      Promise.resolve([...tray].filter(([one]) => tag === undefined || one === tag).map(([, one]) => one));
  });
}

/** Opens the app as a person with a phone that is allowed to notify. It is not subscribed yet. */
export async function openPhone(name: string): Promise<Phone> {
  const { appUrl, sandboxUrl } = sharedPlace();
  const context = await newContext({ narrow: true });
  await context.grantPermissions(["notifications"], { origin: appUrl });
  const page = await context.newPage();
  const device = await makeDevice(sandboxUrl, `${name}’s phone`);
  await subscribeWith(page, device);
  await signIn(page, name);
  const session: CDPSession = await context.newCDPSession(page);
  let registrationId = "";
  session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    for (const one of registrations) if (!one.isDeleted) registrationId = one.registrationId;
  });
  await session.send("ServiceWorker.enable");
  const worker = await eventually("the service worker runs", async () => context.serviceWorkers()[0] ?? null);
  await layTray(worker);
  const shown = (): Promise<ShownNotification[]> =>
    worker.evaluate(async () => {
      const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
      return (await registration.getNotifications()).map((one) => ({
        title: one.title,
        body: one.body,
        tag: one.tag,
        stays: one.requireInteraction,
        silent: one.silent,
        actions: (one as unknown as { actions: { action: string }[] }).actions.map(({ action }) => action),
        data: one.data as PushedPayload,
      }));
    });
  return {
    page,
    context,
    device,
    shown,
    deliver: async (payload) => {
      await eventually("the service worker is registered", async () => registrationId !== "");
      await session.send("ServiceWorker.deliverPushMessage", {
        origin: appUrl,
        registrationId,
        data: typeof payload === "string" ? payload : JSON.stringify(payload),
      });
    },
    shows: (what, match) => eventually(what, async () => (await shown()).find(match) ?? null),
    press: (tag, action) =>
      worker.evaluate(
        async ([which, button]) => {
          const scope = self as unknown as {
            registration: ServiceWorkerRegistration;
            dispatchEvent(event: Event): boolean;
          };
          const [notification] = await scope.registration.getNotifications({ tag: which ?? "" });
          if (notification === undefined) throw new Error("no such notification is shown");
          const work: Promise<unknown>[] = [];
          const waitUntil = (promise: Promise<unknown>): void => void work.push(promise);
          const event = new Event("notificationclick");
          scope.dispatchEvent(Object.assign(event, { notification, action: button, waitUntil }));
          // Opening a window needs a person's own click, which no test has.
          await Promise.allSettled(work);
        },
        [tag, action ?? ""],
      ),
  };
}
