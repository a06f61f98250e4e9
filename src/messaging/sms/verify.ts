/**
 * Verifies Quo's webhook signatures, both schemes (test vectors in the tests). The only place that
 * decides whether a delivery is genuine: a signature is valid only over the raw bytes, under a secret of the
 * connection, within five minutes.
 */
import { isFresh, type Mac } from "../../platform/mac.ts";
import { macOf, standardSignatures } from "../../platform/standard-webhooks.ts";

export { isSigned } from "../../platform/standard-webhooks.ts";

/** Maximum signatures checked; enough for a rotation. */
const MAX_SIGNATURES = 10;

/**
 * Signatures with a fresh timestamp; if empty, the delivery is refused unread. Legacy: `openphone-signature:
 * hmac;1;<ms>;<base64>`, comma-separated, over `<ms>.<body>`. Dated API: Standard Webhooks, space-separated,
 * over `<id>.<seconds>.<body>`.
 */
export function freshSignatures(headers: Headers, nowMs: number): readonly Mac[] {
  return [...legacySignatures(headers, nowMs), ...standardSignatures(headers, nowMs)].slice(
    0,
    MAX_SIGNATURES,
  );
}

function legacySignatures(headers: Headers, nowMs: number): Mac[] {
  const header = headers.get("openphone-signature") ?? "";
  return header.split(",").flatMap((entry) => {
    const [scheme, version, timestamp = "", mac = "", ...rest] = entry.trim().split(";");
    if (scheme !== "hmac" || version !== "1" || rest.length > 0) return [];
    return isFresh(timestamp, 1, nowMs) ? macOf(`${timestamp}.`, mac) : [];
  });
}
