/** Alerts to a tenant's admins, test notifications, and the list of the notification centre. */
import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { notificationDeliveries, notifications, users } from "../db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { LIMITS } from "../kernel/limits.ts";
import type { notificationSchema, PushPayload } from "../protocol/account.ts";
import { deliver, type DeliveryCount, type Device } from "./deliver.ts";
import { devicesOf, record, tagOf, type NewNotification } from "./notify.ts";
import type { NotificationDeps } from "./ports.ts";

const ALERT_TTL_SECONDS = 24 * 3600;
const TEST_TTL_SECONDS = 60;
const HOUR_CHARS = "2026-11-21T22".length;

/** Something an admin should know. All of it is ours: a code, ids, figures; never words from outside and never a secret. */
export interface Alert {
  /** Such as `internal`, `turn_failed`, `budget_warning`. */
  readonly code: string;
  readonly requestId?: string;
  readonly turnId?: string;
  readonly conversationId?: string;
  /** What makes it the same alert instead of the hour, such as a month. */
  readonly once?: string;
  /** Words for a code that has none of its own. */
  readonly title?: string;
  readonly body?: string;
  /** Where it leads in the app, such as `/activity`. */
  readonly path?: string;
}

const ALERT_TEXTS: Readonly<Record<string, { title: string; body: string; path?: string }>> = {
  budget_warning: {
    title: "80 % of this month's budget is spent",
    body: "At 100 % the agent stops until next month. An admin can raise the budget in the settings.",
    path: "/settings",
  },
  budget_spent: {
    title: "This month's budget is spent",
    body: "The agent has stopped. Messages still reach you. An admin can raise the budget in the settings.",
    path: "/settings",
  },
  tool_calls_spent: {
    title: "This hour's tool calls are used up",
    body: "The agent pauses until the window moves on. An admin can widen it in the settings.",
    path: "/settings",
  },
  internal: { title: "Something went wrong in Steward", body: "A request failed unexpectedly." },
  turn_failed: { title: "The agent could not finish", body: "A turn failed after several tries." },
};
const OTHER_ALERT = { title: "Steward needs a look", body: "Something did not work as it should." };

/** Tells the tenant's admins, at most once for each code and hour (or `once`). Throws when it could not be recorded; repeats are safe. */
export async function raiseAlert(deps: NotificationDeps, alert: Alert): Promise<DeliveryCount> {
  const text: { title: string; body: string; path?: string } = ALERT_TEXTS[alert.code] ?? OTHER_ALERT;
  const hour = isoTime(deps.clock.now()).slice(0, HOUR_CHARS);
  const path =
    alert.path ??
    text.path ??
    (alert.conversationId === undefined ? "/" : `/conversations/${encodeURIComponent(alert.conversationId)}`);
  const reference = [
    `Code ${alert.code}`,
    alert.requestId && `request ${alert.requestId}`,
    alert.turnId && `turn ${alert.turnId}`,
  ];
  return announce(
    deps,
    {
      dedupeKey: `alert:${alert.code}:${alert.once ?? hour}`,
      kind: "alert",
      subjectId: alert.turnId ?? alert.requestId ?? null,
      title: alert.title ?? text.title,
      body: `${alert.body ?? text.body} (${reference.filter((part) => part !== undefined && part !== "").join(", ")})`,
      url: `${deps.appUrl}${path}`,
      urgent: false,
    },
    await tagOf("alert", alert.code),
    await devicesOf(deps, eq(users.role, "admin")),
    ALERT_TTL_SECONDS,
  );
}

/** `raiseAlert` for places that are already handling a failure: never throws. */
export async function alertAdmins(deps: NotificationDeps, alert: Alert): Promise<void> {
  try {
    await raiseAlert(deps, alert);
  } catch (error) {
    deps.logger.error("notification.alert_failed", { code: alert.code, error });
  }
}

/** Rings the asking person's own devices. */
export async function sendTest(deps: NotificationDeps, userId: string): Promise<DeliveryCount> {
  const id = deps.ids.newId();
  return announce(
    deps,
    {
      dedupeKey: `test:${id}`,
      kind: "test",
      subjectId: userId,
      title: "Notifications work",
      body: "This is how Steward will ask for your approval on this device.",
      url: `${deps.appUrl}/settings`,
      urgent: true,
    },
    await tagOf("test", userId),
    await devicesOf(deps, eq(users.id, userId)),
    TEST_TTL_SECONDS,
  );
}

async function announce(
  deps: NotificationDeps,
  entry: NewNotification & { readonly kind: "alert" | "test" },
  tag: string,
  devices: readonly Device[],
  ttlSeconds: number,
): Promise<DeliveryCount> {
  const notificationId = await record(deps, entry);
  const { kind, title, body, url } = entry;
  const payload: Omit<PushPayload, "token"> = {
    tag,
    kind,
    title,
    body,
    url,
    approvalId: null,
    effectHash: null,
  };
  const options = { topic: tag, urgency: entry.urgent ? "high" : "normal", ttlSeconds } as const;
  return deliver(deps, { notificationId, payload, options, buttons: null }, devices);
}

/** A page of the notification centre. */
interface NotificationPage {
  readonly items: z.infer<typeof notificationSchema>[];
  readonly nextCursor: string | null;
}

/** Newest first; tests of devices are left out. Throws `invalid_request` for a cursor that is none of ours. */
export async function list(
  deps: Pick<NotificationDeps, "db">,
  page: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
): Promise<NotificationPage> {
  const limit = page.limit ?? LIMITS.pageSize;
  const shown = sql`${notifications.kind} <> 'test'`;
  const rows = await deps.db
    .rows(notifications, and(shown, page.cursor === undefined ? undefined : after(page.cursor)))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit + 1);
  const visible = rows.slice(0, limit);
  const counts = await deps.db
    .pick(
      { id: notificationDeliveries.notificationId, sent: sql<number>`count(*)`.mapWith(Number) },
      notificationDeliveries,
      and(
        eq(notificationDeliveries.status, "sent"),
        sql`${notificationDeliveries.notificationId} in (select value from json_each(${JSON.stringify(visible.map((row) => row.id))}))`,
      ),
    )
    .groupBy(notificationDeliveries.notificationId);
  const sent = new Map(counts.map((row) => [row.id, row.sent]));
  const last = visible.at(-1);
  return {
    items: visible.map(({ id, kind, title, body, url, createdAt, resolvedAt, resolution }) => {
      return { id, kind, title, body, url, createdAt, resolvedAt, resolution, deliveries: sent.get(id) ?? 0 };
    }),
    nextCursor: rows.length > limit && last !== undefined ? `${last.createdAt}~${last.id}` : null,
  };
}

function after(cursor: string) {
  const [createdAt, id, ...rest] = cursor.split("~");
  if (
    createdAt === undefined ||
    id === undefined ||
    rest.length > 0 ||
    !/^\d{4}-[\d:.TZ-]+$/.test(createdAt)
  ) {
    throw new AppError("invalid_request", "This cursor was not given by this list.");
  }
  return or(
    lt(notifications.createdAt, createdAt),
    and(eq(notifications.createdAt, createdAt), lt(notifications.id, id)),
  );
}
