/**
 * Web Push: the only file that talks to push services. Encryption (RFC 8291) is WebCrypto’s, the VAPID token
 * (RFC 8292) is made by `jose`.
 */
import { base64url, importJWK, SignJWT } from "jose";
import { concatBytes } from "../../kernel/bytes.ts";
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
  return {
    headers: {
      TTL: String(options.ttlSeconds),
      Urgency: options.urgency,
      Topic: options.topic,
      "Content-Type": "application/octet-stream",
      "Content-Encoding": "aes128gcm",
      Authorization: `vapid t=${await vapidToken(new URL(target.endpoint).origin, vapid)}, k=${vapid.publicKey}`,
    },
    body: await encryptedBody(target, payload),
  };
}

const CURVE = { name: "ECDH", namedCurve: "P-256" } as const;
const utf8 = (text: string) => new TextEncoder().encode(text);

/** RFC 8291 section 3.4, in one record of RFC 8188. Throws for a key that is no point on the curve. */
async function encryptedBody(target: PushTarget, payload: string): Promise<Uint8Array<ArrayBuffer>> {
  const theirs = base64url.decode(target.p256dh);
  const theirKey = await crypto.subtle.importKey("raw", theirs, CURVE, false, []);
  const pair = (await crypto.subtle.generateKey(CURVE, true, ["deriveBits"])) as CryptoKeyPair;
  const ours = new Uint8Array((await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer);
  const agreement = { name: "ECDH", public: theirKey };
  const secret = await crypto.subtle.deriveBits(agreement, pair.privateKey, 256);
  const info = concatBytes([utf8("WebPush: info\0"), theirs, ours]);
  const material = await derived(secret, base64url.decode(target.auth), info, 32);
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const key = await derived(material, salt, utf8("Content-Encoding: aes128gcm\0"), 16);
  const iv = await derived(material, salt, utf8("Content-Encoding: nonce\0"), 12);
  const aes = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]);
  // A 2 behind the text marks the last record.
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, aes, utf8(`${payload}\x02`));
  // The header: salt, the record size of 4,096, and our key behind its length.
  return concatBytes([salt, Uint8Array.of(0, 0, 16, 0, ours.length), ours, new Uint8Array(sealed)]);
}

/** HKDF with SHA-256 (RFC 5869). */
async function derived(secret: BufferSource, salt: BufferSource, info: BufferSource, bytes: number) {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, bytes * 8);
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
