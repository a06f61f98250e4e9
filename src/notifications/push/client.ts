/**
 * Web Push: the only file that talks to push services. Encryption (RFC 8291) is done by `web-push`, the VAPID
 * token (RFC 8292) by `jose`, and sending by us.
 */
import { base64url, importJWK, SignJWT } from "jose";
// Not the package's entry point, which signs with ASN.1 and bignum code in JavaScript: 130 kB for what
// WebCrypto does.
import { encrypt } from "web-push/src/encryption-helper.js";
import { IntegrationError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/log.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import { bytesOf, isPushKey } from "../../kernel/push-key.ts";
import type { PushOptions, PushResult, PushTarget, SendPush } from "../ports.ts";

/**
 * Our identity for push services. `subject` is a `mailto:` or `https:` address (Apple refuses localhost and
 * `mailto: <x>`).
 */
interface VapidKeys {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Shorter than a claim on a device lasts (src/notifications/deliver.ts). */
const TIMEOUT_MS = 5_000;

/** Does not retry by itself: the notification decides how often to ring. */
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
        ...(await encrypted(target, payload, options, vapid)),
      });
      return resultOf(response.status, response.headers);
    } catch (error) {
      if (error instanceof IntegrationError) {
        return { kind: "try_later", status: error.status ?? null, retryAfterMs: error.retryAfterMs ?? null };
      }
      logger.error("push.encryption_failed", { vendor: "push", error });
      // Nothing can ever be sent to an invalid key, so the device counts as gone.
      return { kind: (await isPushKey(target.p256dh)) ? "failed" : "gone", status: null };
    }
  };
}

async function encrypted(target: PushTarget, payload: string, options: PushOptions, vapid: VapidKeys) {
  const { cipherText } = encrypt(target.p256dh, target.auth, payload, "aes128gcm");
  return {
    headers: {
      TTL: String(options.ttlSeconds),
      Urgency: options.urgency,
      Topic: options.topic,
      "Content-Type": "application/octet-stream",
      "Content-Encoding": "aes128gcm",
      Authorization: `vapid t=${await vapidToken(new URL(target.endpoint).origin, vapid)}, k=${vapid.publicKey}`,
    },
    body: new Uint8Array(cipherText),
  };
}

/** Authenticates us to a push service (RFC 8292 section 2); valid for half of the allowed day. */
async function vapidToken(audience: string, { subject, publicKey, privateKey }: VapidKeys): Promise<string> {
  // An uncompressed point: a marker byte, then both coordinates.
  const point = bytesOf(publicKey) ?? new Uint8Array();
  const x = base64url.encode(point.subarray(1, 33));
  const y = base64url.encode(point.subarray(33));
  const key = await importJWK({ kty: "EC", crv: "P-256", x, y, d: privateKey }, "ES256");
  return new SignJWT({ aud: audience, sub: subject })
    .setProtectedHeader({ typ: "JWT", alg: "ES256" })
    .setExpirationTime("12h")
    .sign(key);
}

/** Push service responses: RFC 8030 sections 5 and 7.3, RFC 8292 section 4.2. */
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
