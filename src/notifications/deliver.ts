/**
 * Delivers one notification to many devices. Each device is claimed before it is notified, so that a repeated
 * step does not ring twice; a crashed attempt's claim is taken over after a timeout. Expired devices are
 * removed.
 */
import { and, eq, lt, or, sql } from "drizzle-orm";
import { notificationDeliveries, pushSubscriptions } from "./tables/notifications.ts";
import { backOffMs } from "../kernel/back-off.ts";
import { isoTime } from "../kernel/clock.ts";
import { derivedId } from "../kernel/ids.ts";
import type { PushPayload } from "./api/notifications.ts";
import { fitPayload } from "./compose.ts";
import type { NotificationDeps, PushOptions, PushResult } from "./ports.ts";
import { removeSubscription } from "./subscriptions.ts";
import { issueToken, revokeToken } from "./tokens.ts";

export type Device = typeof pushSubscriptions.$inferSelect;

/** With `buttons`, each device gets its own token. */
export interface Message {
  readonly notificationId: string;
  readonly payload: Omit<PushPayload, "token">;
  readonly options: PushOptions;
  readonly buttons: {
    readonly approvalId: string;
    readonly effectHash: string;
    readonly expiresAt: string;
  } | null;
}

/** Number of devices by result: notified, removed, failed, or in progress by another attempt. */
export interface DeliveryCount {
  readonly sent: number;
  readonly removed: number;
  readonly failed: number;
  readonly underWay: number;
}

const TRIES = 3;
const PAUSE = { firstMs: 500, longestMs: 5_000 } as const;
/**
 * A claim is renewed before each try, and a try including its pause is shorter (src/notifications/push: 5 s
 * at most).
 */
export const DEAD_CLAIM_MS = 12_000;
const CLAIMS_PER_DEVICE = 5;
const BATCH_SIZE = 4;
/**
 * Fallback for push services that refuse a payload of the minimum size they must support (RFC 8030 section
 * 7.2: 4096 bytes encrypted).
 */
const SMALL_PAYLOAD_BYTES = 700;

/** Sends a recorded notification to the devices that have not received it. */
export async function deliver(
  deps: NotificationDeps,
  message: Message,
  devices: readonly Device[],
): Promise<DeliveryCount> {
  const outcomes: Outcome[] = [];
  for (let start = 0; start < devices.length; start += BATCH_SIZE) {
    const group = devices.slice(start, start + BATCH_SIZE);
    outcomes.push(...(await Promise.all(group.map((device) => deliverToDevice(deps, message, device)))));
  }
  const count = (kinds: readonly string[]) => outcomes.filter((kind) => kinds.includes(kind)).length;
  return {
    sent: count(["sent"]),
    removed: count(["gone"]),
    failed: count(["too_large", "try_later", "vapid_refused", "failed"]),
    underWay: count(["under_way"]),
  };
}

/** `done`: already notified. `under_way`: another attempt is in progress. */
type Outcome = PushResult["kind"] | "done" | "under_way";

async function deliverToDevice(deps: NotificationDeps, message: Message, device: Device): Promise<Outcome> {
  const claimed = await claim(deps, message.notificationId, device.id);
  if (claimed !== "mine") return claimed;
  const token =
    message.buttons === null
      ? null
      : await issueToken(deps, { ...message.buttons, userId: device.userId, subscriptionId: device.id });
  const renew = async (): Promise<void> => {
    const updatedAt = isoTime(deps.clock.now());
    await deps.db.update(
      notificationDeliveries,
      { updatedAt },
      deliveryOf(message.notificationId, device.id),
    );
  };
  const result = await ring(deps, device, { ...message.payload, token }, message.options, renew);
  await settle(deps, message.notificationId, device.id, result);
  return result.kind;
}

