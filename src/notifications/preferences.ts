/**
 * Each person's choices of project notifications. Only differences from the defaults are stored, so that
 * improved defaults reach everyone else.
 */
import { and, eq, sql } from "drizzle-orm";
import { notificationPreferences } from "./tables/notifications.ts";
import { type TenantDb } from "../platform/db/index.ts";
import {
  NEWS_CHANNELS,
  NEWS_DEFAULTS,
  type NewsChannel,
  type NewsPreference,
} from "./api/notification-preferences.ts";
import { NEWS_KINDS, type NewsKind } from "../platform/api/notification-kinds.ts";
import type { MemberTold } from "../platform/notifier.ts";
import type { DeliveryCount } from "./deliver.ts";
import { NOTHING_RUNG } from "./approval-notifications.ts";
import type { NotificationDeps } from "./ports.ts";
import { MEMBER_KEY } from "./ring-schedule.ts";
import { notifyTeam } from "./team.ts";

/** All kinds, in the order of `NEWS_KINDS`. */
export async function listPreferences(db: TenantDb, userId: string): Promise<NewsPreference[]> {
  const chosen = await db
    .rows(notificationPreferences, eq(notificationPreferences.userId, userId))
    .limit(NEWS_KINDS.length * NEWS_CHANNELS.length);
  const holds = (kind: NewsKind, channel: NewsChannel): boolean =>
    chosen.find((row) => row.kind === kind && row.channel === channel)?.on ?? NEWS_DEFAULTS[kind][channel];
  return NEWS_KINDS.map((kind) => ({ kind, app: holds(kind, "app"), push: holds(kind, "push") }));
}

/** Sets one choice; the default removes the row. Idempotent. */
export async function setPreference(
  db: TenantDb,
  userId: string,
  choice: { readonly kind: NewsKind; readonly channel: NewsChannel; readonly on: boolean },
): Promise<NewsPreference[]> {
  const { kind, channel, on } = choice;
  const { userId: whose, kind: ofKind, channel: ofChannel } = notificationPreferences;
  const it = and(eq(whose, userId), eq(ofKind, kind), eq(ofChannel, channel)) ?? sql`false`;
  const write =
    on === NEWS_DEFAULTS[kind][channel]
      ? db.remove(notificationPreferences, it)
      : db.insert(notificationPreferences, { userId, kind, channel, on }).onConflictDoUpdate({
          target: [notificationPreferences.tenantId, whose, ofKind, ofChannel],
          set: { on } as never,
        });
  await db.batch([write]);
  return listPreferences(db, userId);
}

/** Notifies a member in the channels they chose, if any. Throws if it could not be recorded; idempotent. */
export async function notifyMember(
  deps: NotificationDeps,
  { userId, kinds, because, key, ...news }: MemberTold,
): Promise<DeliveryCount> {
  const wanted = (await listPreferences(deps.db, userId)).filter(({ kind }) => kinds.includes(kind));
  const channels = NEWS_CHANNELS.filter((channel) => wanted.some((one) => one[channel]));
  const [first] = channels;
  if (first === undefined) return NOTHING_RUNG;
  return notifyTeam(deps, {
    ...news,
    key: `${MEMBER_KEY}${key}`,
    urgent: false,
    ...(channels.length === 1 ? { only: first } : {}),
    routedTo: { userId, name: "", mode: "only", othersAfterMinutes: 1, because, personal: true },
  });
}
