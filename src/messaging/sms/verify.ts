/**
 * Signatures of Quo's webhooks, both schemes (CONTRACTS; worked values in the tests). The one place that decides whether a delivery is
 * the provider's: a signature counts only over the raw bytes, under a secret of the connection, within five minutes.
 */
import { isFresh, type Mac } from "../channels/mac.ts";
import { macOf, standardSignatures } from "../channels/standard-webhooks.ts";

export { isSigned } from "../channels/standard-webhooks.ts";

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

function legacySignatures(headers: Headers, nowMs: number): Mac[] {
  const header = headers.get("openphone-signature") ?? "";
  return header.split(",").flatMap((entry) => {
    const [scheme, version, timestamp = "", mac = "", ...rest] = entry.trim().split(";");
    if (scheme !== "hmac" || version !== "1" || rest.length > 0) return [];
    return isFresh(timestamp, 1, nowMs) ? macOf(`${timestamp}.`, mac) : [];
  });
}
