/**
 * Devices subscribed to Web Push. An endpoint belongs to the last subscriber in its team, and never leaves
 * its team: a browser that changes teams gets a new one.
 */
import { and, asc, desc, eq, inArray, isNull, sql, type SQL } from "drizzle-orm";
import { approvalTokens } from "../platform/db/tables/tenancy.ts";
import { notificationPreferences, pushSubscriptions } from "./tables/notifications.ts";
import { sessions, users, type Statement, type TenantDb } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { bytesOf, isPushKey } from "../kernel/push-key.ts";
import type { Role } from "../platform/api/members.ts";
import type { PushSubscriptionView } from "./api/notifications.ts";
import type { NotificationDeps } from "./ports.ts";

const DEVICES_PER_PERSON = 20;
const DEVICES_SHOWN = 200;
/** Size of a device's authentication secret (RFC 8291 section 3.2). */
const AUTH_BYTES = 16;

/** The browser's `PushSubscription.toJSON()`, and its owner. */
interface NewSubscription {
  readonly userId: string;
  /** The session it is created in; absent for scripts. */
  readonly sessionId?: string | null;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly device: string;
  /** The person's own endpoint it replaces: the device's ID, name and pause are kept. */
  readonly replaces?: string;
}

type SubscriptionDeps = Pick<NotificationDeps, "db" | "clock" | "ids" | "allowsEndpoint">;

/**
 * Adds or renews a device: an endpoint stays one row, and moves to the last subscriber in the team. Throws
 * `invalid_request` for an address that is not a push service's or for invalid keys, `conflict` for too many
 * devices, `exists` for an endpoint of another team.
 */
export async function subscribe(
  deps: SubscriptionDeps,
  input: NewSubscription,
): Promise<PushSubscriptionView> {
  await checkSubscription(deps, input);
  const { db } = deps;
  if (input.replaces !== undefined) await takePlace(deps, input, input.replaces);
  const mine = await db.rows(pushSubscriptions, eq(pushSubscriptions.userId, input.userId));
  const isNew = mine.every((row) => row.endpoint !== input.endpoint);
  if (isNew && mine.length >= DEVICES_PER_PERSON) {
    throw new AppError("conflict", `You have ${mine.length} devices; remove one you no longer use first.`);
  }
  const fresh = {
    id: deps.ids.newId(),
    userId: input.userId,
    sessionId: input.sessionId ?? null,
    endpoint: input.endpoint,
    p256dh: input.keys.p256dh,
    auth: input.keys.auth,
    device: input.device,
    createdAt: isoTime(deps.clock.now()),
    lastUsedAt: null,
    pausedAt: null,
  };
  const sameOwner = sql`${pushSubscriptions.userId} = excluded.user_id`;
  const upsert = db.insert(pushSubscriptions, fresh).onConflictDoUpdate({
    target: pushSubscriptions.endpoint,
    setWhere: eq(pushSubscriptions.tenantId, db.tenantId),
    set: {
      // A new owner gets a new ID, so that tokens and deliveries stay with the previous owner.
      id: sql`case when ${sameOwner} then ${pushSubscriptions.id} else excluded.id end`,
      userId: input.userId,
      sessionId: fresh.sessionId,
      p256dh: fresh.p256dh,
      auth: fresh.auth,
      // Browsers renew subscriptions automatically: keep the owner's name and pause.
      device: sql`case when ${sameOwner} then ${pushSubscriptions.device} else excluded.device end`,
      pausedAt: sql`case when ${sameOwner} then ${pushSubscriptions.pausedAt} else null end`,
    },
  });
  if ((await upsert.returning({ id: pushSubscriptions.id })).length === 0)
    throw new AppError("exists", "This browser’s notifications belong to another team. Turn them on again.");
  const view = (await listSubscriptions(deps)).find(
    (row) => row.userId === input.userId && row.endpoint === input.endpoint,
  );
  if (view === undefined) throw new AppError("not_found", "You’re no longer a member of this team.");
  return withoutEndpoint(view);
}

/** Updates the address of a person's known device, unless the address is already known. */
async function takePlace({ db }: SubscriptionDeps, input: NewSubscription, replaced: string): Promise<void> {
  const known = await db.pick(
    { id: pushSubscriptions.id },
    pushSubscriptions,
    eq(pushSubscriptions.endpoint, input.endpoint),
  );
  if (known.length > 0) return;
  const { p256dh, auth } = input.keys;
  const { endpoint, sessionId = null } = input;
  const mine = and(
    eq(pushSubscriptions.endpoint, replaced),
    eq(pushSubscriptions.userId, input.userId),
    // An endpoint of another team is not moved.
    sql`not exists (select 1 from push_subscriptions taken where taken.endpoint = ${endpoint})`,
  );
  await db.update(pushSubscriptions, { endpoint, sessionId, p256dh, auth }, mine ?? sql`0`);
}

async function checkSubscription(deps: SubscriptionDeps, input: NewSubscription): Promise<void> {
  const url = URL.parse(input.endpoint);
  if (url === null || !deps.allowsEndpoint(url)) {
    throw new AppError("invalid_request", "Steward can’t send to this push service.", {
      details: { field: "endpoint", host: url?.host ?? null },
    });
  }
  const { p256dh, auth } = input.keys;
  if (!(await isPushKey(p256dh)) || bytesOf(auth)?.length !== AUTH_BYTES) {
    throw new AppError("invalid_request", "The device’s keys are not valid push subscription keys.", {
      details: { field: "keys" },
    });
  }
}

type Listed = PushSubscriptionView & { readonly endpoint: string };

