/**
 * Google: Gmail, calendars, Drive, Docs and Sheets. Either a company's, through a service account that impersonates the people on its
 * allow-list, or one person's, within the scopes they granted at sign-in.
 */
import * as z from "zod";
import { googleConnections } from "./connection.ts";
import { type Connection } from "../connections/index.ts";
import { type MailboxSettings } from "../connections/mailbox-settings.ts";
import { AppError } from "../../kernel/errors.ts";
import { defineVendor, type Consented, type Opening } from "../define-vendor.ts";
import {
  CALENDAR_ROOT,
  DOCS_ROOT,
  DRIVE_ROOT,
  DRIVE_UPLOAD_ROOT,
  GMAIL_ROOT,
  GMAIL_UPLOAD_ROOT,
  googleClient,
  googleFileClient,
  SHEETS_ROOT,
} from "./client.ts";
import { consentTokens } from "./consent-tokens.ts";
import { GOOGLE_KNOWLEDGE } from "./knowledge.ts";
import { accessTokens } from "./oauth.ts";
import { listLabels, type GoogleAccount } from "./read.ts";
import { isAllowed, lacking, notAllowed, type GoogleScope } from "./scopes.ts";
import { googleSetup, userOf, type GoogleVariable } from "./setup.ts";
import { parseJson } from "../../kernel/parse-json.ts";

const serviceAccountSchema = z.object({
  client_email: z.email(),
  private_key: z.string().includes("PRIVATE KEY"),
});

export const google = defineVendor({
  name: "google",
  title: "Google",
  addresses: {
    GMAIL_BASE_URL: { production: "https://gmail.googleapis.com", sandbox: "/google/gmail" },
    GOOGLE_CALENDAR_BASE_URL: { production: "https://www.googleapis.com", sandbox: "/google/calendar" },
    GOOGLE_DRIVE_BASE_URL: { production: "https://www.googleapis.com", sandbox: "/google/drive" },
    GOOGLE_DOCS_BASE_URL: { production: "https://docs.googleapis.com", sandbox: "/google/docs" },
    GOOGLE_SHEETS_BASE_URL: { production: "https://sheets.googleapis.com", sandbox: "/google/sheets" },
    GOOGLE_OAUTH_BASE_URL: { production: "https://oauth2.googleapis.com", sandbox: "/google/oauth" },
    GOOGLE_ACCOUNTS_URL: { production: "https://accounts.google.com", sandbox: "/google/accounts" },
    GOOGLE_OPENID_BASE_URL: { production: "https://openidconnect.googleapis.com", sandbox: "/google/openid" },
  },
  connections: googleConnections,
  effectEveryMs: 250,
  open({ connection, consent, address, http, clock, readBlob, formats }): GoogleAccount {
    const { credential, ...info } = connection;
    const opened = accessBy({ credential, consent, info, address, http, clock });
    const open = (baseUrl: string, root: string) =>
      googleClient(http, clock, { baseUrl, root, ...opened.by });
    const driveUrl = address("GOOGLE_DRIVE_BASE_URL");
    return {
      connection: info,
      serviceAccount: opened.serviceAccount,
      mustAllow: opened.mustAllow,
      lacks: opened.lacks,
      checkAccess: opened.checkAccess,
      clock,
      client: open(address("GMAIL_BASE_URL"), GMAIL_ROOT),
      mailUploads: open(address("GMAIL_BASE_URL"), GMAIL_UPLOAD_ROOT),
      readBlob,
      calendar: open(address("GOOGLE_CALENDAR_BASE_URL"), CALENDAR_ROOT),
      drive: {
        files: open(driveUrl, DRIVE_ROOT),
        uploads: open(driveUrl, DRIVE_UPLOAD_ROOT),
        bytes: googleFileClient(http, clock, { baseUrl: driveUrl, root: DRIVE_ROOT, ...opened.by }),
        docs: open(address("GOOGLE_DOCS_BASE_URL"), DOCS_ROOT),
        sheets: open(address("GOOGLE_SHEETS_BASE_URL"), SHEETS_ROOT),
      },
      formats,
    };
  },
  knowledge: GOOGLE_KNOWLEDGE,
  page: {
    gives: "E-mail in Gmail, calendars, Drive, Docs, and Sheets",
    stops:
      "Steward stops reading e-mail, can’t send it, and can’t see or change calendars or files in Drive. E-mails it has already read stay.",
    refused: "Check in the Google Admin console that the service account still has domain-wide delegation.",
    added: googleSetup,
    whose: ({ mailboxes }) => mailboxes.map(({ address }) => address).join(", "),
    async check(account) {
      const [first] = account.connection.settings.mailboxes;
      if (account.checkAccess !== null) await account.checkAccess();
      else if (first !== undefined) await listLabels(account, first.address);
    },
  },
});

type Asked = Pick<Opening<MailboxSettings, GoogleVariable>, "consent" | "address" | "http" | "clock"> & {
  /** Holds a secret. */
  readonly credential: string;
  readonly info: Connection<MailboxSettings>;
};

/** The token source. Throws AppError `not_configured`. */
function accessBy(asked: Asked) {
  return asked.consent === null ? byServiceAccount(asked) : byConsent(asked, asked.consent);
}

function byServiceAccount({ credential, info, address, http, clock }: Asked) {
  const key = serviceAccountSchema.safeParse(parseJson(credential));
  if (!key.success)
    throw new AppError("not_configured", `The service account of connection ${info.id} can’t be used`);
  const { client_email: clientEmail, private_key: privateKey } = key.data;
  const account = { ...info, clientEmail, privateKey };
  return {
    by: {
      token: accessTokens(http, clock, account, address("GOOGLE_OAUTH_BASE_URL")),
      forbidden: "this person isn’t allowed to do this: share it with them, or choose another person",
      unscoped:
        "Steward lacks this access: a Google Workspace admin grants the service account its scopes in the Admin console under Domain-wide delegation",
    },
    serviceAccount: clientEmail,
    // Only Google knows which scopes are delegated to a service account.
    mustAllow: () => {},
    lacks: () => [],
    checkAccess: null,
  };
}

function byConsent({ credential, info, address, http, clock }: Asked, consent: Consented) {
  const { use, token } = consentTokens(info.settings.mailboxes[0]?.address, credential, consent);
  return {
    by: {
      token,
      forbidden:
        "the connected account isn’t allowed to do this: share it with that account, or choose another",
      unscoped:
        "Steward lacks this access: reconnect Google under Settings → Connections and allow what Steward asks for",
    },
    serviceAccount: null,
    mustAllow: (scope: GoogleScope): void => {
      if (!isAllowed(consent.scopes, scope)) throw notAllowed(scope);
    },
    lacks: (scopes: readonly GoogleScope[]) => lacking(consent.scopes, scopes),
    checkAccess: async () => void (await use((access) => userOf(access, address, http, clock))),
  };
}
