/** Connects one Google account: a user signs in and grants scopes. Companies are connected by a service account instead. */
import * as z from "zod";
import { googleConnections } from "./connection.ts";
import { type MailboxSettings } from "../connections/mailbox-settings.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import { jsonClient } from "../json-client.ts";
import type { ConsentForm } from "../oauth/consent-form.ts";
import type { VendorSetup } from "../vendor-setup.ts";
import { parseAnswer } from "./parse.ts";
import { CAPABILITIES, IDENTITY_SCOPES, SCOPES } from "./scopes.ts";

export type GoogleVariable =
  | "GMAIL_BASE_URL"
  | "GOOGLE_CALENDAR_BASE_URL"
  | "GOOGLE_DRIVE_BASE_URL"
  | "GOOGLE_DOCS_BASE_URL"
  | "GOOGLE_SHEETS_BASE_URL"
  | "GOOGLE_OAUTH_BASE_URL"
  | "GOOGLE_ACCOUNTS_URL"
  | "GOOGLE_OPENID_BASE_URL";

/** `sub` never changes; `email` is the mailbox address. */
const userSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().toLowerCase().pipe(z.email()),
  name: z.string().optional(),
});

/** Requests reading and sending e-mail at once, and other scopes when needed. */
const consent: ConsentForm<GoogleVariable> = {
  client: "GOOGLE",
  issuer: (address) => address("GOOGLE_ACCOUNTS_URL"),
  authorizeUrl: (address) => `${address("GOOGLE_ACCOUNTS_URL")}/o/oauth2/v2/auth`,
  tokenUrl: (address) => `${address("GOOGLE_OAUTH_BASE_URL")}/token`,
  scopes: [...IDENTITY_SCOPES, SCOPES.read, SCOPES.send],
  grants: CAPABILITIES,
  // developers.google.com/identity/protocols/oauth2/web-server, read 2026-11-23: without `prompt=consent`, a repeated sign-in returns no
  // refresh token.
  authorizeParams: (before) => ({
    access_type: "offline",
    include_granted_scopes: "true",
    prompt: "consent",
    ...(before === null ? {} : { login_hint: before.id }),
  }),
  // The user is looked up with the access token; the ID token isn't used.
  readAnswer: (answer) => Object.fromEntries(Object.entries(answer).filter(([name]) => name !== "id_token")),
  async whoIs({ access, address, http, clock }) {
    const { sub, email } = await userOf(access, address, http, clock);
    return { id: sub, name: email };
  },
  async revoke({ tokens, address, http }) {
    const response = await http({
      vendor: "google",
      method: "POST",
      url: `${address("GOOGLE_OAUTH_BASE_URL")}/revoke`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ token: tokens.refresh ?? tokens.access }).toString(),
      changes: true,
    });
    // 400 `invalid_token`: already ended.
    if (response.status === 200 || response.status === 400) return;
    throw new IntegrationError("google", `google answered ${response.status}`, { status: response.status });
  },
  // Google keeps one grant per user and app: revoking any token ends all of them.
  sharesAccess: true,
};

export const googleSetup: VendorSetup<MailboxSettings, GoogleVariable> = {
  operatorsKey: {
    beside:
      "Signing in connects one person’s account. For several company mailboxes, the operator of this deployment connects a service account instead.",
    inUse: "A service account is in use. To use one person’s account instead, disconnect it first.",
  },
  consent,
  async settle({ credential, before, address, http, clock }) {
    const { email, name } = await userOf(credential, address, http, clock);
    const mailboxes = [{ address: email, name: nameOf(name, email) }];
    const version = (before?.version ?? 0) + 1;
    const isSame = before?.mailboxes.length === 1 && before.mailboxes[0]?.address === email;
    const kept = isSame
      ? { mail: before.mail, since: before.since }
      : { watched: [email], calendars: [email], since: isoTime(clock.now()) };
    return { settings: googleConnections.settings.parse({ mailboxes, version, ...kept }) };
  },
};

/** The user behind an access token. Throws IntegrationError. */
export async function userOf(
  access: string,
  address: (variable: GoogleVariable) => string,
  http: OutsideHttp,
  clock: Clock,
) {
  const client = jsonClient({
    vendor: "google",
    baseUrl: address("GOOGLE_OPENID_BASE_URL"),
    http,
    clock,
    headers: () => ({ authorization: `Bearer ${access}` }),
    reasons: { 401: "the access was not accepted" },
  });
  return parseAnswer(userSchema, await client({ method: "GET", path: "/v1/userinfo" }));
}

/** A valid sender name. */
function nameOf(name: string | undefined, email: string): string {
  const plain = (name ?? "")
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, 200);
  return plain === "" ? email : plain;
}
