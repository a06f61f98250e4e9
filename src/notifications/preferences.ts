/** What each person wants to hear about their projects. Kept is only what differs from the default, so that a better default reaches everybody else. */
import { and, eq, sql } from "drizzle-orm";
import { notificationPreferences } from "./tables/notifications.ts";
import { type TenantDb } from "../platform/db/index.ts";
import {
  NEWS_CHANNELS,
  NEWS_DEFAULTS,
  NEWS_KINDS,
  type NewsChannel,
  type NewsKind,
  type NewsPreference,
} from "./api/notification-preferences.ts";
import type { DeliveryCount } from "./deliver.ts";
import { NOTHING_RUNG } from "./notify.ts";
import type { NotificationDeps } from "./ports.ts";
import { MEMBER_KEY } from "./ringing.ts";
import { notifyTeam, type TeamNews } from "./team.ts";

/** All kinds as they hold for a person, in the order of `NEWS_KINDS`. */
export async function listPreferences(db: TenantDb, userId: string): Promise<NewsPreference[]> {
  const chosen = await db
    .rows(notificationPreferences, eq(notificationPreferences.userId, userId))
    .limit(NEWS_KINDS.length * NEWS_CHANNELS.length);
  const holds = (kind: NewsKind, channel: NewsChannel): boolean =>
    chosen.find((row) => row.kind === kind && row.channel === channel)?.on ?? NEWS_DEFAULTS[kind][channel];
  return NEWS_KINDS.map((kind) => ({ kind, app: holds(kind, "app"), push: holds(kind, "push") }));
}

/** Sets one choice; what is the default again leaves no row. Safe to repeat. */
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

/** News for one member about their projects. */
export interface MemberTold extends Pick<TeamNews, "key" | "about" | "title" | "body" | "path"> {
  readonly userId: string;
  /** Every kind it is: who wants one of them hears it. */
  readonly kinds: readonly NewsKind[];
  readonly because: string;
}

/** Tells a member where they want to hear of it; nowhere, where they want none of its kinds. Throws when it could not be recorded; repeats tell once. */
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
