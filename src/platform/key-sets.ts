/** Providers' published keys, fetched through the one HTTP wrapper and kept for the isolate's life. */
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from "jose";
import type { OutsideHttp } from "../kernel/outside-http.ts";

const KEPT_MS = 10 * 60_000;
/** A token with an unknown `kid` makes us ask again at most this often. */
const COOL_DOWN_MS = 30_000;

const keySets = new Map<string, JWTVerifyGetKey>();

/** The key set of an address. Addresses come from configuration, so the map stays small. */
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
