/** The configured sign-in providers: Cloudflare Access, Clerk, both or neither. */
import type { IdentityProvider } from "./types.ts";

/** Null for a provider that is not configured. */
interface ProviderSettings {
  /** `audience` is the application's AUD tag. */
  readonly access: { readonly teamUrl: string; readonly audience: string } | null;
  readonly clerk: { readonly issuer: string; readonly authorizedParties: readonly string[] } | null;
}

/** The providers with the URLs of their public keys. */
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
