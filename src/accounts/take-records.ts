/** Files e-mails, calls and texts with the accounts of their parties. In batches. */
import { and, asc, eq, gte, lt, sql, type SQL } from "drizzle-orm";
import { among, type TenantDb } from "../platform/db/index.ts";
import { calls, texts } from "../messaging/tables/inbox.ts";
import { mails } from "../messaging/tables/mails.ts";
import { mailKeyOf, mailsByKeys, wordsOf, type MailRow } from "../messaging/inbox/index.ts";
import { DAY_MS, isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { momentOf } from "../kernel/local-time.ts";
import type { Logger } from "../kernel/log.ts";
import { formatNumber } from "../kernel/phone.ts";
import type { WorkspaceDeps } from "../workspace/index.ts";
import { fileSource, type Filing } from "./file-source.ts";
import { accountsOfKeys } from "./keys.ts";
import { mailIdentity } from "./same-mail.ts";
import { callSourceText, mailText, textsText } from "./source-text.ts";
import { dayOf } from "../kernel/calendar.ts";

export interface FilingDeps {
  readonly files: WorkspaceDeps;
  readonly logger: Logger;
  readonly timeZone: () => Promise<string>;
  /** Names of the owners of numbers. */
  readonly namesOf: (numbers: readonly string[]) => Promise<(number: string) => string | null>;
  /**
   * Backfills a page of the mailboxes' e-mails with an address; returns where to continue. Throws if they
   * don't respond.
   */
  readonly pastMail: (address: string, after: string) => Promise<string | null>;
}

/** Maximum texts per day and number; further ones count for the next day. */
const TEXTS_OF_A_DAY = 400;

/** Files e-mails by key; returns the accounts that received any. */
export async function takeMails(deps: FilingDeps, keys: readonly string[]): Promise<string[]> {
  const rows = await mailsByKeys(deps.files.db, keys);
  const parties = new Map(rows.map((row) => [mailKeyOf(row), partiesOf(row)]));
  const accounts = await accountsOfKeys(deps.files.db, [...parties.values()].flat());
  if (accounts.size === 0) return [];
  const timeZone = await deps.timeZone();
  const identities = await Promise.all(
    rows.map(({ messageId, fromAddress: from, subject, at }) =>
      mailIdentity({ messageId, from, subject, at }),
    ),
  );
  return file(
    deps,
    rows.flatMap((row, index) => {
      const item = mailKeyOf(row);
      const known = (parties.get(item) ?? []).filter((party) => accounts.has(party));
      return known.flatMap((party) =>
        (accounts.get(party) ?? []).map((accountId) => ({
          accountId,
          filing: {
            kind: "emails" as const,
            item,
            party,
            direction: row.direction,
            at: row.at,
            day: dayOf(Date.parse(row.at), timeZone),
            text: mailText(row, timeZone),
            ...(identities[index] === undefined ? {} : { mail: identities[index] }),
          },
        })),
      );
    }),
  );
}

/** Everyone else on the e-mail, starting with the sender. */
function partiesOf({ mailbox, fromAddress, to, cc }: MailRow): string[] {
  const all = [fromAddress, ...to, ...cc].map((one) => one.trim().toLowerCase());
  return [...new Set(all)].filter((one) => one !== mailbox.toLowerCase());
}

/** Like `takeMails`, for calls in which people spoke. */
export async function takeCalls(deps: FilingDeps, ids: readonly string[]): Promise<string[]> {
  const { db } = deps.files;
  const rows = await db.rows(calls, among(calls.id, ids));
  const spoken = rows.filter(({ summary, transcript }) => summary !== null || transcript !== null);
  const accounts = await accountsOfKeys(
    db,
    spoken.flatMap(({ contactNumber }) => contactNumber ?? []),
  );
  if (accounts.size === 0) return [];
  const [timeZone, nameOf] = await Promise.all([deps.timeZone(), deps.namesOf([...accounts.keys()])]);
  return file(
    deps,
    spoken.flatMap((row) => {
      const party = row.contactNumber ?? "";
      const who = nameOf(party) ?? formatNumber(party);
      return (accounts.get(party) ?? []).map((accountId) => ({
        accountId,
        filing: {
          kind: "calls" as const,
          item: row.id,
          party,
          direction: row.direction,
          at: row.at,
          day: dayOf(Date.parse(row.at), timeZone),
          text: callSourceText(row, who, timeZone),
        },
      }));
    }),
  );
}

/** Like `takeMails`, for texts: the whole day with a number is filed. */
export async function takeTexts(deps: FilingDeps, ids: readonly string[]): Promise<string[]> {
  const { db } = deps.files;
  const rows = await db.rows(texts, among(texts.id, ids));
  const accounts = await accountsOfKeys(
    db,
    rows.map(({ contactNumber }) => contactNumber),
  );
  if (accounts.size === 0) return [];
  const [timeZone, nameOf] = await Promise.all([deps.timeZone(), deps.namesOf([...accounts.keys()])]);
  const days = new Map(
    rows
      .filter(({ contactNumber }) => accounts.has(contactNumber))
      .map(({ contactNumber: number, at }) => {
        const day = dayOf(Date.parse(at), timeZone);
        return [`${number} ${day}`, { number, day }] as const;
      }),
  );
  const filings: { accountId: string; filing: Filing }[] = [];
  for (const [item, { number, day }] of days) {
    const said = await textsOf(db, number, momentOf(day, timeZone));
    const [last] = said.slice(-1);
    if (last === undefined) continue;
    const text = textsText(said, nameOf(number) ?? formatNumber(number), timeZone);
    const direction = said.some((one) => one.direction === "incoming") ? "incoming" : "outgoing";
    const filing = { kind: "sms", item, party: number, direction, at: last.at, day, text } as const;
    filings.push(...(accounts.get(number) ?? []).map((accountId) => ({ accountId, filing })));
  }
  return file(deps, filings);
}

async function textsOf(db: TenantDb, number: string, fromMs: number) {
  const rows = await db
    .rows(
      texts,
      and(
        eq(texts.contactNumber, number),
        gte(texts.at, isoTime(fromMs)),
        lt(texts.at, isoTime(fromMs + DAY_MS)),
      ),
    )
    .orderBy(asc(texts.at), asc(texts.id))
    .limit(TEXTS_OF_A_DAY);
  return rows.map((row) => ({ direction: row.direction, at: row.at, words: wordsOf(row) }));
}

/** Files each record; one that exceeds a limit is logged and skipped, so that it blocks nothing. */
async function file(
  { files, logger }: FilingDeps,
  filings: readonly { readonly accountId: string; readonly filing: Filing }[],
): Promise<string[]> {
  const changed = new Set<string>();
  for (const { accountId, filing } of filings) {
    try {
      if (await fileSource(files, accountId, filing)) changed.add(accountId);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "too_large") throw error;
      logger.warn("accounts.filing_failed", { tenantId: files.db.tenantId, error });
    }
  }
  return [...changed];
}

