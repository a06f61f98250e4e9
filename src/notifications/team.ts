/** News for the whole team that is no approval: somebody wrote and a person should look. Notifies once for each piece of news. */
import { and, desc, eq, gt, isNotNull, isNull, like, ne, sql } from "drizzle-orm";
import { notifications } from "./tables/notifications.ts";
import { ringAlert } from "./alerts.ts";
import { cut, visible } from "./compose.ts";
import type { DeliveryCount } from "./deliver.ts";
import { record, replaceShown, settleOpen, tagOf } from "./notify.ts";
import type { NotificationDeps } from "./ports.ts";
import type { RoutedTo } from "./api/routing.ts";
import { TEAM_KEY } from "./ringing.ts";
import { ownerOf } from "./routing.ts";

const TITLE_CHARS = 120;
const BODY_CHARS = 400;

/** Something the team should look at. Its words may come from outside: they are shown as text, what cannot be seen in them escaped. */
export interface TeamNews {
  /** The same for the same news. */
  readonly key: string;
  /** What it is about: newer news replaces older on the devices. */
  readonly about: string;
  readonly title: string;
  readonly body: string;
  /** Where it leads in the app. */
  readonly path: string;
  /** Alerts in staff quiet hours too, and goes to the people on call when no one answers. */
  readonly urgent: boolean;
  /** Key prefix of news about the same trouble: while an earlier one still goes to the people on call, this one alerts devices but asks no one else. */
  readonly sameTrouble?: string;
  /** Whose it is; left out: whose the conversation is that it is about. */
  readonly routedTo?: RoutedTo | null;
  /** The one place where it is told; left out: on devices and in the list. */
  readonly only?: "app" | "push";
}

/** Notifies every member's devices, unless quiet hours hold it back. Throws when it could not be recorded; repeats ring a device once. */
export async function notifyTeam(deps: NotificationDeps, news: TeamNews): Promise<DeliveryCount> {
  const row = await record(deps, {
    dedupeKey: `${TEAM_KEY}${news.key}`,
    kind: "alert",
    subjectId: news.about,
    title: cut(visible(news.title), TITLE_CHARS),
    body: cut(visible(news.body), BODY_CHARS),
    url: `${deps.appUrl}${news.path}`,
    urgent: news.urgent,
    occasion: (await isAskedFor(deps, news)) ? "reminder" : null,
    ordinal: 0,
    tag: await tagOf("team", news.about),
    only: news.only ?? null,
    routedTo: news.routedTo === undefined ? await ownerOf(deps.db, news.about) : news.routedTo,
  });
  return ringAlert(deps, row);
}

/** Most keys that are answered: far above every limit on them. */
const KEYS = 200;

/** Keys of the news about something since a time, newest first. */
export async function newsKeysSince(
  db: NotificationDeps["db"],
  about: string,
  since: string,
): Promise<readonly string[]> {
  const rows = await db
    .rows(notifications, and(eq(notifications.subjectId, about), gt(notifications.createdAt, since)))
    .orderBy(desc(notifications.createdAt))
    .limit(KEYS);
  return rows.flatMap(({ dedupeKey }) =>
    dedupeKey.startsWith(TEAM_KEY) ? [dedupeKey.slice(TEAM_KEY.length)] : [],
  );
}

/** Whether the people on call are being asked about the same trouble already: three texts in a row ask them once. */
async function isAskedFor({ db }: NotificationDeps, { key, about, sameTrouble }: TeamNews): Promise<boolean> {
  if (sameTrouble === undefined) return false;
  const asking = and(
    eq(notifications.subjectId, about),
    like(notifications.dedupeKey, `${TEAM_KEY}${sameTrouble}%`),
    ne(notifications.dedupeKey, `${TEAM_KEY}${key}`),
    isNull(notifications.occasion),
    isNull(notifications.resolvedAt),
    isNull(notifications.acknowledgedAt),
    isNotNull(notifications.dueAt),
  );
  return (await db.find(notifications, asking ?? sql`0`)) !== null;
}

/**
 * Settles news that needs no one any more, by the beginning of its key: no one is rung for it again, and the devices that were show why, unless
 * something newer about the same still waits there. Repeats change nothing.
 */
export async function settleTeamNews(
  deps: NotificationDeps,
  news: { readonly about: string; readonly keyPrefix: string; readonly resolution: string },
): Promise<void> {
  const { about, keyPrefix, resolution } = news;
  const settled = await settleOpen(
    deps,
    [eq(notifications.subjectId, about), like(notifications.dedupeKey, `${TEAM_KEY}${keyPrefix}%`)],
    resolution,
  );
  const last = settled.at(-1);
  if (last === undefined) return;
  const others = and(
    eq(notifications.subjectId, about),
    like(notifications.dedupeKey, `${TEAM_KEY}%`),
    isNull(notifications.resolvedAt),
    isNull(notifications.acknowledgedAt),
    gt(notifications.createdAt, last.createdAt),
  );
  if ((await deps.db.find(notifications, others ?? sql`0`)) !== null) return;
  await replaceShown(
    deps,
    settled.map(({ id }) => id),
    {
      tag: await tagOf("team", about),
      kind: "resolved",
      title: resolution,
      body: last.title,
      url: last.url,
      approvalId: null,
    },
  );
}
