/** Links to e-mails: to their message in the app if they entered a conversation, else to their mailbox. */
import type { TenantDb } from "../../platform/db/index.ts";
import { mailKeyOf } from "./accept-mail.ts";
import { mailPage } from "./dispatch-mail.ts";
import type { MailRow } from "./mail-ports.ts";
import { mailsByKeys } from "./mail-search-source.ts";

/** An e-mail, by mailbox and ID. */
export type MailPlace = Pick<MailRow, "mailbox" | "id">;

/** Links to these e-mails, with one query; `linkOf` links to their mailbox. */
export async function mailLinks(
  db: TenantDb,
  linkOf: (mailbox: string, id: string) => string,
  emails: readonly MailPlace[],
): Promise<(email: MailPlace) => string> {
  const rows = await mailsByKeys(db, [...new Set(emails.map(mailKeyOf))]);
  const pages = new Map(
    rows.filter(({ state }) => state === "handed").map((row) => [mailKeyOf(row), mailPage(row)]),
  );
  return (email) => pages.get(mailKeyOf(email)) ?? linkOf(email.mailbox, email.id);
}
