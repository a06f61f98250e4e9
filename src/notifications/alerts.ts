/** Alerts to a tenant's admins, and test notifications. */
import { eq } from "drizzle-orm";
import { notifications } from "./tables/notifications.ts";
import type { Alert } from "../platform/notifier.ts";
import { startsWith, users } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import type { PushPayload } from "./api/notifications.ts";
import { deliver, type DeliveryCount, type Device } from "./deliver.ts";
import { endFirstRing } from "./first-ring.ts";
import {
  audienceOf,
  devicesOf,
  isHeld,
  NOTHING_RUNG,
  record,
  settleOpen,
  tagOf,
} from "./approval-notifications.ts";
import type { NotificationDeps } from "./ports.ts";
import { TEAM_KEY, type NotificationRow } from "./ring-schedule.ts";

const ALERT_TTL_SECONDS = 24 * 3600;
const TEST_TTL_SECONDS = 60;
const HOUR_CHARS = "2026-11-21T22".length;

interface AlertText {
  readonly title: string;
  readonly body: string;
  readonly path?: string;
  readonly urgent?: boolean;
}

const ALERT_TEXTS: Readonly<Record<string, AlertText>> = {
  budget_warning: {
    title: "80% of this month’s budget is spent",
    body: "At 100% the agent stops until next month. An admin can raise the budget in the settings.",
    path: "/settings",
  },
  budget_spent: {
    title: "This month’s budget is spent",
    body: "The agent has stopped. Messages still reach you. An admin can raise the budget in the settings.",
    path: "/settings",
    urgent: true,
  },
  tool_calls_warning: {
    title: "80% of this hour's tool calls are used",
    body: "At 100%, conversations pause and continue automatically when there’s room. Urgent ones never pause. You can raise the limit now.",
    path: "/settings/policy",
  },
  tool_calls_spent: {
    title: "Paused: your team reached its hourly limit of tool calls",
    body: "Conversations continue automatically when there’s room, or right after you raise the limit. Urgent ones never pause.",
    path: "/settings/policy",
  },
  join_request: {
    title: "Someone wants to join your team",
    body: "Approve or decline.",
    path: "/settings/team",
  },
  internal: { title: "Something went wrong in Steward", body: "A request failed unexpectedly." },
  turn_failed: {
    title: "Steward couldn’t finish a run",
    body: "It failed after several tries. The conversation says why, and what you can do.",
  },
};
const OTHER_ALERT: AlertText = {
  title: "Steward needs attention",
  body: "Something did not work as it should.",
};

/**
 * Notifies the tenant's admins, at most once per code and hour (or `once`). Throws if it could not be
 * recorded; idempotent.
 */
export async function raiseAlert(deps: NotificationDeps, alert: Alert): Promise<DeliveryCount> {
  const text = ALERT_TEXTS[alert.code] ?? OTHER_ALERT;
  const hour = isoTime(deps.clock.now()).slice(0, HOUR_CHARS);
  const reference = alert.requestId ?? (text === OTHER_ALERT ? alert.code : undefined);
  const said = alert.body ?? text.body;
  const row = await record(deps, {
    dedupeKey: `alert:${alert.code}:${alert.once ?? hour}`,
    kind: "alert",
    subjectId: alert.turnId ?? alert.requestId ?? null,
    title: alert.title ?? text.title,
    // Support looks up problems without their own page by this reference.
    body: reference === undefined ? said : `${said} Reference: ${reference}`,
    url: `${deps.appUrl}${pathOf(alert, text)}`,
    urgent: alert.urgent ?? text.urgent ?? false,
    occasion: null,
    ordinal: 0,
    tag: await tagOf("alert", alert.code),
  });
  return ringAlert(deps, row);
}

/** Where an alert links to: its own path, its code's, its conversation, else the home page. */
function pathOf({ path, conversationId }: Alert, text: AlertText): string {
  const conversation =
    conversationId === undefined ? "/" : `/conversations/${encodeURIComponent(conversationId)}`;
  return path ?? text.path ?? conversation;
}

/** Resolves alerts of a code whose cause is gone, or only the one with this `once`. Idempotent. */
export async function settleAlert(
  deps: NotificationDeps,
  code: string,
  { once, resolution }: { readonly once?: string; readonly resolution: string },
): Promise<void> {
  const key = notifications.dedupeKey;
  const which = once === undefined ? startsWith(key, `alert:${code}:`) : eq(key, `alert:${code}:${once}`);
  await settleOpen(deps, [which], resolution);
}

/**
 * Sends a recorded alert to the admins or (for team news) to everyone, unless quiet hours delay it.
 * Idempotent per device.
 */
export async function ringAlert(deps: NotificationDeps, row: NotificationRow): Promise<DeliveryCount> {
  if (row.only === "app" || isHeld(deps, row)) return NOTHING_RUNG;
  const who = row.dedupeKey.startsWith(TEAM_KEY) ? audienceOf(row) : eq(users.role, "admin");
  const count = await announce(deps, row, await devicesOf(deps, who), ALERT_TTL_SECONDS);
  await endFirstRing(deps, row, count);
  return count;
}

/** `raiseAlert` for error handlers: never throws. */
export async function alertAdmins(deps: NotificationDeps, alert: Alert): Promise<void> {
  try {
    await raiseAlert(deps, alert);
  } catch (error) {
    deps.logger.error("notification.alert_failed", { code: alert.code, error });
  }
}

/** Sends a test to the caller's own devices. */
export async function sendTest(deps: NotificationDeps, userId: string): Promise<DeliveryCount> {
  const id = deps.ids.newId();
  const row = await record(deps, {
    dedupeKey: `test:${id}`,
    kind: "test",
    subjectId: userId,
    title: "Notifications work",
    body: "This is how Steward will ask for your approval on this device.",
    url: `${deps.appUrl}/settings`,
    urgent: true,
    occasion: null,
    ordinal: 0,
    tag: await tagOf("test", userId),
  });
  return announce(deps, row, await devicesOf(deps, eq(users.id, userId)), TEST_TTL_SECONDS);
}

/** Sends a recorded notification without buttons. */
export async function announce(
  deps: NotificationDeps,
  row: NotificationRow,
  devices: readonly Device[],
  ttlSeconds: number,
): Promise<DeliveryCount> {
  const { id: notificationId, kind, title, body, url } = row;
  const tag = row.tag ?? (await tagOf("notification", row.id));
  const payload: Omit<PushPayload, "token"> = {
    tag,
    kind,
    title,
    body,
    url,
    approvalId: null,
    effectHash: null,
  };
  const options = { topic: tag, urgency: row.urgent ? "high" : "normal", ttlSeconds } as const;
  return deliver(deps, { notificationId, payload, options, buttons: null }, devices);
}
