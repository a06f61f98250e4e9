/** News of a long operation a member started: only for them, or for each admin if they have left the team. */
import { isNull } from "drizzle-orm";
import type { AskedNews } from "../platform/notifier.ts";
import { users } from "../platform/db/index.ts";
import type { NotificationDeps } from "./ports.ts";
import { notifyTeam, settleTeamNews } from "./team.ts";

/** Subject prefix of such news, which is listed only for its recipients. */
export const ASKED_ABOUT = "source:";

/** Notifies them once per key. Throws if it could not be recorded; idempotent per device. */
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
