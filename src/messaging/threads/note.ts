/** Internal notes in a thread. They are sent nowhere except as notifications to mentioned members. */
import { asc, eq, isNull } from "drizzle-orm";
import { threadEntries } from "../tables/threads.ts";
import { users } from "../../platform/db/index.ts";
import { eventStatement } from "../../platform/events/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { derivedId } from "../../kernel/ids.ts";
import { notifyTeam, type NotificationDeps } from "../../notifications/index.ts";
import type { ThreadEntry } from "../api/threads.ts";
import type { ThreadDeps } from "./act.ts";
import { mentionsIn } from "./mentions.ts";
import { findThread, partyName, pathOf } from "./store.ts";
import type { ThreadKey } from "./types.ts";
import { entryOf } from "./view.ts";

const TEAM = 200;

/** `noteId` is chosen by the client and makes repeats idempotent. */
interface NewNote {
  readonly noteId: string;
  readonly words: string;
  readonly by: { readonly id: string; readonly name: string };
  /** The contact's display name. */
  readonly contact: string | null;
}

/**
 * Adds a note and notifies the mentioned members, except its author. Throws `not_found` if there is no such
 * thread.
 */
export async function addNote(
  { db, clock, notifications }: ThreadDeps & { readonly notifications: NotificationDeps },
  key: ThreadKey,
  { noteId, words, by, contact }: NewNote,
): Promise<ThreadEntry> {
  const thread = await findThread(db, key);
  if (thread === null) throw new AppError("not_found", "That thread doesn’t exist.");
  const members = await db.rows(users, isNull(users.removedAt)).orderBy(asc(users.name)).limit(TEAM);
  const mentions = mentionsIn(words, members).map(({ id, name }) => ({ id, name }));
  const row = {
    ...key,
    id: await derivedId("note", db.tenantId, key.number, key.line, noteId),
    at: isoTime(clock.now()),
    kind: "note" as const,
    byId: by.id,
    byName: by.name,
    words,
    mentions,
  };
  const added = {
    id: `threads.note.added:${row.id}`,
    type: "threads.note.added" as const,
    actor: { kind: "user" as const, id: by.id },
    payload: { ids: [row.id] },
  };
  await db.batch([
    db.insert(threadEntries, row).onConflictDoNothing(),
    eventStatement(db, added, clock.now()),
  ]);
  // A repeat returns the stored note, even if its text differs.
  const kept = (await db.find(threadEntries, eq(threadEntries.id, row.id))) ?? {
    ...row,
    tenantId: db.tenantId,
  };
  const who = contact ?? partyName(thread);
  for (const { id, name } of kept.mentions ?? []) {
    if (id === by.id) continue;
    await notifyTeam(notifications, {
      key: `mention:${row.id}:${id}`,
      about: `thread:${key.number}`,
      title: `${by.name} mentioned you: ${who}`,
      body: kept.words,
      path: pathOf(thread),
      urgent: false,
      routedTo: {
        userId: id,
        name,
        mode: "only",
        othersAfterMinutes: 0,
        because: "a mention",
        personal: true,
      },
    });
  }
  return entryOf(kept);
}