async function claim(
  deps: NotificationDeps,
  notificationId: string,
  subscriptionId: string,
): Promise<"mine" | "done" | "under_way"> {
  const nowMs = deps.clock.now();
  const added = await deps.db
    .insert(notificationDeliveries, {
      id: await derivedId("delivery", notificationId, subscriptionId),
      notificationId,
      subscriptionId,
      status: "sending",
      httpStatus: null,
      attempts: 1,
      updatedAt: isoTime(nowMs),
    })
    .onConflictDoNothing()
    .returning();
  if (added.length > 0) return "mine";
  const { status, attempts, updatedAt } = notificationDeliveries;
  const dead = and(eq(status, "sending"), lt(updatedAt, isoTime(nowMs - DEAD_CLAIM_MS)));
  const takenOver = await deps.db
    .update(
      notificationDeliveries,
      { status: "sending", attempts: sql`${attempts} + 1`, updatedAt: isoTime(nowMs) },
      and(
        deliveryOf(notificationId, subscriptionId),
        lt(attempts, CLAIMS_PER_DEVICE),
        or(dead, eq(status, "failed")),
      ) ?? sql`0`,
    )
    .returning();
  if (takenOver.length > 0) return "mine";
  const known = await deps.db.find(notificationDeliveries, deliveryOf(notificationId, subscriptionId));
  return known?.status === "sending" && known.attempts < CLAIMS_PER_DEVICE ? "under_way" : "done";
}

/**
 * Sends to one device with bounded retries; writes no row, and calls `again` before each retry. A payload
 * refused as too large is sent once more, truncated and without a token.
 */
export async function ring(
  deps: NotificationDeps,
  device: Device,
  payload: PushPayload,
  options: PushOptions,
  again: () => Promise<void> = () => Promise.resolve(),
): Promise<PushResult> {
  const url = URL.parse(device.endpoint);
  if (url === null || !deps.allowsEndpoint(url)) return { kind: "failed", status: null };
  let json = fitPayload(payload);
  let isCut = false;
  for (let attempt = 1; ; attempt++) {
    const result = await deps.sendPush(device, json, options);
    if (result.kind === "vapid_refused") {
      deps.logger.error("push.vapid_refused", { vendor: "push", status: result.status });
    }
    if (attempt >= TRIES) return result;
    if (result.kind === "too_large" && !isCut) {
      isCut = true;
      if (payload.approvalId !== null) await revokeToken(deps, payload.approvalId, device.id);
      json = fitPayload({ ...payload, token: null }, SMALL_PAYLOAD_BYTES);
    } else if (!(await paused(deps, result, attempt))) {
      return result;
    }
    await again();
  }
}

/** Waits if the push service asks for a retry soon; false otherwise. */
async function paused(deps: NotificationDeps, result: PushResult, attempt: number): Promise<boolean> {
  if (result.kind !== "try_later") return false;
  const pauseMs = result.retryAfterMs ?? backOffMs(attempt, PAUSE);
  if (pauseMs > PAUSE.longestMs) return false;
  await deps.sleep(pauseMs);
  return true;
}

async function settle(
  deps: NotificationDeps,
  notificationId: string,
  subscriptionId: string,
  result: PushResult,
): Promise<void> {
  const now = isoTime(deps.clock.now());
  const status = result.kind === "sent" || result.kind === "gone" ? result.kind : "failed";
  await deps.db.batch([
    deps.db.update(
      notificationDeliveries,
      { status, httpStatus: result.status, updatedAt: now },
      deliveryOf(notificationId, subscriptionId),
    ),
    ...(status === "sent"
      ? [deps.db.update(pushSubscriptions, { lastUsedAt: now }, eq(pushSubscriptions.id, subscriptionId))]
      : []),
  ]);
  if (result.kind === "gone") await removeSubscription(deps, subscriptionId);
  if (status !== "sent") {
    const code = result.kind;
    deps.logger.warn("push.send_failed", {
      notificationId,
      code,
      ...(result.status === null ? {} : { status: result.status }),
    });
  }
}

function deliveryOf(notificationId: string, subscriptionId: string) {
  const { notificationId: notification, subscriptionId: subscription } = notificationDeliveries;
  return and(eq(notification, notificationId), eq(subscription, subscriptionId)) ?? sql`0`;
}
