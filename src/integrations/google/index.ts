/** Google Workspace: Gmail and calendars, through a service account that acts for the people of its allow-list. */
import * as z from "zod";
import { readEmail, unreadEmail } from "../../channels/email/inbound.ts";
import { googleConnections } from "../../connections/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { defineVendor } from "../define-vendor.ts";
import { CALENDAR_ROOT, GMAIL_ROOT, googleClient } from "./client.ts";
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
    GOOGLE_OAUTH_BASE_URL: { production: "https://oauth2.googleapis.com", sandbox: "/google/oauth" },
  },
  connections: googleConnections,
  effectEveryMs: 250,
  open({ connection, address, http, clock }): GoogleAccount {
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
    return {
      connection: info,
      clientEmail,
      clock,
      client: open(address("GMAIL_BASE_URL"), GMAIL_ROOT),
      calendar: open(address("GOOGLE_CALENDAR_BASE_URL"), CALENDAR_ROOT),
      reader: { whole: readEmail, inShort: unreadEmail },
    };
  },
  page: {
    gives: "E-mail and calendars",
    stops:
      "Steward stops reading e-mail, can’t send it, and can’t see or change calendars. E-mails it has already read stay.",
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
