/** E-mails as search finds them: by their words, their subject, and who wrote them. */
import { asc, sql } from "drizzle-orm";
import { mails, type TenantDb } from "../db/index.ts";
import type { SearchItem } from "../protocol/search-items.ts";
import type { SearchSource } from "../search/index.ts";
import { mailKeyOf } from "./accept-mail.ts";
import { mailThreadKey, nameOf, wordsOfMail } from "./hand-on-mail.ts";
import type { MailRow } from "./mail-ports.ts";

const KEY = sql`${mails.mailbox} || '/' || ${mails.id}`;

/** The e-mails of a tenant. Copies of one e-mail in another mailbox are left out. */
export function mailSource(db: TenantDb): SearchSource {
  return {
    async load(ids) {
      const rows = await db.rows(mails, sql`${KEY} in (select value from json_each(${JSON.stringify(ids)}))`);
      return rows.filter(({ reason }) => reason !== "copy").map(itemOf);
    },
    async page(after, limit) {
      const rows = await db
        .rows(mails, after === null ? undefined : sql`${KEY} > ${after}`)
        .orderBy(asc(KEY))
        .limit(limit);
      const last = rows.at(-1);
      return {
        items: rows.filter(({ reason }) => reason !== "copy").map(itemOf),
        next: rows.length < limit || last === undefined ? null : mailKeyOf(last),
      };
    },
  };
}

function itemOf(row: MailRow): SearchItem {
  const thread = mailThreadKey(row.threadId);
  return {
    source: "email",
    id: mailKeyOf(row),
    title: row.subject === "" ? nameOf(row) : `${nameOf(row)}: ${row.subject}`,
    text: wordsOfMail(row),
    keywords: [row.fromAddress, ...row.to, ...row.cc, ...row.attachments.map(({ name }) => name)].join(" "),
    at: row.at,
    url: `/conversations/${encodeURIComponent(thread)}`,
    thread,
    meta: { direction: row.direction, mailbox: row.mailbox },
  };
}
