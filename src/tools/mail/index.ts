/** The team's e-mail. */
import type { Mail } from "../../connections/index.ts";
import { gmail, gmailReader } from "../../integrations/google/read.ts";
import type { JsonReader } from "../../integrations/json-client.ts";
import { actingMailbox } from "./acting-mailbox.ts";
import { contactAddresses } from "./contact-addresses.ts";
import { defineToolset } from "../define-toolset.ts";
import * as tools from "./tools.ts";

/** What its tools use. */
export interface MailServices {
  readonly mail: Mail;
  /** The mailbox acted for, for what `mail` has no word for. */
  readonly mailbox: JsonReader;
  readonly timeZone: string;
  /** Addresses of the phone system's contacts, for warnings alone; null where they cannot be had. */
  readonly contactAddresses: (asked: readonly string[]) => Promise<readonly string[] | null>;
}

export const mail = defineToolset<MailServices>({
  name: "mail",
  title: "E-mail",
  vendor: "google",
  tools: Object.values(tools),
  async open(tenant, acting) {
    const account = await tenant.account("google");
    const { mail: settings } = account.connection.settings;
    const mailbox = await actingMailbox(tenant.db, account.connection.settings, acting);
    return {
      mail: gmail(account, mailbox, [...new Set([mailbox.address, ...settings.watched])]),
      mailbox: gmailReader(account, mailbox),
      timeZone: await tenant.timeZone(),
      contactAddresses: (asked) => contactAddresses(tenant, asked),
    };
  },
});
