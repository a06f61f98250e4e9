/** Identity providers' public keys, loaded through the HTTP wrapper and cached for the isolate's life. */
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from "jose";
import type { OutsideHttp } from "../kernel/outside-http.ts";

const KEPT_MS = 10 * 60_000;
/** Minimum interval between reloads because of a token with an unknown `kid`. */
const COOL_DOWN_MS = 30_000;

const keySets = new Map<string, JWTVerifyGetKey>();

/** The keys at a URL. URLs come from configuration, so the cache stays small. */
export function remoteKeys(keysUrl: string, http: OutsideHttp): JWTVerifyGetKey {
  const known = keySets.get(keysUrl);
  if (known !== undefined) return known;
  const keys = createRemoteJWKSet(new URL(keysUrl), {
    cacheMaxAge: KEPT_MS,
    cooldownDuration: COOL_DOWN_MS,
    [customFetch]: async (url) => {
      const answer = await http({ vendor: "identity", method: "GET", url, changes: false, timeoutMs: 4_000 });
      return new Response(answer.text, { status: answer.status });
    },
  });
  keySets.set(keysUrl, keys);
  return keys;
}
