/**
 * Erases a person stage by stage, in bounded pieces. Progress is recorded in the row, so that it resumes
 * after a crash; repeating a piece finds less.
 */
import { asc, eq, gt, sql } from "drizzle-orm";
import { STEWARD, type Actor } from "../../platform/audit/index.ts";
import { leaseRows, type WorkResult } from "../../platform/work/index.ts";
import { among } from "../../platform/db/index.ts";
import { conversations } from "../../agent/tables/conversations.ts";
import { erasures } from "../tables/erasure.ts";
import { mails } from "../../messaging/tables/mails.ts";
import { texts } from "../../messaging/tables/inbox.ts";
import { backOffMs } from "../../kernel/back-off.ts";
import { isoTime } from "../../kernel/clock.ts";
import { canonicalJson, sha256Hex } from "../../kernel/hash.ts";
import { derivedId } from "../../kernel/ids.ts";
import type { KeptMention } from "../api/erasure.ts";
import type { StoredChange, StoredPage } from "../../platform/api/stored-rows.ts";
import { changesIn } from "./chats.ts";
import { mentionInConversation, takenOutOf } from "./hits.ts";
import { lookAgain } from "./look-again.ts";
import { markOf, markOfConversations } from "./mark.ts";
import { walkMentions } from "./mentions.ts";
import { OWN_ROWS } from "./own.ts";
import { openDrafts } from "./person.ts";
import type { Piece, Row, Work } from "./piece.ts";
import type { ErasureDeps } from "./ports.ts";

type Stage = Row["stage"];

const LEASE_MS = 40_000;
const RETRY = { firstMs: 30_000, longestMs: 30 * 60_000 } as const;
/** Rows deleted at once, and attachments looked up at once. */
const ROWS = 500;
const FILES = 100;
/** Poll interval for a draft that is being sent. */
const BUSY_MS = 10_000;

/** Continues the due erasures until a deadline. */
export async function continueErasures(deps: ErasureDeps, untilMs: number): Promise<WorkResult> {
  const nowMs = deps.clock.now();
  const rows = await leaseRows(deps.db, erasures, {
    nowIso: isoTime(nowMs),
    untilIso: isoTime(nowMs + LEASE_MS),
    limit: 1,
  });
  const [row] = rows;
  if (row === undefined) return "done";
  try {
    await workOn(deps, row, untilMs);
  } catch (error) {
    deps.logger.warn("erasure.failed", { tenantId: deps.db.tenantId, error });
    const failures = row.failures + 1;
    const dueAt = isoTime(deps.clock.now() + backOffMs(failures, RETRY));
    await deps.db.update(erasures, { failures, dueAt }, eq(erasures.id, row.id));
  }
  return "more";
}

async function workOn(deps: ErasureDeps, leased: Row, untilMs: number): Promise<void> {
  let row: Row = leased;
  while (row.person !== null && row.stage !== "done") {
    const piece = await STAGES[row.stage](deps, row.person, row);
    row = await note(deps, row, piece);
    if (deps.clock.now() >= untilMs || piece.waitMs !== undefined) return;
  }
}

/** Records a piece's results and where to continue. */
async function note({ db, clock }: ErasureDeps, row: Row, piece: Piece): Promise<Row> {
  const { removed = {}, noted = {}, left = [], place, waitMs = 0 } = piece;
  const stage = place === null && piece.waitMs === undefined ? following(row.stage) : row.stage;
  const counts: Record<string, number> = { ...row.removed };
  for (const [what, count] of [...Object.entries(removed), ...Object.entries(noted)])
    counts[what] = (counts[what] ?? 0) + count;
  const now = isoTime(clock.now());
  const next: Row = {
    ...row,
    stage,
    place,
    removed: stage === "done" ? withoutNothing(counts) : counts,
    left: merged(row.left, left),
    failures: 0,
    dueAt: isoTime(clock.now() + waitMs),
    ...(stage === "done" ? { person: null, finishedAt: now, dueAt: null } : {}),
  };
  const hash = stage === "done" ? await certificateHash(next) : null;
  const { tenantId: _, id, ...set } = { ...next, hash };
  await db.update(erasures, set, eq(erasures.id, id));
  return { ...next, hash };
}

