/** Questions of agents that no one has answered: the directory says where one may be open, each conversation's object whether it is. */
import { and, desc, inArray, isNull, sql } from "drizzle-orm";
import { conversations } from "../tables/conversations.ts";
import type { TenantContext } from "../../platform/context.ts";
import { isOpenTo } from "../../platform/privacy.ts";
import { DAY_MS, isoTime } from "../../kernel/clock.ts";
import type { Question } from "../api/conversation-frames.ts";
import { identityAt } from "./identity-at.ts";
import { openQuestions } from "./state.ts";

/** Conversations that are asked; and how long ago they were last written in. */
const MOST = 50;
const DAYS = 60;

export interface OpenQuestion {
  readonly conversationId: string;
  readonly title: string;
  /** The contact of the conversation. */
  readonly contact: string | null;
  /** The member who started it; null if none did. */
  readonly startedBy: string | null;
  /** When the conversation was last written in, as an ISO time: no earlier than the question. */
  readonly at: string;
  readonly question: Question;
}

/**
 * Those that a member may read, newest first; null for what everyone may read. `more`: older ones may be
 * missing.
 */
export async function listOpenQuestions(
  { db, clock, tenantId, objects }: TenantContext,
  userId: string | null,
): Promise<{ readonly items: OpenQuestion[]; readonly more: boolean }> {
  const rows = await db
    .rows(
      conversations,
      and(
        // With a draft beside the question, the conversation counts as waiting for the approval.
        inArray(conversations.status, ["waiting_answer", "waiting_approval"]),
        sql`${conversations.lastMessageAt} > ${isoTime(clock.now() - DAYS * DAY_MS)}`,
        isNull(conversations.deletedAt),
        isOpenTo(db, userId, conversations.id),
      ),
    )
    .orderBy(desc(conversations.lastMessageAt))
    .limit(MOST + 1);
  const asked = await Promise.all(
    rows.slice(0, MOST).map(async ({ id, title, contact, startedBy, lastMessageAt: at }) => {
      const object = await objects.conversation(id);
      const standing = await object.standing(identityAt({ tenantId, conversationId: id }), "");
      const about = { conversationId: id, title, contact: contact?.name ?? null, startedBy, at };
      return openQuestions(standing)
        .map((question) => ({ ...about, question }))
        .toReversed();
    }),
  );
  return { items: asked.flat(), more: rows.length > MOST };
}
