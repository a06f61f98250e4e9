/** The team's e-mail. */
import type { Mail } from "../../connections/index.ts";
import { gmail } from "../../integrations/google/read.ts";
import { listContacts } from "../../integrations/quo/read.ts";
import type { Tenant } from "../../tenant/index.ts";
import { actingMailbox } from "./acting-mailbox.ts";
import { defineToolset } from "../define-toolset.ts";
import { readEmail } from "./read-email.ts";
import { searchEmails } from "./search-emails.ts";
import { sendEmail } from "./send-email.ts";

/** What its tools use. */
export interface MailServices {
  readonly mail: Mail;
  readonly timeZone: string;
  /** Addresses of the phone system's contacts, for warnings alone; null where they cannot be had. */
  readonly contactAddresses: () => Promise<readonly string[] | null>;
}

export const mail = defineToolset<MailServices>({
  name: "mail",
  title: "E-mail",
  vendor: "google",
  tools: [searchEmails, readEmail, sendEmail],
  async open(tenant, acting) {
    const account = await tenant.account("google");
    const { mail: settings } = account.connection.settings;
    const mailbox = await actingMailbox(tenant.db, account.connection.settings, acting);
    return {
      mail: gmail(account, mailbox, [...new Set([mailbox.address, ...settings.watched])]),
      timeZone: await tenant.timeZone(),
      contactAddresses: () => contactAddresses(tenant),
    };
  },
});

async function contactAddresses(tenant: Tenant): Promise<string[] | null> {
  try {
    const contacts = await listContacts(await tenant.account("quo"));
    return contacts.flatMap(({ emails }) => emails.map((address) => address.toLowerCase()));
  } catch {
    return null;
  }
}
