/** Web Push: the only file that talks to push services. Encryption (RFC 8291) and VAPID (RFC 8292) are `web-push`'s, sending is ours. */
import webPush from "web-push";
import { IntegrationError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/log.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import { isPushKey } from "../../kernel/push-key.ts";
import type { PushOptions, PushResult, PushTarget, SendPush } from "../../notifications/ports.ts";

/** Our identity towards push services. `subject` is a `mailto:` or `https:` address (Apple refuses localhost and `mailto: <x>`). */
export interface VapidKeys {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Shorter than a claim on a device lasts (src/notifications/deliver.ts). */
const TIMEOUT_MS = 5_000;

/** Makes the sender. It does not repeat by itself: how often to ring is the notification's decision. */
export function pushSender(http: OutsideHttp, vapid: VapidKeys, logger: Logger): SendPush {
  return async (target, payload, options) => {
    try {
      const response = await http({
        vendor: "push",
        method: "POST",
        url: target.endpoint,
        changes: true,
        timeoutMs: TIMEOUT_MS,
        urgent: options.urgency === "high",
        ...encrypted(target, payload, options, vapid),
      });
      return resultOf(response.status, response.headers);
    } catch (error) {
      if (error instanceof IntegrationError) {
        return { kind: "try_later", status: error.status ?? null, retryAfterMs: error.retryAfterMs ?? null };
      }
      logger.error("push.not_encrypted", { vendor: "push", error });
      // To a key that is none nothing can ever be sent: the device is as good as gone.
      return { kind: (await isPushKey(target.p256dh)) ? "failed" : "gone", status: null };
    }
  };
}

function encrypted(target: PushTarget, payload: string, options: PushOptions, vapid: VapidKeys) {
  const details = webPush.generateRequestDetails(
    { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
    payload,
    {
      vapidDetails: { ...vapid },
      TTL: options.ttlSeconds,
      urgency: options.urgency,
      topic: options.topic,
      contentEncoding: "aes128gcm",
    },
  );
  const headers = Object.entries(details.headers)
    .filter(([name]) => name.toLowerCase() !== "content-length")
    .map(([name, value]) => [name, String(value)]);
  return {
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: new Uint8Array(details.body ?? []),
  };
}

/** Answers of push services: RFC 8030 sections 5 and 7.3, RFC 8292 section 4.2. */
function resultOf(status: number, headers: Headers): PushResult {
  if (status >= 200 && status < 300) return { kind: "sent", status };
  if (status === 404 || status === 410) return { kind: "gone", status };
  if (status === 413) return { kind: "too_large", status };
  if (status === 401 || status === 403) return { kind: "vapid_refused", status };
  if (status === 429 || status >= 500) {
    const seconds = Number(headers.get("retry-after") ?? Number.NaN);
    return { kind: "try_later", status, retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : null };
  }
  return { kind: "failed", status };
}
