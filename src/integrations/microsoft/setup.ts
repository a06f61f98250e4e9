/** Connects one person's Microsoft 365 account: they sign in and grant permissions. */
import * as z from "zod";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import { mailboxSettingsSchema, type MailboxSettings } from "../connections/index.ts";
import { jsonClient } from "../json-client.ts";
import type { ConsentForm } from "../oauth/consent-form.ts";
import type { VendorSetup } from "../vendor-setup.ts";
import { ME, parseAnswer, REASONS } from "./client.ts";
import { CAPABILITIES, IDENTITY_SCOPES, SCOPES } from "./scopes.ts";

export type MicrosoftVariable =
  | "MICROSOFT_LOGIN_BASE_URL"
  | "MICROSOFT_GRAPH_BASE_URL"
  | "MICROSOFT_UPLOAD_BASE_URL";

/** `mail` is null for an account without a mailbox; the sign-in name then is no mailbox either, but says whose it is. */
const userSchema = z.object({
  id: z.string().min(1).max(255),
  displayName: z.string().nullish(),
  mail: z.string().nullish(),
  userPrincipalName: z.string(),
});

const OAUTH = "/common/oauth2/v2.0";
const GRAPH = "https://graph.microsoft.com/";

/** Requests reading and sending e-mail at once, and other permissions when needed. */
const consent: ConsentForm<MicrosoftVariable> = {
  client: "MICROSOFT",
  issuer: (address) => address("MICROSOFT_LOGIN_BASE_URL"),
  authorizeUrl: (address) => `${address("MICROSOFT_LOGIN_BASE_URL")}${OAUTH}/authorize`,
  tokenUrl: (address) => `${address("MICROSOFT_LOGIN_BASE_URL")}${OAUTH}/token`,
  scopes: [...IDENTITY_SCOPES, SCOPES.read, SCOPES.send],
  grants: CAPABILITIES,
  // learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow, read 2026-11-30.
  authorizeParams: (before) => ({
    response_mode: "query",
    ...(before === null ? { prompt: "select_account" } : { login_hint: before.name }),
  }),
  // The user is looked up with the access token; the ID token isn't used. Scopes may be named with the resource before them.
  readAnswer(answer) {
    const named = Object.entries(answer).filter(([name]) => name !== "id_token");
    return Object.fromEntries(
      named.map(([name, value]) => [
        name,
        name === "scope" && typeof value === "string" ? value.replaceAll(GRAPH, "") : value,
      ]),
    );
  },
  async whoIs({ access, address, http, clock }) {
    const { id, email } = await userOf(access, address, http, clock);
    return { id, name: email };
  },
  // Microsoft keeps one grant per user and app, to which each consent adds.
  sharesAccess: true,
};

export const microsoftSetup: VendorSetup<MailboxSettings, MicrosoftVariable> = {
  consent,
  async settle({ credential, before, address, http, clock }) {
    const { email, name } = await userOf(credential, address, http, clock);
    const mailboxes = [{ address: email, name }];
    const version = (before?.version ?? 0) + 1;
    const isSame = before?.mailboxes.length === 1 && before.mailboxes[0]?.address === email;
    const kept = isSame
      ? { mail: before.mail, since: before.since }
      : { watched: [email], calendars: [email], since: isoTime(clock.now()) };
    return { settings: mailboxSettingsSchema.parse({ mailboxes, version, ...kept }) };
  },
};

/** The user behind an access token. Throws IntegrationError. */
async function userOf(
  access: string,
  address: (variable: MicrosoftVariable) => string,
  http: OutsideHttp,
  clock: Clock,
): Promise<{ readonly id: string; readonly email: string; readonly name: string }> {
  const client = jsonClient({
    vendor: "microsoft",
    baseUrl: address("MICROSOFT_GRAPH_BASE_URL"),
    http,
    clock,
    headers: () => ({ authorization: `Bearer ${access}` }),
    reasons: REASONS,
  });
  const query = { $select: "id,displayName,mail,userPrincipalName" };
  const { id, displayName, mail, userPrincipalName } = parseAnswer(
    userSchema,
    await client({ method: "GET", path: ME, query }),
  );
  const email = (mail ?? userPrincipalName).toLowerCase();
  const name = (displayName ?? "")
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, 200);
  return { id, email, name: name === "" ? email : name };
}