/** Records of a key filed at once. */
const PAGE = 60;

const PAST = "past";

/** Position in the records of a key: the kind, and the last filed record. */
type KnownPlace = readonly [kind: string, after: string];

/**
 * Files a page of a key's records, by kind, then by time. Returns where to continue, and the accounts that
 * received any.
 */
export async function takeKnown(
  deps: FilingDeps,
  key: string,
  place: KnownPlace | null,
): Promise<{ readonly place: KnownPlace | null; readonly changed: readonly string[] }> {
  const kinds = key.includes("@") ? MAIL_KINDS : PHONE_KINDS;
  const [name, after] = place ?? beginning(key);
  if (name === PAST) return { place: await readPast(deps, key, after), changed: [] };
  const at = kinds.findIndex((kind) => kind.name === name);
  const kind = kinds[at];
  if (kind === undefined) return { place: null, changed: [] };
  const rows = await kind.page(deps.files.db, key, after);
  const ids = rows.map(({ id }) => id);
  const changed = ids.length === 0 ? [] : await kind.take(deps, ids);
  const last = rows.at(-1);
  if (rows.length === PAGE && last !== undefined) return { place: [kind.name, last.place], changed };
  const next = kinds[at + 1]?.name ?? (key.includes("@") ? PAST : null);
  return { place: next === null ? null : [next, ""], changed };
}

function beginning(key: string): KnownPlace {
  return [key.includes("@") ? "from" : "texts", ""];
}

/** The e-mails it backfills are filed like any others. */
async function readPast({ pastMail }: FilingDeps, key: string, after: string): Promise<KnownPlace | null> {
  const next = await pastMail(key, after);
  return next === null ? null : [PAST, next];
}

interface Known {
  readonly name: string;
  readonly page: (
    db: TenantDb,
    key: string,
    after: string,
  ) => Promise<readonly { readonly id: string; readonly place: string }[]>;
  readonly take: (deps: FilingDeps, ids: readonly string[]) => Promise<string[]>;
}

const placeOf = ({ at, id }: { readonly at: string; readonly id: string }): string => `${at} ${id}`;

/** Condition for records after a position. */
function following(table: typeof texts | typeof calls | typeof mails, after: string): SQL | undefined {
  const cut = after.indexOf(" ");
  return after === ""
    ? undefined
    : sql`(${table.at}, ${table.id}) > (${after.slice(0, cut)}, ${after.slice(cut + 1)})`;
}

const mailsWith = (name: string, isWith: (address: string) => SQL): Known => ({
  name,
  async page(db, key, after) {
    const rows = await db
      .rows(mails, and(isWith(key), following(mails, after)))
      .orderBy(asc(mails.at), asc(mails.id))
      .limit(PAGE);
    return rows.map((row) => ({ id: mailKeyOf(row), place: placeOf(row) }));
  },
  take: takeMails,
});

const MAIL_KINDS: readonly Known[] = [
  mailsWith("from", (address) => eq(mails.fromAddress, address)),
  mailsWith("to", (address) => sql`to_addresses ->> '$[0]' = ${address}`),
];

const PHONE_KINDS: readonly Known[] = [
  {
    name: "texts",
    async page(db, key, after) {
      const rows = await db
        .rows(texts, and(eq(texts.contactNumber, key), following(texts, after)))
        .orderBy(asc(texts.at), asc(texts.id))
        .limit(PAGE);
      return rows.map((row) => ({ id: row.id, place: placeOf(row) }));
    },
    take: takeTexts,
  },
  {
    name: "calls",
    async page(db, key, after) {
      const rows = await db
        .rows(calls, and(eq(calls.contactNumber, key), following(calls, after)))
        .orderBy(asc(calls.at), asc(calls.id))
        .limit(PAGE);
      return rows.map((row) => ({ id: row.id, place: placeOf(row) }));
    },
    take: takeCalls,
  },
];
