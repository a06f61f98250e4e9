/**
 * Signatures of Standard Webhooks (github.com/standard-webhooks/standard-webhooks,
 * "spec/standard-webhooks.md", read 2026-11-24).
 */
import { isFresh, isSignedBy, type Mac } from "./mac.ts";

/** Maximum signatures checked; enough for a rotation. */
const MAX_SIGNATURES = 10;

/** Signatures of a delivery whose timestamp is fresh: separated by spaces, over `<id>.<seconds>.<body>`. */
export function standardSignatures(headers: Headers, nowMs: number): Mac[] {
  const id = headers.get("webhook-id") ?? "";
  const timestamp = headers.get("webhook-timestamp") ?? "";
  if (id === "" || !isFresh(timestamp, 1000, nowMs)) return [];
  const entries = (headers.get("webhook-signature") ?? "").split(" ").slice(0, MAX_SIGNATURES);
  return entries.flatMap((entry) => {
    const [version, mac = "", ...rest] = entry.split(",");
    return version === "v1" && rest.length === 0 ? macOf(`${id}.${timestamp}.`, mac) : [];
  });
}

/** Whether any signature matches the body under any secret (base64, with or without `whsec_`). */
export function isSigned(
  macs: readonly Mac[],
  body: Uint8Array<ArrayBuffer>,
  secrets: readonly string[],
): Promise<boolean> {
  return isSignedBy(
    macs,
    body,
    secrets.map((secret) => fromBase64(secret.replace(/^whsec_/, ""))),
  );
}

/** Parses a base64 signature over `prefix` plus body; empty if malformed. */
export function macOf(prefix: string, mac: string): Mac[] {
  const bytes = fromBase64(mac);
  return bytes === null || bytes.byteLength !== 32 ? [] : [{ prefix, mac: bytes }];
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
