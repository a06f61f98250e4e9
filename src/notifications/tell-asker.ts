/** News of something long that a member set going: for them alone, or for each admin where they're nobody of the team any more. */
import { isNull } from "drizzle-orm";
import { users } from "../platform/db/index.ts";
import type { NotificationDeps } from "./ports.ts";
import { notifyTeam, settleTeamNews } from "./team.ts";

/** Begins the subject of such news: it stands in the lists of those alone whom it is for. */
export const ASKED_ABOUT = "source:";

/** What they hear. Its words are ours. */
export interface AskedNews {
  /** The same for the same news. */
  readonly key: string;
  readonly sourceId: string;
  readonly userId: string | null;
  readonly title: string;
  readonly body: string;
  readonly path: string;
  /** Why they hear it; left out: because they asked for it. */
  readonly because?: string;
  /** Begins the keys of news of the same source that this one settles; null for none. */
  readonly settles: string | null;
}

/** Tells them, once for each key. Throws when it could not be recorded; repeats reach a device once. */
export async function tellAsker(deps: NotificationDeps, news: AskedNews): Promise<void> {
  const { key, sourceId, userId, title, body, path, settles } = news;
  const about = `${ASKED_ABOUT}${sourceId}`;
  if (settles !== null) await settleTeamNews(deps, { about, keyPrefix: settles, resolution: title });
  const members = await deps.db.rows(users, isNull(users.removedAt));
  const asker = members.filter(({ id }) => id === userId);
  const those = asker.length > 0 ? asker : members.filter(({ role }) => role === "admin");
  for (const { id, name } of those)
    await notifyTeam(deps, {
      key: `${key}:${id}`,
      about,
      title,
      body,
      path,
      urgent: false,
      routedTo: {
        userId: id,
        name,
        mode: "only",
        othersAfterMinutes: 1,
        personal: true,
        because: asker.length > 0 ? (news.because ?? "You asked") : "You’re an admin",
      },
    });
}
