/** Google Workspace: Gmail, calendars, Drive, Docs and Sheets, through a service account that acts for the people of its allow-list. */
import * as z from "zod";
import { readAttachment, readEmail, unreadEmail } from "../../channels/email/inbound.ts";
import { googleConnections } from "../../connections/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { defineVendor } from "../define-vendor.ts";
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
import { accessTokens } from "./oauth.ts";
import { listLabels, type GoogleAccount } from "./read.ts";

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
  },
  connections: googleConnections,
  effectEveryMs: 250,
  open({ connection, address, http, clock, readBlob }): GoogleAccount {
    const { credential, ...info } = connection;
    const key = serviceAccountSchema.safeParse(parseJson(credential));
    if (!key.success)
      throw new AppError("not_configured", `The service account of connection ${info.id} cannot be used`);
    const { client_email: clientEmail, private_key: privateKey } = key.data;
    const token = accessTokens(
      http,
      clock,
      { ...info, clientEmail, privateKey },
      address("GOOGLE_OAUTH_BASE_URL"),
    );
    const open = (baseUrl: string, root: string) => googleClient(http, clock, { baseUrl, root, token });
    const driveUrl = address("GOOGLE_DRIVE_BASE_URL");
    return {
      connection: info,
      clientEmail,
      clock,
      client: open(address("GMAIL_BASE_URL"), GMAIL_ROOT),
      mailUploads: open(address("GMAIL_BASE_URL"), GMAIL_UPLOAD_ROOT),
      readBlob,
      calendar: open(address("GOOGLE_CALENDAR_BASE_URL"), CALENDAR_ROOT),
      drive: {
        files: open(driveUrl, DRIVE_ROOT),
        uploads: open(driveUrl, DRIVE_UPLOAD_ROOT),
        bytes: googleFileClient(http, clock, { baseUrl: driveUrl, root: DRIVE_ROOT, token }),
        docs: open(address("GOOGLE_DOCS_BASE_URL"), DOCS_ROOT),
        sheets: open(address("GOOGLE_SHEETS_BASE_URL"), SHEETS_ROOT),
      },
      reader: { whole: readEmail, file: readAttachment, inShort: unreadEmail },
    };
  },
  page: {
    gives: "E-mail, calendars, Drive, Docs and Sheets",
    stops:
      "Steward stops reading e-mail, can’t send it, and can’t see or change calendars or files in Drive. E-mails it has already read stay.",
    refused: "Check in the Google Admin console that the service account still has domain-wide delegation.",
    added: "operator",
    whose: ({ mailboxes }) => mailboxes.map(({ address }) => address).join(", "),
    async check(account) {
      const [first] = account.connection.settings.mailboxes;
      if (first !== undefined) await listLabels(account, first.address);
    },
  },
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
