/** How far back the records reach, so that "nothing on record" says of which time. */
import { asc, eq } from "drizzle-orm";
import { calls, texts } from "../../messaging/tables/inbox.ts";
import { mails } from "../../messaging/tables/mails.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { knowledgeItems, knowledgeSources } from "../tables/knowledge.ts";
import { isVisible } from "./visible.ts";

/** Above a team's number of sources. */
const MOST_SOURCES = 100;

/** The time of the oldest item of each kind that the user can find, by kind; kinds without any are missing. */
export async function oldestOnRecord(
  db: TenantDb,
  userId: string | null,
): Promise<ReadonlyMap<string, string>> {
  const sources = (await db.rows(knowledgeSources).limit(MOST_SOURCES)).filter((row) =>
    isVisible(row, userId),
  );
  const kinds = ["sms", "call", "email", ...sources.map(({ kind }) => kind)];
  const oldest = (await db.batch([
    db.rows(texts).orderBy(asc(texts.at)).limit(1),
    db.rows(calls).orderBy(asc(calls.at)).limit(1),
    db.rows(mails).orderBy(asc(mails.at)).limit(1),
    ...sources.map(({ id }) =>
      db.rows(knowledgeItems, eq(knowledgeItems.sourceId, id)).orderBy(asc(knowledgeItems.at)).limit(1),
    ),
  ])) as { at: string }[][];
  const found = new Map<string, string>();
  for (const [index, kind] of kinds.entries()) {
    const at = oldest[index]?.[0]?.at;
    const known = found.get(kind);
    if (at !== undefined && (known === undefined || at < known)) found.set(kind, at);
  }
  return found;
}
