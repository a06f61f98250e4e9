/**
 * What Steward has to say to a member who wrote to it from outside its pages goes back the way they wrote: approved by the admin's standing rule and
 * performed through the ledger like any other effect. Drafts are named with the link under which they are decided.
 */
import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Notice } from "../agent/conversations/index.ts";
import { approvals } from "../approvals/tables/approvals.ts";
import { users } from "../platform/db/index.ts";
import { readerOf } from "../agent/privacy/index.ts";
import { withoutLeads } from "./leads.ts";
import { ledWords, numbersOnRecord, READ_BEFORE } from "./led.ts";
import type { NotificationDeps } from "./ports.ts";
import { notifyTeam } from "./team.ts";
import { withoutMarks } from "./without-marks.ts";

const DRAFTS = 5;
/** Of earlier ones, the newest. */
const EARLIER = 3;

/** A member as they stand in the records. */
export type Member = typeof users.$inferSelect;

/** What goes back to them. */
export interface Answer {
  /** The same for every attempt. */
  readonly id: string;
  /** The agent's words; empty where it has only drafted. */
  readonly words: string;
  /** What they are to approve: a title and where it is decided. */
  readonly drafts: readonly string[];
  /** Of earlier ones of the conversation that wait still, the same: a yes in words decides nothing, so that whoever says it has the link. */
  readonly waiting: readonly string[];
  /** Ids of `drafts`. */
  readonly draftIds: readonly string[];
  /** Where the whole conversation is read. */
  readonly url: string;
  /** The message of theirs that is answered. */
  readonly answers: string;
}

/** A way by which colleagues reach the agent. */
export interface ReplyChannel {
  /** What it does, after “Steward couldn’t”. */
  readonly does: string;
  /** Sends it; false where it can't be. A repeat finds what is there. */
  send(person: Member, answer: Answer): Promise<boolean>;
}

/** Sends it; where that cannot be, their devices are notified. A repeat sends nothing again. */
export async function answerColleague(
  notifications: NotificationDeps,
  channel: ReplyChannel,
  notice: Pick<Notice, "key" | "conversationId" | "said" | "askedBy" | "answers" | "isLed">,
): Promise<void> {
  const { db, appUrl } = notifications;
  const path = `/conversations/${encodeURIComponent(notice.conversationId)}`;
  // What goes out by phone, e-mail or Slack is on records of the team.
  const isPrivate = (await readerOf(db, notice.conversationId)) !== null;
  const said = withoutMarks(notice.said).trim();
  const words =
    isPrivate && said !== ""
      ? `${PRIVATE_ANSWER} ${appUrl}${path}`
      : notice.isLed === true
        ? await ledAnswer(db, said, `${appUrl}${path}`)
        : said;
  const made = await draftsOf(notifications, notice);
  const linked = ({ id, title }: { id: string; title: string }): string =>
    `${title} ${appUrl}/approvals/${id}`;
  const drafts = made.map(linked);
  if (words === "" && drafts.length === 0) return;
  const userId = notice.askedBy?.userId ?? null;
  const person =
    userId === null
      ? null
      : await db.find(users, and(eq(users.id, userId), sql`${users.removedAt} is null`) ?? sql`0`);
  if (person === null) return;
  const answer = {
    id: `answer.${notice.key}`,
    words,
    drafts,
    waiting: made.length > 0 ? [] : (await earlierOf(notifications, notice)).map(linked),
    draftIds: made.map(({ id }) => id),
    url: `${appUrl}${path}`,
    answers: notice.answers ?? "",
  };
  if (await channel.send(person, answer)) return;
  await notifyTeam(notifications, {
    key: `answer:${notice.key}`,
    about: notice.conversationId,
    title: `Steward couldn’t ${channel.does}`,
    body: [words, ...drafts].filter((line) => line !== "").join("\n"),
    path,
    urgent: false,
    routedTo: {
      userId: person.id,
      name: person.name,
      mode: "only",
      othersAfterMinutes: 10,
      personal: true,
      because: "You asked",
    },
  });
}

/** An answer that words from outside may have led to: what was taken out of it is read in Steward. */
async function ledAnswer(db: NotificationDeps["db"], said: string, url: string): Promise<string> {
  if (said === "") return said;
  const onRecord = await numbersOnRecord(db, said);
  const words = ledWords(said, READ_BEFORE, onRecord);
  return withoutLeads(said, onRecord) === said.normalize("NFKC")
    ? words
    : `${words}\nThe whole answer: ${url}`;
}

const PRIVATE_ANSWER = "The answer quotes something only you can see. Read it in Steward:";

/** Drafts of the turn that wait for a decision. */
async function draftsOf(
  { db }: Pick<NotificationDeps, "db">,
  { key, conversationId }: Pick<Notice, "key" | "conversationId">,
) {
  return db
    .rows(
      approvals,
      and(
        eq(approvals.conversationId, conversationId),
        eq(approvals.status, "pending"),
        eq(approvals.turnId, key),
      ) ?? sql`0`,
    )
    .limit(DRAFTS);
}

/** Drafts of the conversation that waited before the turn, oldest first. */
async function earlierOf(
  { db }: Pick<NotificationDeps, "db">,
  { key, conversationId }: Pick<Notice, "key" | "conversationId">,
) {
  const newest = await db
    .rows(
      approvals,
      and(
        eq(approvals.conversationId, conversationId),
        eq(approvals.status, "pending"),
        ne(approvals.turnId, key),
      ) ?? sql`0`,
    )
    .orderBy(desc(approvals.createdAt))
    .limit(EARLIER);
  return newest.toReversed();
}
