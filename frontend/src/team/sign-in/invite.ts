/** The invitation secret, kept in this tab during sign-in at the provider. */
const KEY = "steward.invite";
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** The secret in the hash of an invitation's address; null for anything else. */
export function secretIn(hash: string): string | null {
  const secret = hash.replace(/^#/, "");
  return SECRET.test(secret) ? secret : null;
}

export function rememberInvite(secret: string): void {
  sessionStorage.setItem(KEY, secret);
}

/** The invitation, once: a second try signs in without it. */
export function takeInvite(): string | null {
  const secret = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return secret === null ? null : secretIn(secret);
}
