/** Notifications of approvals: rung once for each occasion, replaced on the devices once somebody has decided. */
import { and, eq, inArray, isNull, like, not, sql, type SQL } from "drizzle-orm";
import { approvals, notificationDeliveries, notifications, pushSubscriptions, users } from "../db/index.ts";
import { isoTime, msOf } from "../kernel/clock.ts";
import { derivedId } from "../kernel/ids.ts";
import type { PushPayload } from "../protocol/account.ts";
import type { Approval } from "../protocol/approval.ts";
import { approvalText, resolutionOf, type Occasion } from "./compose.ts";
import { deliver, ring, type DeliveryCount, type Device } from "./deliver.ts";
import type { NotificationDeps, PushOptions } from "./ports.ts";

const NOTHING: DeliveryCount = { sent: 0, removed: 0, failed: 0 };
/** Push services keep a message at most four weeks. */
const LONGEST_TTL_SECONDS = 28 * 24 * 3600;
const RESOLVED_TTL_SECONDS = 24 * 3600;
const DAY_SECONDS = 24 * 3600;
const TOPIC_CHARS = 32;

/** A notification before it is a row. `dedupeKey` makes a repeat the same one. */
export interface NewNotification {
  readonly dedupeKey: string;
  readonly kind: "approval" | "alert" | "test";
  readonly subjectId: string | null;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly urgent: boolean;
}

/** Records a notification and shows it to open pages; a repeat finds the same row and shows nothing. */
export async function record(deps: NotificationDeps, entry: NewNotification): Promise<string> {
  const id = await derivedId("notification", deps.db.tenantId, entry.dedupeKey);
  const added = await deps.db
    .insert(notifications, {
      ...entry,
      id,
      createdAt: isoTime(deps.clock.now()),
      resolvedAt: null,
      resolution: null,
    })
    .onConflictDoNothing()
    .returning();
  if (added.length > 0) {
    const { title, body, url } = entry;
    await deps.publish({ type: "notification.added", id, title, body, url });
  }
  return id;
}

/** Devices of the members a condition names; removed members get nothing. */
export async function devicesOf(deps: NotificationDeps, who?: SQL): Promise<Device[]> {
  const members = await deps.db.rows(users, and(isNull(users.removedAt), who));
  const ids = new Set(members.map((member) => member.id));
  const devices = await deps.db.rows(pushSubscriptions);
  return devices.filter((device) => ids.has(device.userId));
}

/** The one name a thing has on every device and at the push service: a newer message replaces the older. */
export async function tagOf(...parts: readonly string[]): Promise<string> {
  return (await derivedId("n", ...parts)).slice(0, TOPIC_CHARS);
}

/**
 * Rings every device of the team for an approval. The same approval, occasion and ordinal ring a device once. An approval that needs
 * nobody any more does not ring, and one that was decided while it rang is replaced at once.
 */
export async function notifyApproval(
  deps: NotificationDeps,
  approval: Approval,
  occasion: Occasion,
  ordinal: number,
): Promise<DeliveryCount> {
  if (approval.status !== (occasion === "needs_human" ? "needs_human" : "pending")) return NOTHING;
  const text = approvalText(approval, occasion);
  const url = `${deps.appUrl}/approvals/${encodeURIComponent(approval.id)}`;
  const notificationId = await record(deps, {
    dedupeKey: `approval:${approval.id}:${occasion}:${ordinal}`,
    kind: "approval",
    subjectId: approval.id,
    title: text.title,
    body: text.body,
    url,
    urgent: approval.urgent,
  });
  const tag = await tagOf("approval", approval.id);
  const { id: approvalId, effectHash, expiresAt } = approval;
  const secondsLeft = Math.floor((msOf(expiresAt) - deps.clock.now()) / 1000);
  const count = await deliver(
    deps,
    {
      notificationId,
      payload: { tag, kind: "approval", title: text.title, body: text.body, url, approvalId, effectHash },
      options: {
        topic: tag,
        urgency: approval.urgent ? "high" : "normal",
        ttlSeconds:
          occasion === "needs_human" ? DAY_SECONDS : Math.min(Math.max(secondsLeft, 60), LONGEST_TTL_SECONDS),
      },
      buttons: text.exact ? { approvalId, effectHash, expiresAt } : null,
    },
    await devicesOf(deps),
  );
  await replaceIfDecided(deps, approvalId);
  return count;
}

/** A decision may have come while devices were still being rung; nobody would replace those. */
async function replaceIfDecided(deps: NotificationDeps, approvalId: string): Promise<void> {
  const now = await deps.db.find(approvals, eq(approvals.id, approvalId));
  if (now !== null) await replace(deps, now);
}

/**
 * Marks an approval's notifications resolved and replaces them on the devices that got them ("Approved by …"). Repeats ring nobody again. Best
 * effort: never throws.
 */
export async function resolveApprovalNotification(deps: NotificationDeps, approval: Approval): Promise<void> {
  try {
    await replace(deps, { ...approval, decidedByName: approval.decidedBy?.name ?? null });
  } catch (error) {
    deps.logger.warn("notification.not_resolved", { approvalId: approval.id, error });
  }
}

type Decided = Parameters<typeof resolutionOf>[0] & { readonly id: string; readonly title: string };

async function replace(deps: NotificationDeps, approval: Decided): Promise<void> {
  const resolution = resolutionOf(approval);
  if (resolution === null) return;
  const open = and(
    eq(notifications.kind, "approval"),
    eq(notifications.subjectId, approval.id),
    isNull(notifications.resolvedAt),
    // Its own card waits until a person has said what happened.
    approval.status === "needs_human" ? not(like(notifications.dedupeKey, "%:needs_human:%")) : undefined,
  );
  const resolved = await deps.db
    .update(notifications, { resolvedAt: isoTime(deps.clock.now()), resolution }, open ?? sql`0`)
    .returning({ id: notifications.id, title: notifications.title, url: notifications.url });
  const [first] = resolved;
  if (first === undefined) return;
  const rung = await deps.db.pick(
    { subscriptionId: notificationDeliveries.subscriptionId },
    notificationDeliveries,
    and(
      eq(notificationDeliveries.status, "sent"),
      inJson(
        notificationDeliveries.notificationId,
        resolved.map((row) => row.id),
      ),
    ),
  );
  const reached = new Set(rung.map((row) => row.subscriptionId));
  const tag = await tagOf("approval", approval.id);
  const payload: PushPayload = {
    tag,
    kind: "resolved",
    title: resolution,
    body: first.title,
    url: first.url,
    approvalId: approval.id,
    effectHash: null,
    token: null,
  };
  const options: PushOptions = { topic: tag, urgency: "normal", ttlSeconds: RESOLVED_TTL_SECONDS };
  const devices = (await devicesOf(deps)).filter((device) => reached.has(device.id));
  await Promise.all(devices.map((device) => ring(deps, device, payload, options)));
}

function inJson(column: typeof notificationDeliveries.notificationId, ids: readonly string[]): SQL {
  return ids.length <= 50
    ? inArray(column, [...ids])
    : sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;
}
