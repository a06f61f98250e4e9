/**
 * News for the whole team other than approvals: incoming messages a person should look at. One notification
 * per news item.
 */
import { and, desc, eq, gt, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { startsWith } from "../platform/db/index.ts";
import { notifications } from "./tables/notifications.ts";
import { ringAlert } from "./alerts.ts";
import { cut, visible } from "./compose.ts";
import type { DeliveryCount } from "./deliver.ts";
import { record, replaceShown, settleOpen, tagOf } from "./approval-notifications.ts";
import type { NotificationDeps } from "./ports.ts";
import type { TeamNews } from "../platform/notifier.ts";
import { TEAM_KEY } from "./ring-schedule.ts";
import { ownerOf } from "./routing.ts";

const TITLE_CHARS = 120;
const BODY_CHARS = 400;

/**
 * Notifies every member's devices, unless quiet hours delay it. Throws if it could not be recorded;
 * idempotent per device.
 */
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

/** Maximum keys returned: far above any limit based on them. */
const KEYS = 200;

/** Keys of news about a subject since a time, newest first. */
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

/**
 * Whether the people on call are already being asked about the same problem: three texts in a row ask them
 * once.
 */
async function isAskedFor({ db }: NotificationDeps, { key, about, sameTrouble }: TeamNews): Promise<boolean> {
  if (sameTrouble === undefined) return false;
  const asking = and(
    eq(notifications.subjectId, about),
    startsWith(notifications.dedupeKey, `${TEAM_KEY}${sameTrouble}`),
    ne(notifications.dedupeKey, `${TEAM_KEY}${key}`),
    isNull(notifications.occasion),
    isNull(notifications.resolvedAt),
    isNull(notifications.acknowledgedAt),
    isNotNull(notifications.dueAt),
  );
  return (await db.find(notifications, asking ?? sql`0`)) !== null;
}

/**
 * Resolves news that needs no action, by key prefix: it no longer rings, and devices show the reason, unless
 * newer news about the subject is pending. Idempotent.
 */
export async function settleTeamNews(
  deps: NotificationDeps,
  news: {
    readonly about: string;
    readonly keyPrefix: string;
    /** Keys of news that goes on. */
    readonly except?: readonly string[];
    readonly resolution: string;
  },
): Promise<void> {
  const { about, keyPrefix, except = [], resolution } = news;
  const settled = await settleOpen(
    deps,
    [
      eq(notifications.subjectId, about),
      startsWith(notifications.dedupeKey, `${TEAM_KEY}${keyPrefix}`),
      ...except.map((key) => ne(notifications.dedupeKey, `${TEAM_KEY}${key}`)),
    ],
    resolution,
  );
  const last = settled.at(-1);
  if (last === undefined) return;
  const others = and(
    eq(notifications.subjectId, about),
    startsWith(notifications.dedupeKey, TEAM_KEY),
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
