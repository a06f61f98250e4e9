/** Composes sign-in: the configured providers and their public keys. */
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from "jose";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import type { DeploymentContext } from "../context.ts";
import type { AuthDeps, IdentityProvider } from "./types.ts";
import { tokenVerifier } from "./verify-token.ts";

/** Dependencies of sign-in. No I/O. */
export function authDeps(deployment: DeploymentContext): AuthDeps {
  const { system, clock, ids, config, outside } = deployment;
  const keys = (url: string) => remoteKeys(url, outside);
  return {
    system,
    db: (tenantId) => deployment.tenant(tenantId).db,
    clock,
    ids,
    verify: tokenVerifier({ providers: identityProviders(config), keys, clock }),
  };
}

/** Null for a provider that is not configured. */
interface ProviderSettings {
  /** `audience` is the application's AUD tag. */
  readonly access: { readonly teamUrl: string; readonly audience: string } | null;
  readonly clerk: { readonly issuer: string; readonly authorizedParties: readonly string[] } | null;
}

/** The providers with the URLs of their public keys. */
function identityProviders(config: ProviderSettings): IdentityProvider[] {
  const providers: IdentityProvider[] = [];
  if (config.access !== null) {
    providers.push({
      kind: "access",
      issuer: config.access.teamUrl,
      keysUrl: `${config.access.teamUrl}/cdn-cgi/access/certs`,
      audience: config.access.audience,
      authorizedParties: [],
    });
  }
  if (config.clerk !== null) {
    providers.push({
      kind: "clerk",
      issuer: config.clerk.issuer,
      keysUrl: `${config.clerk.issuer}/.well-known/jwks.json`,
      audience: null,
      authorizedParties: config.clerk.authorizedParties,
    });
  }
  return providers;
}

const KEPT_MS = 10 * 60_000;
/** Minimum interval between reloads because of a token with an unknown `kid`. */
const COOL_DOWN_MS = 30_000;

const keySets = new Map<string, JWTVerifyGetKey>();

/** The keys at a URL. URLs come from configuration, so the cache stays small. */
function remoteKeys(keysUrl: string, http: OutsideHttp): JWTVerifyGetKey {
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
