/** This device's own push subscription: whether it is possible, and how to turn it on. */
import {
  notificationEndpoints,
  type PushSubscriptionView,
} from "../../../../src/notifications/api/notifications.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";

/** Remembers which of the server's devices this browser is. */
export const THIS_DEVICE = "push.device";

/** The browser's capabilities. */
export type PushSupport = "ready" | "denied" | "ios_needs_home_screen" | "unsupported" | "insecure";

export function pushSupport(): PushSupport {
  if (!window.isSecureContext) return "insecure";
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!able) {
    const apple =
      /iphone|ipad|ipod/i.test(navigator.userAgent) ||
      (/mac/i.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
    return apple ? "ios_needs_home_screen" : "unsupported";
  }
  return Notification.permission === "denied" ? "denied" : "ready";
}

function keyBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll("-", "+").replaceAll("_", "/");
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

function sameBytes(left: ArrayBuffer | null | undefined, right: Uint8Array): boolean {
  if (!left || left.byteLength !== right.length) return false;
  return new Uint8Array(left).every((byte, index) => byte === right[index]);
}

/** Registers the worker that shows notifications. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register("/sw.js", { scope: "/" });
}

function deviceName(): string {
  const agent = navigator.userAgent;
  const system = [
    [/iphone/i, "iPhone"],
    [/ipad/i, "iPad"],
    [/android/i, "Android"],
    [/windows/i, "Windows"],
    [/mac os/i, "Mac"],
    [/linux|x11/i, "Linux"],
  ] as const;
  const browser = [
    [/edg\//i, "Edge"],
    [/firefox|fxios/i, "Firefox"],
    [/chrome|crios/i, "Chrome"],
    [/safari/i, "Safari"],
  ] as const;
  const name = (list: readonly (readonly [RegExp, string])[]): string =>
    list.find(([pattern]) => pattern.test(agent))?.[1] ?? "Browser";
  return `${name(browser)} on ${name(system)}`;
}

/** Asks for permission, subscribes with the server's key, and registers the device. Call it from a tap. Throws the browser's or the server's error. */
export async function subscribeDevice(): Promise<PushSubscriptionView> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") throw new DeviceRefused(permission);
  const [{ publicKey }, registration] = await Promise.all([
    call(notificationEndpoints.pushKey, {}),
    registerWorker(),
  ]);
  await navigator.serviceWorker.ready;
  const key = keyBytes(publicKey);
  const known = await registration.pushManager.getSubscription();
  if (known && !sameBytes(known.options.applicationServerKey, key)) await known.unsubscribe();
  const register = async (): Promise<PushSubscriptionView> => {
    const options = { userVisibleOnly: true, applicationServerKey: key };
    const subscription = await registration.pushManager.subscribe(options);
    const { endpoint, keys } = subscription.toJSON();
    return call(notificationEndpoints.subscribe, {
      body: {
        endpoint: endpoint ?? subscription.endpoint,
        keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" },
        device: deviceName(),
      },
    });
  };
  try {
    return await register();
  } catch (error) {
    // Left over from another team's sign-in in this browser: that subscription stays theirs, and this team gets a new one.
    if (!(error instanceof ApiError) || error.code !== "exists") throw error;
    await unsubscribeDevice();
    return register();
  }
}

/** The endpoint this browser is subscribed with; null when it is not. */
export async function deviceEndpoint(): Promise<string | null> {
  if (pushSupport() !== "ready") return null;
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  return subscription?.endpoint ?? null;
}

/** Ends the browser's own subscription. */
export async function unsubscribeDevice(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** The person, or the browser on their behalf, refused. */
export class DeviceRefused extends Error {
  override readonly name = "DeviceRefused";
  readonly permission: NotificationPermission;

  constructor(permission: NotificationPermission) {
    super(permission);
    this.permission = permission;
  }
}
