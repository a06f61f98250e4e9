/** E-mails as a search source: by text, subject and author. */
import { and, asc, sql, type SQL } from "drizzle-orm";
import { mails } from "../tables/mails.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import type { SearchItem } from "../../platform/api/search-items.ts";
import type { SearchSource } from "../../platform/search-sources.ts";
import { mailKeyOf } from "./accept-mail.ts";
import { conversationOfMail, mailPage, nameOf, wordsOfMail } from "./dispatch-mail.ts";
import type { MailRow } from "./mail-ports.ts";

/** Order of the primary key, so that a page costs only what it returns. */
const ORDER = [asc(mails.mailbox), asc(mails.id)] as const;

/** All e-mails of a tenant, without copies in other mailboxes. */
export function mailSource(db: TenantDb): SearchSource {
  return {
    load: async (ids) => (await mailsByKeys(db, ids)).map(itemOf),
    async page(after, limit) {
      const rows = await db
        .rows(mails, after === null ? undefined : afterKey(after))
        .orderBy(...ORDER)
        .limit(limit);
      const last = rows.at(-1);
      return {
        items: rows.filter(({ reason }) => reason !== "copy").map(itemOf),
        next: rows.length < limit || last === undefined ? null : mailKeyOf(last),
      };
    },
  };
}

/** The e-mails with these keys, without copies. */
export async function mailsByKeys(db: TenantDb, keys: readonly string[]): Promise<MailRow[]> {
  if (keys.length === 0) return [];
  return (await db.rows(mails, withMailKeys(keys))).filter(({ reason }) => reason !== "copy");
}

/** Splits a key into mailbox and ID. IDs contain no slash. */
function partsOf(key: string): { mailbox: string; id: string } {
  const cut = key.lastIndexOf("/");
  return { mailbox: key.slice(0, cut), id: key.slice(cut + 1) };
}

/** Condition that selects these keys. */
export function withMailKeys(keys: readonly string[]): SQL {
  const parts = keys.map(partsOf);
  const among = (column: typeof mails.mailbox | typeof mails.id, values: readonly string[]): SQL =>
    sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
  const isAmong = and(
    among(mails.mailbox, [...new Set(parts.map(({ mailbox }) => mailbox))]),
    among(
      mails.id,
      parts.map(({ id }) => id),
    ),
    sql`${mails.mailbox} || '/' || ${mails.id} in (select value from json_each(${JSON.stringify(keys)}))`,
  );
  return isAmong ?? sql`false`;
}

function afterKey(key: string): SQL {
  const { mailbox, id } = partsOf(key);
  return sql`(${mails.mailbox}, ${mails.id}) > (${mailbox}, ${id})`;
}

function itemOf(row: MailRow): SearchItem {
  const thread = conversationOfMail(row);
  return {
    source: "email",
    id: mailKeyOf(row),
    title: row.subject === "" ? nameOf(row) : `${nameOf(row)}: ${row.subject}`,
    text: wordsOfMail(row),
    keywords: [row.fromAddress, ...row.to, ...row.cc, ...row.attachments.map(({ name }) => name)].join(" "),
    at: row.at,
    // E-mails that started no run, and outgoing ones, have no message of their own.
    url:
      row.direction === "incoming" && row.state !== "recorded"
        ? mailPage(row)
        : `/conversations/${encodeURIComponent(thread)}`,
    thread,
    meta: { direction: row.direction, mailbox: row.mailbox },
    ...(row.summary === null ? {} : { summary: row.summary }),
  };
}