async function listSubscriptions(deps: Pick<SubscriptionDeps, "db">): Promise<Listed[]> {
  const [rows, people] = await Promise.all([
    deps.db
      .rows(pushSubscriptions)
      .orderBy(desc(pushSubscriptions.createdAt), asc(pushSubscriptions.id))
      .limit(DEVICES_SHOWN),
    deps.db.rows(users, isNull(users.removedAt)),
  ]);
  const names = new Map(people.map((person) => [person.id, person.name]));
  return rows.flatMap(({ id, device, endpoint, userId, createdAt, lastUsedAt, pausedAt }) => {
    const userName = names.get(userId);
    if (userName === undefined) return [];
    const endpointHost = URL.parse(endpoint)?.host ?? "";
    const paused = pausedAt !== null;
    return [{ id, device, endpoint, endpointHost, userId, userName, createdAt, lastUsedAt, paused }];
  });
}

/** The endpoint is a capability: anyone who knows it can send to the device. It never leaves the server. */
function withoutEndpoint(row: Listed): PushSubscriptionView {
  const { id, device, endpointHost, userId, userName, createdAt, lastUsedAt, paused } = row;
  return { id, device, endpointHost, userId, userName, createdAt, lastUsedAt, paused };
}

/** Devices of the whole team, newest first. */
export async function listDevices(deps: Pick<SubscriptionDeps, "db">): Promise<PushSubscriptionView[]> {
  return (await listSubscriptions(deps)).map(withoutEndpoint);
}

/** The person making the change. */
interface DeviceActor {
  readonly userId: string;
  readonly role: Role;
}

/**
 * Renames or pauses a device: the caller's own, or anyone's for an admin. Idempotent. Throws `not_found`,
 * `forbidden`.
 */
export async function updateDevice(
  deps: Pick<SubscriptionDeps, "db" | "clock">,
  actor: DeviceActor,
  subscriptionId: string,
  change: { readonly device?: string | undefined; readonly paused?: boolean | undefined },
): Promise<PushSubscriptionView> {
  await changeableDevice(deps, actor, subscriptionId);
  const pausedAt = change.paused === true ? isoTime(deps.clock.now()) : null;
  const set = {
    ...(change.device === undefined ? {} : { device: change.device }),
    ...(change.paused === undefined ? {} : { pausedAt }),
  };
  if (Object.keys(set).length > 0) {
    await deps.db.update(pushSubscriptions, set, eq(pushSubscriptions.id, subscriptionId));
  }
  const view = (await listDevices(deps)).find((row) => row.id === subscriptionId);
  if (view === undefined) throw new AppError("not_found", "That device doesn’t exist.");
  return view;
}

async function changeableDevice(
  deps: Pick<SubscriptionDeps, "db">,
  actor: DeviceActor,
  subscriptionId: string,
): Promise<void> {
  const row = await deps.db.find(pushSubscriptions, eq(pushSubscriptions.id, subscriptionId));
  if (row === null) throw new AppError("not_found", "That device doesn’t exist.");
  if (row.userId !== actor.userId && actor.role !== "admin") {
    throw new AppError("forbidden", "Only an admin can change someone else’s device.");
  }
}

/**
 * Removes a device and its unspent tokens: the caller's own, or anyone's for an admin. Throws `not_found`,
 * `forbidden`.
 */
export async function unsubscribe(
  deps: Pick<SubscriptionDeps, "db">,
  actor: DeviceActor,
  subscriptionId: string,
): Promise<void> {
  await changeableDevice(deps, actor, subscriptionId);
  await removeSubscription(deps, subscriptionId);
}

/** Deletes a device and what only it could use. */
export async function removeSubscription(
  deps: Pick<SubscriptionDeps, "db">,
  subscriptionId: string,
): Promise<void> {
  const unspent = and(eq(approvalTokens.subscriptionId, subscriptionId), isNull(approvalTokens.spentAt));
  await deps.db.batch([
    deps.db.remove(pushSubscriptions, eq(pushSubscriptions.id, subscriptionId)),
    deps.db.remove(approvalTokens, unspent ?? sql`0`),
  ]);
}

/** Statements for the batch that begins a session after another of the same browser: its devices go over to the new one. */
export function renewSession(
  db: TenantDb,
  {
    userId,
    formerHash,
    sessionId,
  }: { readonly userId: string; readonly formerHash: string; readonly sessionId: string },
): Statement[] {
  const former = db.pick({ id: sessions.id }, sessions, eq(sessions.secretHash, formerHash));
  const theirs = and(eq(pushSubscriptions.userId, userId), inArray(pushSubscriptions.sessionId, former));
  return [db.update(pushSubscriptions, { sessionId }, theirs ?? sql`0`)];
}

/** Statements for the batch that ends a session: its devices get no more notifications, and their buttons decide nothing. */
export function endSession(db: TenantDb, sessionId: string): Statement[] {
  const devices = eq(pushSubscriptions.sessionId, sessionId);
  const ids = db.pick({ id: pushSubscriptions.id }, pushSubscriptions, devices);
  const unspent = and(inArray(approvalTokens.subscriptionId, ids), isNull(approvalTokens.spentAt));
  return [db.remove(approvalTokens, unspent ?? sql`0`), db.remove(pushSubscriptions, devices)];
}

/** Statements for the batch that removes a member. */
export function endMember(
  db: TenantDb,
  { userId, gone }: { readonly userId: string; readonly gone: SQL },
): Statement[] {
  const unspent = and(eq(approvalTokens.userId, userId), isNull(approvalTokens.spentAt), gone);
  return [
    db.remove(pushSubscriptions, and(eq(pushSubscriptions.userId, userId), gone) ?? sql`0`),
    db.remove(notificationPreferences, and(eq(notificationPreferences.userId, userId), gone) ?? sql`0`),
    db.remove(approvalTokens, unspent ?? sql`0`),
  ];
}
