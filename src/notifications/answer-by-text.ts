/**
 * What Steward has to say to a member who texted it goes back to their phone: from the internal line to the number the team has for them, approved by
 * the admin's standing rule and performed through the ledger like any other effect. Drafts are named with the link under which they are decided.
 */
import { and, eq, sql } from "drizzle-orm";
import { cutAtWord, type Notice } from "../conversations/index.ts";
import { approvals, users } from "../db/index.ts";
import type { Addressee } from "../protocol/socket.ts";
import type { NotificationDeps } from "./ports.ts";
import { notifyTeam } from "./team.ts";
import { textByRule, type TextColleagueDeps } from "./text-on-call.ts";
import { withoutMarks } from "./without-marks.ts";

/** So much of an answer is texted; the rest is read on the page. */
const ANSWER_CHARS = 1_200;
const DRAFTS = 5;

/** What it needs of the world. */
export interface AnswerDeps {
  readonly notifications: NotificationDeps;
  readonly texts: () => Promise<TextColleagueDeps>;
}

/** Texts it; where that cannot be, their devices are notified. A repeat sends nothing again. */
export async function answerByText(
  { notifications, texts }: AnswerDeps,
  notice: Pick<Notice, "key" | "conversationId" | "said">,
  member: Addressee,
): Promise<void> {
  const { db, appUrl } = notifications;
  const path = `/conversations/${encodeURIComponent(notice.conversationId)}`;
  const words = withoutMarks(notice.said).trim();
  const drafts = await draftsOf(notifications, notice);
  if (words === "" && drafts.length === 0) return;
  const text = [
    words.length > ANSWER_CHARS ? `${cutAtWord(words, ANSWER_CHARS)}\nMore: ${appUrl}${path}` : words,
    ...drafts.map(({ id, title }) => `Needs your approval: ${title} ${appUrl}/approvals/${id}`),
  ]
    .filter((line) => line !== "")
    .join("\n");
  const person =
    member.userId === null
      ? null
      : await db.find(users, and(eq(users.id, member.userId), sql`${users.removedAt} is null`) ?? sql`0`);
  if (person === null) return;
  const isSent =
    person.phone !== null &&
    (await textByRule(await texts(), {
      id: `answer.${notice.key}`,
      tool: "team.answer",
      conversationTitle: `${person.name}, by text`,
      rule: "standing.answers_by_text",
      to: { number: person.phone, name: person.name, contact: null },
      text,
    }));
  if (isSent) return;
  await notifyTeam(notifications, {
    key: `answer:${notice.key}`,
    about: notice.conversationId,
    title: "Steward couldn’t text you its answer",
    body: text,
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
