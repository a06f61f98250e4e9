/**
 * Replies to members who wrote to Steward outside the app, through the channel they used: approved by the
 * admin's standing rule and sent through the ledger like any other effect. Drafts are listed with the link
 * where they are decided.
 */
import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Notice } from "../agent/conversations/index.ts";
import { approvals } from "../approvals/tables/approvals.ts";
import { users } from "../platform/db/index.ts";
import { readerOf } from "../platform/privacy.ts";
import { withoutLeads } from "../kernel/leads.ts";
import { leaderWords, ledWords } from "../agent/tools/reach.ts";
import { findOnRecord } from "./on-record.ts";
import type { NotificationDeps } from "./ports.ts";
import { notifyTeam } from "./team.ts";
import { withoutMarks } from "./without-marks.ts";

const DRAFTS = 5;
/** Maximum earlier drafts listed, newest first. */
const EARLIER = 3;

export type Member = typeof users.$inferSelect;

export interface Answer {
  /** Identical for every attempt. */
  readonly id: string;
  /** The agent's text; empty if it only drafted. */
  readonly words: string;
  /** Drafts that need approval: title and link. */
  readonly drafts: readonly string[];
  /**
   * Earlier drafts of the conversation that are still pending: a yes in a message decides nothing, so the
   * reply includes the links.
   */
  readonly waiting: readonly string[];
  /** IDs of `drafts`. */
  readonly draftIds: readonly string[];
  /** Link to the whole conversation. */
  readonly url: string;
  /** The member's message being answered. */
  readonly answers: string;
}

/** A channel through which colleagues reach the agent. */
export interface ReplyChannel {
  /** Completes the sentence “Steward couldn’t …”. */
  readonly does: string;
  /** False if it can't be sent. Idempotent. */
  send(person: Member, answer: Answer): Promise<boolean>;
}

/** Sends the reply, or notifies the member's devices if that fails. Idempotent. */
export async function answerColleague(
  notifications: NotificationDeps,
  channel: ReplyChannel,
  notice: Pick<Notice, "key" | "conversationId" | "said" | "askedBy" | "answers" | "isLed" | "ledBy">,
): Promise<void> {
  const { db, appUrl } = notifications;
  const path = `/conversations/${encodeURIComponent(notice.conversationId)}`;
  // What is sent by phone, e-mail or Slack is visible in team records.
  const isPrivate = (await readerOf(db, notice.conversationId)) !== null;
  const said = withoutMarks(notice.said).trim();
  const words =
    isPrivate && said !== ""
      ? `${PRIVATE_ANSWER} ${appUrl}${path}`
      : notice.isLed === true
        ? await ledAnswer(db, { ...notice, said }, `${appUrl}${path}`)
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

/**
 * For a reply after untrusted content was read. It is marked if it repeats some, or if that can't be known. What was
 * removed is readable in Steward.
 */
async function ledAnswer(
  db: NotificationDeps["db"],
  { said, ledBy }: Pick<Notice, "said" | "ledBy">,
  url: string,
): Promise<string> {
  if (said === "") return said;
  const onRecord = await findOnRecord(db, said);
  const kept = withoutLeads(said, onRecord);
  const words = ledBy === null ? kept : ledWords(said, leaderWords(ledBy, onRecord), onRecord);
  return kept === said.normalize("NFKC") ? words : `${words}\nThe whole answer: ${url}`;
}

const PRIVATE_ANSWER = "The answer quotes something only you can see. Read it in Steward:";

/** Pending drafts of the turn. */
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

/** Drafts of the conversation that were pending before the turn, oldest first. */
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
