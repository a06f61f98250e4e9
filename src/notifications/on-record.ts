/** Which numbers, addresses and file names in a text the team has on record itself. */
import { and, isNull, or, sql } from "drizzle-orm";
import { listLines } from "../integrations/quo/connection.ts";
import { leadsIn } from "../kernel/leads.ts";
import { among, users, type TenantDb } from "../platform/db/index.ts";
import { contactKeys } from "../messaging/tables/contacts.ts";
import { workspaceFiles, workspaceFolders } from "../workspace/tables/workspace.ts";

/**
 * Those of contacts, members, the team's lines, files of the workspace and the conversation itself, for `withoutLeads`.
 * An address counts as a whole, and a domain alone where it is that of a contact's addresses.
 */
export async function findOnRecord(
  db: TenantDb,
  words: string,
  conversationId = "",
): Promise<ReadonlySet<string>> {
  const found = leadsIn(words).map((lead) => [lead, keyOf(lead)] as const);
  const keys = found.map(([, key]) => key);
  if (keys.length === 0) return new Set();
  const isMember = and(isNull(users.removedAt), or(among(users.email, keys), among(users.phone, keys)));
  const [contacts, members, lines, files] = await Promise.all([
    db.pick({ key: contactKeys.key }, contactKeys, among(contactKeys.key, keys)),
    db.pick({ email: users.email, phone: users.phone }, users, isMember),
    listLines(db),
    filesAmong(db, keys),
  ]);
  const known = new Set<string | null>([
    ...contacts.map(({ key }) => key),
    ...members.flatMap(({ email, phone }) => [email, phone]),
    ...lines.map(({ number }) => number),
    ...(conversationId.match(/\+\d{7,15}/g) ?? []),
    ...files.map(({ path }) => path.slice(path.lastIndexOf("/") + 1)),
  ]);
  return new Set(found.flatMap(([lead, key]) => (known.has(key) ? [lead] : [])));
}

/** Current files of these names (lowercase) in any folder, found in the index of paths. */
function filesAmong(db: TenantDb, names: readonly string[]) {
  const { pathKey: path, deletedAt } = workspaceFiles;
  const { pathKey: folder, tenantId } = workspaceFolders;
  const paths = sql`select value from json_each(${JSON.stringify(names)}) union all select ${folder} || '/' || value from ${workspaceFolders}, json_each(${JSON.stringify(names)}) where ${tenantId} = ${db.tenantId}`;
  return db.pick({ path }, workspaceFiles, sql`${path} in (${paths}) and ${deletedAt} is null`);
}

/** As records hold it: a number in E.164. */
function keyOf(lead: string): string {
  return /^\d+$/.test(lead) ? `+${lead.length === 10 ? "1" : ""}${lead}` : lead;
}
