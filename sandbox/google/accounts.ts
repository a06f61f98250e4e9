/**
 * Google's view of the demo companies: each has a service account with a key, and scopes delegated for the whole domain. Access tokens
 * are signed with a sandbox secret, so they survive a restart.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { rsaKeys } from "../rsa-keys.ts";
import type { SandboxContext } from "../service.ts";
import type { Section } from "../state.ts";
import { holds } from "./consents.ts";
import { DEMO, TENANTS, type DemoMailbox, type DemoTenant } from "../world/company.ts";

const SCOPE = "https://www.googleapis.com/auth/";

/** Scopes every demo administrator has delegated to the service account, for everyone in the domain. */
export const DELEGATED_SCOPES: ReadonlySet<string> = new Set(
  [
    "gmail.readonly",
    "gmail.modify",
    "gmail.send",
    "gmail.compose",
    "gmail.labels",
    "gmail.metadata",
    "calendar",
    "calendar.readonly",
    "calendar.events",
    "calendar.events.readonly",
    "drive",
    "drive.readonly",
    "drive.file",
    "spreadsheets",
  ].map((name) => `${SCOPE}${name}`),
);

/** A service account key file. */
export interface ServiceAccountFile {
  readonly type: "service_account";
  readonly project_id: string;
  readonly private_key_id: string;
  /** PKCS #8 PEM. */
  readonly private_key: string;
  readonly client_email: string;
  readonly client_id: string;
  readonly token_uri: string;
}

/** A service account with the public key that verifies its assertions. */
export interface ServiceAccount {
  readonly tenant: DemoTenant;
  readonly publicKey: string;
  readonly file: ServiceAccountFile;
}

/** An access token's grant. */
export interface Grant {
  /** The service account or OAuth app. */
  readonly iss: string;
  /** The impersonated person; null for the service account itself. */
  readonly sub: string | null;
  readonly scopes: readonly string[];
  readonly expiresAtS: number;
  /** The consent it is based on; ending that ends the grant. */
  readonly consent?: string;
}

export interface GoogleAccounts {
  find(clientEmail: string): ServiceAccount | null;
  forConnection(connectionId: string): ServiceAccount | null;
  issue(grant: Grant): string;
  /** The token's grant; null if it is unknown or expired. */
  verify(token: string): Grant | null;
  /** Scopes the administrators have withheld. */
  readonly withheld: Set<string>;
}

interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

interface Saved {
  readonly tokenSecret: string;
  readonly keys: Record<string, KeyPair>;
}

const known = new WeakMap<SandboxContext, GoogleAccounts>();

/** Shared per sandbox. Keys are generated once and survive a reset. */
export function googleAccounts(context: SandboxContext): GoogleAccounts {
  const before = known.get(context);
  if (before !== undefined) return before;
  const section: Section<Saved> = context.section<Saved>("google", () => ({
    tokenSecret: randomBytes(32).toString("base64url"),
    keys: keysOfAll(),
  }));
  section.save();
  const find = (match: (google: DemoTenant["google"]) => boolean): ServiceAccount | null => {
    const tenant = TENANTS.find(({ google }) => match(google));
    const pair = section.value.keys[tenant?.google.clientEmail ?? ""];
    if (tenant === undefined || pair === undefined) return null;
    return { tenant, publicKey: pair.publicKey, file: fileOf(context, tenant, pair.privateKey) };
  };
  const signature = (claims: string): Buffer =>
    createHmac("sha256", section.value.tokenSecret).update(claims).digest();
  const accounts: GoogleAccounts = {
    withheld: new Set(),
    find: (clientEmail) => find((google) => google.clientEmail === clientEmail),
    forConnection: (connectionId) => find((google) => google.connectionId === connectionId),
    issue(grant) {
      const claims = Buffer.from(JSON.stringify(grant)).toString("base64url");
      return `ya29.${claims}.${signature(claims).toString("base64url")}`;
    },
    verify(token) {
      const [head, claims, signed] = token.split(".");
      if (head !== "ya29" || claims === undefined || signed === undefined) return null;
      const given = Buffer.from(signed, "base64url");
      const wanted = signature(claims);
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
      const grant = JSON.parse(Buffer.from(claims, "base64url").toString("utf8")) as Grant;
      return grant.expiresAtS * 1000 <= context.now() || !holds(context, grant) ? null : grant;
    },
  };
  known.set(context, accounts);
  return accounts;
}

/** The mailbox of an address in any demo domain. */
export function findMailbox(address: string): { tenant: DemoTenant; mailbox: DemoMailbox } | null {
  const wanted = address.toLowerCase();
  for (const tenant of TENANTS) {
    const mailbox = tenant.google.mailboxes.find((one) => one.address === wanted);
    if (mailbox !== undefined) return { tenant, mailbox };
  }
  return null;
}

/** One key pair per demo company, and one shared by all other teams: a thousand pairs would take minutes. */
function keysOfAll(): Saved["keys"] {
  return Object.fromEntries(
    TENANTS.map((tenant) => [
      tenant.google.clientEmail,
      keysOf(DEMO.includes(tenant) ? tenant.google.clientEmail : "other teams"),
    ]),
  );
}

function keysOf(owner: string): KeyPair {
  const { privateKey, publicKey } = rsaKeys(owner);
  return {
    publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function fileOf(context: SandboxContext, { google }: DemoTenant, privateKey: string): ServiceAccountFile {
  const digest = createHash("sha256").update(privateKey).digest("hex");
  return {
    type: "service_account",
    project_id: google.projectId,
    private_key_id: digest.slice(0, 40),
    private_key: privateKey,
    client_email: google.clientEmail,
    client_id: BigInt(`0x${digest.slice(0, 17)}`)
      .toString()
      .slice(0, 21),
    token_uri: `${context.url}/google/oauth/token`,
  };
}