function withoutNothing(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** Without duplicates, and with counts of the same kind added up. */
function merged(before: readonly KeptMention[], more: readonly KeptMention[]): KeptMention[] {
  const all = new Map<string, KeptMention>();
  for (const one of [...before, ...more]) {
    const key = `${one.what} ${one.path ?? ""} ${one.fileId ?? ""}`;
    const known = all.get(key);
    // A record with its own page is listed once, however often it is found.
    const isOneThing = one.fileId !== null || /^\/[\w-]+\/(?!settings)[^/]+$/.test(one.path ?? "");
    if (known === undefined) all.set(key, one);
    else if (!isOneThing) all.set(key, { ...known, count: known.count + one.count });
  }
  return [...all.values()];
}

/** The hash of the certificate's content. */
function certificateHash({
  id,
  removed,
  left,
  requestedByName,
  requestedAt,
  finishedAt,
}: Row): Promise<string> {
  return sha256Hex(
    canonicalJson({ id, removed, left, requestedBy: requestedByName, requestedAt, finishedAt }),
  );
}

const ORDER: readonly Stage[] = [
  "drafts",
  "files",
  "conversations",
  "own",
  "mentions",
  "archive",
  "search",
  "check",
  "done",
];

function following(stage: Stage): Stage {
  return ORDER[ORDER.indexOf(stage) + 1] ?? "done";
}

const COUNTED = "counted";
const MENTIONS = "Mentions in other records";

/** A figure of the certificate; none if zero. */
function counted(what: string, count: number): Readonly<Record<string, number>> {
  return count === 0 ? {} : { [what]: count };
}

/** The scan of the team's other conversations. */
const OTHERS = "others";
/** Conversations scanned per piece. */
const CONVERSATIONS = 10;

/**
 * Masks them in the next conversations: recorded before the change, so that a crash does not affect the
 * figures.
 */
const takeOutOfConversations: Work = async (deps, person, { place }) => {
  const { db, readConversation, changeConversation } = deps;
  const [, after = "", step] = place ?? [];
  const rows = await db
    .pick({ id: conversations.id }, conversations, gt(conversations.id, String(after)))
    .orderBy(asc(conversations.id))
    .limit(CONVERSATIONS);
  const mark = markOfConversations(person);
  const approvals = new Set(person.approvals);
  const left: KeptMention[] = [];
  let answers = 0;
  let isChanged = false;
  for (const id of rows
    .map((row) => String(row["id"]))
    .filter((one) => !person.conversations.includes(one))) {
    let isAmidWords = false;
    const changes: StoredChange[] = [];
    for (let from: StoredPage["after"] = null; ;) {
      const stored = await readConversation(id, { columns: {}, after: from });
      const page = changesIn(stored.tables, mark, approvals);
      changes.push(...page.changes);
      answers += page.answers;
      isAmidWords ||= page.isAmidWords;
      from = stored.after;
      if (from === null) break;
    }
    if (changes.length === 0) continue;
    isChanged = true;
    if (isAmidWords) left.push(takenOutOf(mentionInConversation(id)));
    if (step === COUNTED) await changeConversation(id, changes);
  }
  const last = rows.at(-1)?.["id"];
  const isOver = rows.length < CONVERSATIONS || last === undefined;
  const next = isOver ? null : [OTHERS, String(last)];
  if (step === COUNTED || !isChanged) return { place: next };
  return { removed: counted("Answers of tools in chats", answers), left, place: [OTHERS, after, COUNTED] };
};

const STAGES: Readonly<Record<Exclude<Stage, "done">, Work>> = {
  /**
   * Withdraws pending drafts and waits for those being sent. Counted first, so that a crash does not affect
   * the figures.
   */
  async drafts({ db, withdraw }, person, { place }) {
    const { waiting, busy } = await openDrafts(db, person);
    if (place === null && waiting.length > 0)
      return { removed: counted("Waiting drafts withdrawn", waiting.length), place: [COUNTED] };
    const by: Actor = { ...STEWARD, name: "Steward, for an erasure" };
    for (const id of waiting) await withdraw(id, by);
    return busy.length === 0 ? { place: null } : { place: [COUNTED], waitMs: BUSY_MS };
  },

  /** Our copies of attachments of texts and e-mails, while their rows still name them. */
  async files({ db, dropAttachments }, { numbers, addresses }, { place }) {
    const [kind = "texts", after = ""] = place ?? [];
    const rows =
      kind === "texts"
        ? await db
            .rows(
              texts,
              sql`${among(texts.contactNumber, numbers)} and ${texts.attachments} > 0 and ${texts.id} > ${after}`,
            )
            .orderBy(asc(texts.id))
            .limit(FILES)
        : await db
            .rows(mails, sql`${among(mails.fromAddress, addresses)} and ${mails.id} > ${after}`)
            .orderBy(asc(mails.id))
            .limit(FILES);
    const names = await Promise.all(rows.flatMap((row) => attachmentNames(row)));
    if (names.length > 0) await dropAttachments(names);
    const last = rows.at(-1)?.id;
    const next =
      rows.length === FILES && last !== undefined ? [kind, last] : kind === "texts" ? ["mails", ""] : null;
    return { removed: counted("Copies of attachments", names.length), place: next };
  },

  async conversations(deps, person, row) {
    const { rowsInConversation, wipeConversation } = deps;
    const [at = 0, step] = row.place ?? [];
    if (typeof at === "string") return takeOutOfConversations(deps, person, row);
    const id = person.conversations[at];
    if (id === undefined) return { place: [OTHERS, ""] };
    if (step !== COUNTED) {
      const removed = counted("Rows inside conversations", await rowsInConversation(id));
      return { removed, place: [at, COUNTED] };
    }
    await wipeConversation(id);
    return { place: [at + 1] };
  },

  async own({ db }, person, { id, place }) {
    const at = Number(place?.[0] ?? 0);
    const own = OWN_ROWS[at];
    if (own === undefined) return { place: null };
    const where = own.where(person, db.tenantId);
    const theirs = sql`rowid in (select rowid from ${own.table} where tenant_id = ${db.tenantId} and ${where} limit ${ROWS})`;
    // The figure is updated together with the rows.
    const path = `$."${own.what}"`;
    const removed = sql`json_set(removed, ${path}, coalesce(json_extract(removed, ${path}), 0) + changes())`;
    const [gone] = await db.batch([
      db.remove(own.table, theirs).returning({ one: sql<number>`1` }),
      db.update(erasures, { removed }, eq(erasures.id, id)),
    ]);
    const count = Array.isArray(gone) ? gone.length : 0;
    const next = count === ROWS ? at : at + 1;
    return { noted: { [own.what]: count }, place: next < OWN_ROWS.length ? [next] : null };
  },

  async mentions({ db }, person, { id, place, removed, left: before }) {
    const [name = "", after = 0] = place ?? [];
    const at = [String(name), Number(after)] as const;
    const { changed, left, next } = await walkMentions(db, id, markOf(person), at, (count, told) => {
      const sum = { ...removed, [MENTIONS]: (removed[MENTIONS] ?? 0) + count };
      return db.update(erasures, { removed: sum, left: merged(before, told) }, eq(erasures.id, id));
    });
    return { noted: counted(MENTIONS, changed), left, place: next };
  },

  async archive({ eraseArchive }, person, { place }) {
    const after = place === null ? null : { kind: place[0] as never, page: Number(place[1]) };
    const { lines, next } = await eraseArchive(markOf(person).isIn, after);
    return {
      removed: counted("Lines of the archive", lines),
      place: next === null ? null : [next.kind, next.page],
    };
  },

  /** The index is rebuilt from the records, which no longer contain their data. */
  async search({ db, search }, _person, { place }) {
    const index = await search();
    if (place === null) await index.rebuild(db.tenantId);
    const { rebuild } = await index.status(db.tenantId);
    return rebuild === null ? { place: null } : { place: ["rebuilding"], waitMs: 3_000 };
  },

  check: lookAgain,
};

function attachmentNames(row: typeof texts.$inferSelect | typeof mails.$inferSelect): Promise<string>[] {
  if ("contactNumber" in row)
    return Array.from({ length: row.attachments }, (_, index) =>
      derivedId("text-media", row.connectionId, row.id, String(index)),
    );
  return row.attachments.map((_, index) => derivedId("attachment", row.mailbox, row.id, String(index)));
}
