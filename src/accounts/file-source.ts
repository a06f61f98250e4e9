/**
 * Files a record as a source of an account: two files, written together with their row. The same words are
 * filed once; files removed by a person are not restored.
 */
import { and, eq, sql } from "drizzle-orm";
import { STEWARD } from "../platform/audit/index.ts";
import { accountSources } from "./tables/accounts.ts";
import { isoTime } from "../kernel/clock.ts";
import { sha256Hex } from "../kernel/hash.ts";
import { derivedId } from "../kernel/ids.ts";
import {
  asOwner,
  commitAll,
  findAny,
  type Commit,
  type FileRow,
  type WorkspaceDeps,
} from "../workspace/index.ts";
import { hasMail, unlessHasMail, type MailIdentity } from "./same-mail.ts";
import { summaryOf, type SourceText } from "./source-text.ts";
import { lastContactOf } from "./rows.ts";

export type SourceRow = typeof accountSources.$inferSelect;

export interface Filing extends Pick<SourceRow, "kind" | "item" | "party" | "direction" | "at"> {
  /** The day it is listed under, in the team's time zone. */
  readonly day: string;
  readonly text: SourceText;
  /** Identifies an e-mail, however it was imported. */
  readonly mail?: MailIdentity;
}

const ATTEMPTS = 10;
/**
 * Only recent records are checked for changes: older ones were known when the account's state was written.
 */
const FRESH_MS = 2 * 24 * 3_600_000;
const NAMES: Readonly<Record<SourceRow["kind"], string>> = {
  emails: "an e-mail",
  calls: "a phone call",
  sms: "texts",
};

export function sourceFile(
  { accountId, kind, id }: Pick<SourceRow, "accountId" | "kind" | "id">,
  name: "summary.md" | "raw.txt",
): string {
  return `accounts/${accountId}/sources/${kind}/${id}/${name}`;
}

/** Files a record; false if it is already filed, word for word or as the same e-mail from another source. */
export async function fileSource(deps: WorkspaceDeps, accountId: string, filing: Filing): Promise<boolean> {
  const { kind, item, day, text } = filing;
  // Starts with the day, so that a folder is in chronological order; the rest can't be chosen by outsiders.
  const id = `${day}-${(await derivedId("source", kind, item)).replaceAll("-", "").slice(-12)}`;
  const sha256 = await sha256Hex(text.raw);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const known = await findSource(deps, accountId, id);
    if (known?.sha256 === sha256) return false;
    if (filing.mail !== undefined && (await hasMail(deps.db, accountId, id, filing.mail))) return false;
    if (await writeFiles(deps, { accountId, id, sha256, filing, known })) return true;
  }
  throw new Error("a source changes too often to be filed");
}

/** Null if there is none. */
export function findSource(
  { db }: Pick<WorkspaceDeps, "db">,
  accountId: string,
  id: string,
): Promise<SourceRow | null> {
  return db.find(accountSources, isSource(accountId, id));
}

function isSource(accountId: string, id: string) {
  return and(eq(accountSources.accountId, accountId), eq(accountSources.id, id)) ?? sql`false`;
}

async function writeFiles(
  deps: WorkspaceDeps,
  asked: {
    readonly accountId: string;
    readonly id: string;
    readonly sha256: string;
    readonly filing: Filing;
    readonly known: SourceRow | null;
  },
): Promise<boolean> {
  const { accountId, id, sha256, filing, known } = asked;
  const { kind, item, party, direction, at, text, mail } = filing;
  const place = { accountId, kind, id };
  const { content, kind: summary } = summaryOf(text);
  const files = [
    { path: sourceFile(place, "raw.txt"), content: text.raw },
    { path: sourceFile(place, "summary.md"), content },
  ];
  const heads = await Promise.all(files.map(({ path }) => findAny(deps, path)));
  // A person removed it.
  if (known !== null && heads.some((head) => head === null || head.deletedAt !== null)) return true;
  const origin = { author: STEWARD, source: `text from outside, ${NAMES[kind]}` };
  const commits = files.map(({ path, content: words }, index): Commit => {
    const head: FileRow | null = heads[index] ?? null;
    const isNew = head === null || head.deletedAt !== null;
    return { head, path, content: words, change: isNew ? "created" : "edited", origin };
  });
  const nowMs = deps.clock.now();
  const now = isoTime(nowMs);
  const isRead = summary === "extract" || nowMs - Date.parse(at) < FRESH_MS;
  const row = {
    kind,
    item,
    party,
    direction,
    at,
    sha256,
    summary,
    dueAt: isRead ? now : null,
    failures: 0,
    filedAt: now,
    messageId: mail?.messageId ?? null,
    likeness: mail?.likeness[0] ?? null,
  };
  const moved = await commitAll(asOwner(deps, "accounts"), commits, () => [
    ...(mail === undefined ? [] : [unlessHasMail(deps.db, accountId, id, mail)]),
    // A row created concurrently aborts the batch.
    known === null
      ? deps.db.insert(accountSources, { accountId, id, ...row })
      : deps.db.update(accountSources, row, isSource(accountId, id)),
    lastContactOf(deps.db, accountId),
  ]);
  return moved !== null;
}
