/**
 * Signatures of Quo's webhooks, both schemes (CONTRACTS; worked values in the tests). The one place that decides whether a delivery is
 * the provider's: a signature counts only over the raw bytes, under a secret of the connection, within five minutes.
 */
import { isFresh, isSignedBy, type Mac } from "../mac.ts";

/** More signatures than anybody needs while rotating. */
const MAX_SIGNATURES = 10;

/**
 * The signatures of a delivery that are fresh enough to be looked at; none means it is refused unread. Legacy
 * `openphone-signature: hmac;1;<ms>;<base64>`, several by commas, over `<ms>.<body>`; dated API: Standard Webhooks, several by spaces,
 * over `<id>.<seconds>.<body>`.
 */
export function freshSignatures(headers: Headers, nowMs: number): readonly Mac[] {
  return [...legacySignatures(headers, nowMs), ...standardSignatures(headers, nowMs)].slice(
    0,
    MAX_SIGNATURES,
  );
}

/** Whether one of the signatures is the body's under one of the secrets (base64, with or without `whsec_`). */
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

function legacySignatures(headers: Headers, nowMs: number): Mac[] {
  const header = headers.get("openphone-signature") ?? "";
  return header.split(",").flatMap((entry) => {
    const [scheme, version, timestamp = "", mac = "", ...rest] = entry.trim().split(";");
    if (scheme !== "hmac" || version !== "1" || rest.length > 0) return [];
    return isFresh(timestamp, 1, nowMs) ? candidate(`${timestamp}.`, mac) : [];
  });
}

function standardSignatures(headers: Headers, nowMs: number): Mac[] {
  const id = headers.get("webhook-id") ?? "";
  const timestamp = headers.get("webhook-timestamp") ?? "";
  if (id === "" || !isFresh(timestamp, 1000, nowMs)) return [];
  return (headers.get("webhook-signature") ?? "").split(" ").flatMap((entry) => {
    const [version, mac = "", ...rest] = entry.split(",");
    return version === "v1" && rest.length === 0 ? candidate(`${id}.${timestamp}.`, mac) : [];
  });
}

function candidate(prefix: string, mac: string): Mac[] {
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
