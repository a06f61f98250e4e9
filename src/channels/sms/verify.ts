/**
 * Signatures of Quo's webhooks, both schemes (CONTRACTS; worked values in the tests). The one place that decides whether a delivery is
 * the provider's: a signature counts only over the raw bytes, under a secret of the connection, within five minutes.
 */

/** How far a delivery's own time may be from ours. */
const TOLERANCE_MS = 300_000;
/** More signatures or secrets than anybody needs while rotating. */
const MAX_SIGNATURES = 10;
const MAX_SECRETS = 5;

/** One signature to be checked: the MAC, and what stands before the body in what was signed. */
interface Candidate {
  readonly prefix: string;
  readonly mac: Uint8Array<ArrayBuffer>;
}

/**
 * The signatures of a delivery that are fresh enough to be looked at; none means it is refused unread. Legacy
 * `openphone-signature: hmac;1;<ms>;<base64>`, several by commas, over `<ms>.<body>`; dated API: Standard Webhooks, several by spaces,
 * over `<id>.<seconds>.<body>`.
 */
export function freshSignatures(headers: Headers, nowMs: number): readonly Candidate[] {
  return [...legacySignatures(headers, nowMs), ...standardSignatures(headers, nowMs)].slice(
    0,
    MAX_SIGNATURES,
  );
}

/** Whether one of the signatures is the body's under one of the secrets (base64, with or without `whsec_`). */
export async function isSigned(
  candidates: readonly Candidate[],
  body: Uint8Array<ArrayBuffer>,
  secrets: readonly string[],
): Promise<boolean> {
  const keys = await Promise.all(secrets.slice(0, MAX_SECRETS).map(importKey));
  for (const key of keys) {
    if (key === null) continue;
    for (const { prefix, mac } of candidates) {
      if (await crypto.subtle.verify("HMAC", key, mac, joined(prefix, body))) return true;
    }
  }
  return false;
}

function legacySignatures(headers: Headers, nowMs: number): Candidate[] {
  const header = headers.get("openphone-signature") ?? "";
  return header.split(",").flatMap((entry) => {
    const [scheme, version, timestamp = "", mac = "", ...rest] = entry.trim().split(";");
    if (scheme !== "hmac" || version !== "1" || rest.length > 0) return [];
    return isFresh(timestamp, 1, nowMs) ? candidate(`${timestamp}.`, mac) : [];
  });
}

function standardSignatures(headers: Headers, nowMs: number): Candidate[] {
  const id = headers.get("webhook-id") ?? "";
  const timestamp = headers.get("webhook-timestamp") ?? "";
  if (id === "" || !isFresh(timestamp, 1000, nowMs)) return [];
  return (headers.get("webhook-signature") ?? "").split(" ").flatMap((entry) => {
    const [version, mac = "", ...rest] = entry.split(",");
    return version === "v1" && rest.length === 0 ? candidate(`${id}.${timestamp}.`, mac) : [];
  });
}

function isFresh(timestamp: string, unitMs: number, nowMs: number): boolean {
  return /^\d{1,15}$/.test(timestamp) && Math.abs(nowMs - Number(timestamp) * unitMs) <= TOLERANCE_MS;
}

function candidate(prefix: string, mac: string): Candidate[] {
  const bytes = fromBase64(mac);
  return bytes === null || bytes.byteLength !== 32 ? [] : [{ prefix, mac: bytes }];
}

async function importKey(secret: string): Promise<CryptoKey | null> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ""));
  if (bytes === null || bytes.byteLength === 0) return null;
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function joined(prefix: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(prefix);
  const whole = new Uint8Array(head.byteLength + body.byteLength);
  whole.set(head);
  whole.set(body, head.byteLength);
  return whole;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
