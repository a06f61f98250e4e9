/**
 * The final search of an erasure: every table, objects of their conversations, the archive, the search index,
 * the team's other conversations including tool results, and earlier versions of files. It changes little:
 * findings are listed on the certificate, for people to review.
 */
import { and, asc, gt, isNull, sql } from "drizzle-orm";
import { among } from "../../platform/db/index.ts";
import { conversations } from "../../agent/tables/conversations.ts";
import { workspaceFiles, workspaceVersions } from "../../workspace/tables/workspace.ts";
import type { ErasedPerson, KeptMention } from "../api/erasure.ts";
import type { StoredPage } from "../../platform/api/stored-rows.ts";
import { hitsOf, mentionInConversation } from "./hits.ts";
import { markOf, markOfConversations, type Mark } from "./mark.ts";
import { walkMentions } from "./mentions.ts";
import type { Piece, Work } from "./piece.ts";
import type { ErasureDeps } from "./ports.ts";

/** Conversations and file versions searched per piece. */
const CONVERSATIONS = 10;
const VERSIONS = 50;

/** Stages after the tables, whose names sort before "~". */
const STORES = "~stores";
const CHATS = "~chats";
const OLD_FILES = "~files";

/** Searches everywhere once more, piece by piece. */
export const lookAgain: Work = (deps, person, { id, place }) => {
  const [name = "", after = 0] = place ?? [];
  switch (name) {
    case STORES:
      return inStores(deps, person);
    case CHATS:
      return inConversations(deps, person, String(after));
    case OLD_FILES:
      return inOldVersions(deps, person, String(after));
    default:
      return inTables(deps, person, id, [String(name), Number(after)]);
  }
};

async function inTables(
  { db }: ErasureDeps,
  person: ErasedPerson,
  id: string,
  at: readonly [string, number],
): Promise<Piece> {
  const { left, next } = await walkMentions(db, id, markOf(person), at, null);
  return { left, place: next ?? [STORES] };
}

/** Data that was added in the meantime is removed as well. */
async function inStores(deps: ErasureDeps, person: ErasedPerson): Promise<Piece> {
  const { db, search, rowsInConversation, wipeConversation, eraseArchive } = deps;
  const kept: KeptMention[] = [];
  const keep = (what: string, count: number): void => {
    if (count > 0) kept.push({ what, path: null, fileId: null, count });
  };
  let inside = 0;
  for (const conversation of person.conversations) {
    const rows = await rowsInConversation(conversation);
    if (rows > 0) await wipeConversation(conversation);
    inside += rows;
  }
  keep("Rows inside conversations, removed by the search afterwards", inside);
  const mark = markOf(person);
  const inArchive = async (what: string, isTheirs: Mark["isIn"], isDry: boolean): Promise<void> => {
    for (let from: Parameters<typeof eraseArchive>[1] = null; ;) {
      const { lines, next } = await eraseArchive(isTheirs, from, isDry);
      keep(what, lines);
      if (next === null) return;
      from = next;
    }
  };
  await inArchive("Lines of the archive, erased by the search afterwards", mark.isIn, false);
  await inArchive("Lines of the archive that hold a part of the name", mark.isListed, true);
  return { left: [...kept, ...(await hitsOf(db, await search(), person))], place: [CHATS, ""] };
}

/** The team's other conversations: messages and tool results. */
async function inConversations(
  { db, readConversation }: ErasureDeps,
  person: ErasedPerson,
  after: string,
): Promise<Piece> {
  const rows = await db
    .pick({ id: conversations.id }, conversations, gt(conversations.id, after))
    .orderBy(asc(conversations.id))
    .limit(CONVERSATIONS);
  const mark = markOfConversations(person);
  const left: KeptMention[] = [];
  for (const row of rows) {
    const id = String(row["id"]);
    if (await isInside(readConversation, id, mark)) left.push(mentionInConversation(id));
  }
  const last = rows.at(-1)?.["id"];
  const isOver = rows.length < CONVERSATIONS || last === undefined;
  return { left, place: isOver ? [OLD_FILES, ""] : [CHATS, String(last)] };
}

async function isInside(read: ErasureDeps["readConversation"], id: string, mark: Mark): Promise<boolean> {
  for (let after: StoredPage["after"] = null; ;) {
    const page = await read(id, { columns: {}, after });
    if (page.tables.some(({ rows }) => rows.some((row) => row.some(mark.isListed)))) return true;
    if (page.after === null) return false;
    after = page.after;
  }
}

/** Previous contents of files, and contents of deleted files. */
async function inOldVersions(
  { db, readVersion }: ErasureDeps,
  person: ErasedPerson,
  after: string,
): Promise<Piece> {
  const { fileId, sha256 } = workspaceVersions;
  const rows = await db
    .pick(
      { sha256, files: sql<string>`json_group_array(distinct ${fileId})`.as("files") },
      workspaceVersions,
      gt(sha256, after),
    )
    .groupBy(sha256)
    .orderBy(asc(sha256))
    .limit(VERSIONS);
  const contents = rows.map((row) => String(row["sha256"]));
  const isLive = and(isNull(workspaceFiles.deletedAt), among(workspaceFiles.sha256, contents));
  const live = await db.pick({ sha256: workspaceFiles.sha256 }, workspaceFiles, isLive ?? sql`false`);
  const standing = new Set(live.map((row) => row["sha256"]));
  const mark = markOf(person);
  const left: KeptMention[] = [];
  for (const row of rows.filter((one) => !standing.has(one["sha256"]))) {
    if (!mark.isListed(await readVersion(String(row["sha256"])))) continue;
    const files = JSON.parse(String(row["files"])) as string[];
    left.push(...files.map((id) => ({ what: OLD_VERSION, path: null, fileId: id, count: 1 })));
  }
  return { left, place: rows.length < VERSIONS ? null : [OLD_FILES, contents.at(-1) ?? ""] };
}

const OLD_VERSION = "An earlier version of a file";
