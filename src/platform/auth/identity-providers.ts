/** Who proves people's identity here: Cloudflare Access, Clerk, both or neither. */
import type { IdentityProvider } from "./types.ts";

/** As configured; null for one that is not used. */
interface ProviderSettings {
  /** `audience` is the application's AUD tag. */
  readonly access: { readonly teamUrl: string; readonly audience: string } | null;
  readonly clerk: { readonly issuer: string; readonly authorizedParties: readonly string[] } | null;
}

/** The providers with where each publishes its keys. */
export function identityProviders(config: ProviderSettings): IdentityProvider[] {
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
