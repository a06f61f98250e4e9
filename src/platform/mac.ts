/**
 * Common rules of signed webhooks: a MAC is checked over the raw bytes, with a secret of the connection, and
 * is valid for five minutes.
 */
import { concatBytes } from "../kernel/bytes.ts";

/** Maximum clock difference between a delivery and us. */
const TOLERANCE_MS = 300_000;
/** Maximum secrets checked; enough for a rotation. */
const MAX_SECRETS = 5;

/** A signature to verify: the HMAC-SHA256, and the prefix that was signed before the body. */
export interface Mac {
  readonly prefix: string;
  readonly mac: Uint8Array<ArrayBuffer>;
}

/** Whether a delivery's timestamp (whole units since 1970) is close enough to our clock. */
export function isFresh(timestamp: string, unitMs: number, nowMs: number): boolean {
  return /^\d{1,15}$/.test(timestamp) && Math.abs(nowMs - Number(timestamp) * unitMs) <= TOLERANCE_MS;
}

/** Whether any signature matches the body under any key; null keys are skipped. Constant-time comparison. */
export async function isSignedBy(
  macs: readonly Mac[],
  body: Uint8Array<ArrayBuffer>,
  keys: readonly (Uint8Array<ArrayBuffer> | null)[],
): Promise<boolean> {
  for (const bytes of keys.slice(0, MAX_SECRETS)) {
    if (bytes === null || bytes.byteLength === 0) continue;
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
      "verify",
    ]);
    for (const { prefix, mac } of macs) {
      if (await crypto.subtle.verify("HMAC", key, mac, concatBytes([new TextEncoder().encode(prefix), body])))
        return true;
    }
  }
  return false;
}
