/** What all signed deliveries have in common: a MAC counts only over the raw bytes, under a secret of the connection, within five minutes. */

/** How far a delivery's own time may be from ours. */
const TOLERANCE_MS = 300_000;
/** More secrets than anybody needs while rotating. */
const MAX_SECRETS = 5;

/** One signature to be checked: the HMAC-SHA256, and what stands before the body in what was signed. */
export interface Mac {
  readonly prefix: string;
  readonly mac: Uint8Array<ArrayBuffer>;
}

/** Whether a delivery's own time, a whole number of units since 1970, is close enough to ours. */
export function isFresh(timestamp: string, unitMs: number, nowMs: number): boolean {
  return /^\d{1,15}$/.test(timestamp) && Math.abs(nowMs - Number(timestamp) * unitMs) <= TOLERANCE_MS;
}

/** Whether one of the signatures is the body's under one of the keys; a null is no key. Takes as long for a wrong one as for a right one. */
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
      if (await crypto.subtle.verify("HMAC", key, mac, joined(prefix, body))) return true;
    }
  }
  return false;
}

function joined(prefix: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(prefix);
  const whole = new Uint8Array(head.byteLength + body.byteLength);
  whole.set(head);
  whole.set(body, head.byteLength);
  return whole;
}
