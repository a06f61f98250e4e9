/** Notifications of approvals: sent once per occasion, replaced on devices once decided. */
import { and, desc, eq, gt, inArray, isNotNull, isNull, like, lt, ne, not, sql, type SQL } from "drizzle-orm";
import { PRIVATE_TITLE, withoutGrounds } from "../approvals/index.ts";
import { approvals } from "../approvals/tables/approvals.ts";
import { notificationDeliveries, notifications, pushSubscriptions } from "./tables/notifications.ts";
import { startsWith, users } from "../platform/db/index.ts";
import { HOUR_MS, isoTime, msOf } from "../kernel/clock.ts";
import { derivedId } from "../kernel/ids.ts";
import { NO_READER, readerOf, type Reader } from "../platform/privacy.ts";
import type { PushPayload } from "./api/notifications.ts";
import type { Approval } from "../approvals/api/approval.ts";
import type { RoutedTo } from "../platform/api/notification-kinds.ts";
import { ofRequest } from "../approvals/expiry.ts";
import { requestTitle } from "../approvals/api/request-words.ts";
import { receiptTime, receiptWords } from "../approvals/api/receipt-words.ts";
import { nounOf } from "../approvals/api/approval-row.ts";
import { findOnRecord } from "./on-record.ts";
import { approvalText, cut, resolutionOf, visible, type Occasion } from "./compose.ts";
import { deliver, ring, type DeliveryCount, type Device } from "./deliver.ts";
import { deadMs, endFirstRing, isWatched, timesOf } from "./first-ring.ts";
import { TOLD_A_RUN, TOLD_AN_HOUR } from "../agent/tools/reach.ts";
import type { NotificationDeps, PushOptions } from "./ports.ts";
import type { NotificationRow } from "./ring-schedule.ts";
import { ownerOf } from "./routing.ts";

/** The count if nothing was sent. */
export const NOTHING_RUNG: DeliveryCount = { sent: 0, removed: 0, failed: 0, underWay: 0 };
/** Push services keep a message at most four weeks. */
const LONGEST_TTL_SECONDS = 28 * 24 * 3600;
const RESOLVED_TTL_SECONDS = 24 * 3600;
const DAY_SECONDS = 24 * 3600;
const TOPIC_CHARS = 32;
const RECEIPT_CHARS = 200;

/** A notification to be recorded. `dedupeKey` makes it idempotent. */
type NewNotification = Pick<
  NotificationRow,
  "dedupeKey" | "kind" | "subjectId" | "title" | "body" | "url" | "urgent" | "occasion" | "ordinal" | "tag"
> & {
  /** Assignment by a routing rule. Default: everyone. */
  readonly routedTo?: RoutedTo | null;
  /** Members who alone can act on it: they are notified instead of anyone else if they have a device. */
  readonly deciders?: readonly string[];
  /** The only channel. Default: all. */
  readonly only?: NotificationRow["only"];
};

/**
 * Records a notification and shows it on open pages; a repeat finds the same row and shows nothing. The row
 * says whether staff quiet hours delay it: then nothing may ring before they end.
 */
export async function record(deps: NotificationDeps, given: NewNotification): Promise<NotificationRow> {
  const { routedTo = null, only = null, deciders = [], ...entry } = given;
  const id = await derivedId("notification", deps.db.tenantId, entry.dedupeKey);
  const nowMs = deps.clock.now();
  const { heldMs, dueMs: nextMs } = await timesOf(deps, given, nowMs);
  const heldUntil = isoOrNull(heldMs);
  // News of a private conversation only goes to its reader.
  const isNews = entry.kind === "alert" && entry.subjectId !== null;
  const reader = isNews ? await readerOf(deps.db, entry.subjectId ?? "") : null;
  const dueMs = reader === null ? nextMs : null;
  const { audience, othersMs } =
    reader === null
      ? await audienceFor(deps, { routedTo, deciders }, heldMs ?? nowMs, entry)
      : { audience: reader === NO_READER ? [] : [reader], othersMs: null };
  const ringing = heldMs === null && isWatched(given);
  const dues = [dueMs, othersMs, ringing ? deadMs(nowMs) : null].filter((ms) => ms !== null);
  const added = await deps.db
    .insert(notifications, {
      ...entry,
      id,
      only,
      createdAt: isoTime(nowMs),
      heldUntil,
      ringing,
      audience,
      othersAt: isoOrNull(othersMs),
      dueAt: isoOrNull(dues.length === 0 ? null : Math.min(...dues)),
    })
    .onConflictDoNothing()
    .returning();
  if (added.length > 0 && entry.occasion !== "on_call")
    await showAdded(deps, id, { ...entry, reader }, heldUntil !== null);
  const row =
    (added[0] as NotificationRow | undefined) ??
    (await deps.db.find(notifications, eq(notifications.id, id)));
  if (row === null) throw new Error("a notification no longer exists");
  return row;
}

function showAdded(
  deps: NotificationDeps,
  id: string,
  { title, body, url, reader }: Pick<NewNotification, "title" | "body" | "url"> & { readonly reader: Reader },
  isHeldBack: boolean,
): Promise<void> {
  const added = { type: "notification.added" as const, id, title, body, url };
  return deps.publish({ ...added, ...(isHeldBack ? { silent: true } : {}) }, reader);
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms);
}

/**
 * Who is notified, and when everyone else is. A member without an active device is no audience, except for
 * personal news that can wait.
 */
async function audienceFor(
  deps: NotificationDeps,
  { routedTo, deciders }: { readonly routedTo: RoutedTo | null; readonly deciders: readonly string[] },
  ringsMs: number,
  { kind, urgent }: Pick<NewNotification, "kind" | "urgent">,
): Promise<{ audience: readonly string[] | null; othersMs: number | null }> {
  if (deciders.length > 0 && (await devicesOf(deps, inArray(users.id, [...deciders]))).length > 0)
    return { audience: deciders, othersMs: null };
  const mine = routedTo === null ? [] : await devicesOf(deps, eq(users.id, routedTo.userId));
  const isTheirs = routedTo?.personal === true && kind === "alert" && !urgent;
  if (routedTo === null || (mine.length === 0 && !isTheirs)) return { audience: null, othersMs: null };
  const othersMs = routedTo.mode === "first" ? ringsMs + routedTo.othersAfterMinutes * 60_000 : null;
  return { audience: [routedTo.userId], othersMs };
}

/** Members a notification rings for: its audience, else everyone. */
export function audienceOf({ audience }: Pick<NotificationRow, "audience">): SQL | undefined {
  return audience === null ? undefined : inArray(users.id, [...audience]);
}

/** Whether a notification may not ring yet. */
export function isHeld(deps: Pick<NotificationDeps, "clock">, row: NotificationRow): boolean {
  return row.heldUntil !== null && msOf(row.heldUntil) > deps.clock.now();
}

/** Active devices of the selected members; removed members get nothing. */
export async function devicesOf(deps: NotificationDeps, who?: SQL): Promise<Device[]> {
  return (await allDevicesOf(deps, who)).filter((device) => device.pausedAt === null);
}

async function allDevicesOf(deps: NotificationDeps, who?: SQL): Promise<Device[]> {
  const members = await deps.db.rows(users, and(isNull(users.removedAt), who));
  const ids = new Set(members.map((member) => member.id));
  const devices = await deps.db.rows(pushSubscriptions);
  return devices.filter((device) => ids.has(device.userId));
}

/** The name of a subject on devices and at push services: newer messages with it replace older ones. */
export async function tagOf(...parts: readonly string[]): Promise<string> {
  return (await derivedId("n", ...parts)).slice(0, TOPIC_CHARS);
}

/**
 * Notifies every device of the team of an approval, unless quiet hours delay it. Rings once per approval,
 * occasion and ordinal. An approval that needs no action does not ring, and one decided meanwhile is replaced
 * immediately.
 */
export async function notifyApproval(
  deps: NotificationDeps,
  approval: Approval,
  occasion: Exclude<Occasion, "on_call">,
  ordinal: number,
  onRecorded?: () => void,
): Promise<DeliveryCount> {
  if (approval.status !== (occasion === "needs_human" ? "needs_human" : "pending")) return NOTHING_RUNG;
  const request = await requestOf(deps, approval, occasion);
  const [first] = request;
  if (first !== undefined && first.id !== approval.id) {
    await tellMore(deps, first, requestWords(approval, request));
    onRecorded?.();
    return NOTHING_RUNG;
  }
  if (occasion === "requested" && ordinal === 0 && (await standsInFor(deps, approval.id))) {
    onRecorded?.();
    return NOTHING_RUNG;
  }
  const text = await textOf(deps, approval, occasion, request);
  const row = await recordApproval(deps, approval, {
    occasion,
    ordinal,
    key: keyOf(occasion, ordinal),
    text,
  });
  onRecorded?.();
  if (isHeld(deps, row)) return NOTHING_RUNG;
  const count = await ringApproval(deps, approval, row, await devicesOf(deps, audienceOf(row)), text);
  await endFirstRing(deps, row, count);
  return count;
}

/** Drafts of a request that are looked at together. */
const MAX_TOGETHER = 100;

/** The pending drafts of an approval's request, the urgent ones first. */
async function pendingOf(
  { db }: Pick<NotificationDeps, "db">,
  request: Pick<Approval, "turnId" | "conversationId">,
): Promise<readonly Sibling[]> {
  const { id, title, target, proposedEffects, urgent } = approvals;
  const kinds = sql<string>`(select group_concat(distinct json_extract(value, '$.kind')) from json_each(${proposedEffects}))`;
  const found = await db
    .pick({ id, title, target, kinds, urgent }, approvals, ofRequest(request))
    .orderBy(desc(urgent), approvals.createdAt, id)
    .limit(MAX_TOGETHER);
  return found as unknown as readonly Sibling[];
}

/**
 * The drafts that share a notification, which is the first one's. Empty if the approval stands alone, as one
 * that only some may decide does.
 */
async function requestOf(
  deps: Pick<NotificationDeps, "db">,
  approval: Approval,
  occasion: Occasion,
): Promise<readonly Sibling[]> {
  if (occasion === "needs_human" || (approval.deciders ?? []).length > 0) return [];
  const pending = await pendingOf(deps, approval);
  return pending.length < 2 ? [] : pending;
}

type Sibling = Pick<typeof approvals.$inferSelect, "id" | "title" | "target" | "urgent"> & {
  /** The kinds of its effects, joined by commas. */
  readonly kinds: string;
};

/** Whether an approval took over the notification of an earlier draft of its request. */
async function standsInFor({ db }: Pick<NotificationDeps, "db">, approvalId: string): Promise<boolean> {
  const taken = and(
    eq(notifications.kind, "approval"),
    eq(notifications.subjectId, approvalId),
    eq(notifications.occasion, "requested"),
    not(startsWith(notifications.dedupeKey, dedupeKeyOf(approvalId, ""))),
  );
  return (await db.find(notifications, taken ?? sql`0`)) !== null;
}

/** A draft joined the request of one that people were alerted of. */
async function tellMore(deps: NotificationDeps, first: Sibling, words: string | null): Promise<void> {
  if (words === null) return;
  const changed = await deps.db
    .update(
      notifications,
      { title: words },
      and(
        eq(notifications.dedupeKey, dedupeKeyOf(first.id, keyOf("requested", 0))),
        isNull(notifications.resolvedAt),
        ne(notifications.title, words),
      ) ?? sql`0`,
    )
    .returning({ id: notifications.id });
  for (const { id } of changed) await deps.publish({ type: "notification.updated", id });
}

/** What an approval's request is called; null if it is the only draft. Those of the same kinds share its noun. */
function requestWords(
  { effects = [] }: Partial<Pick<Approval, "effects">>,
  request: readonly Sibling[],
): string | null {
  if (request.length < 2) return null;
  const kinds = [...new Set(effects.map(({ kind }) => kind))].join(",");
  const plural = nounOf(effects);
  const isMessage = effects.some(({ words }) => words.message !== null);
  return requestTitle(
    request.map((one) => ({
      target: one.target || one.title,
      plural: one.kinds === kinds ? plural : null,
      isMessage: one.kinds === kinds && isMessage,
    })),
  );
}

function keyOf(occasion: Occasion, ordinal: number): string {
  return `${occasion}:${ordinal}`;
}

function dedupeKeyOf(approvalId: string, key: string): string {
  return `approval:${approvalId}:${key}`;
}

/** Resolves open notifications of some news and returns them: they no longer ring or escalate. Idempotent. */
export async function settleOpen(
  { db, clock, publish }: NotificationDeps,
  which: readonly SQL[],
  resolution: string,
): Promise<readonly NotificationRow[]> {
  const settled = await db
    .update(
      notifications,
      { resolvedAt: isoTime(clock.now()), resolution, heldUntil: null, dueAt: null },
      and(...which, isNull(notifications.resolvedAt)) ?? sql`0`,
    )
    .returning();
  const rows = settled as unknown as readonly NotificationRow[];
  for (const { id } of rows) await publish({ type: "notification.updated", id });
  return rows;
}

/** An approval as shown to the whole team: without title if it came from a private conversation. */
function toldTo(approval: Approval): Approval {
  return approval.conversationTitle === PRIVATE_TITLE ? withoutGrounds(approval) : approval;
}

/**
 * Whether a notification shows the draft's note: limited per run, and per conversation and hour; other notes
 * are only on their cards.
 */
async function showsNote(
  { db }: Pick<NotificationDeps, "db">,
  { conversationId, turnId, note, createdAt }: Approval,
): Promise<boolean> {
  if (note === undefined) return false;
  const since = isoTime(msOf(createdAt) - HOUR_MS);
  const rows = await db
    .pick(
      { turnId: approvals.turnId },
      approvals,
      and(
        eq(approvals.conversationId, conversationId),
        eq(approvals.status, "pending"),
        isNotNull(approvals.note),
        gt(approvals.createdAt, since),
        lt(approvals.createdAt, createdAt),
      ),
    )
    .limit(TOLD_AN_HOUR);
  return rows.length < TOLD_AN_HOUR && rows.filter((row) => row["turnId"] === turnId).length < TOLD_A_RUN;
}

/** Records a notification of an approval. `key` distinguishes it from the approval's others; `text` is read if it isn't known. */
export async function recordApproval(
  deps: NotificationDeps,
  approval: Approval,
  ring: {
    readonly occasion: Occasion;
    readonly ordinal: number;
    readonly key: string;
    readonly text?: NotificationText;
  },
): Promise<NotificationRow> {
  const { title, body } = ring.text ?? (await textOf(deps, approval, ring.occasion));
  // Reminders, and effects with unknown outcome, go to everyone.
  const isFirst = ring.occasion === "requested";
  return record(deps, {
    routedTo: isFirst ? await ownerOf(deps.db, approval.conversationId) : null,
    ...(isFirst ? { deciders: await decidersOf(deps, approval) } : {}),
    dedupeKey: dedupeKeyOf(approval.id, ring.key),
    kind: "approval",
    subjectId: approval.id,
    title,
    body,
    url: `${deps.appUrl}/approvals/${encodeURIComponent(approval.id)}`,
    urgent: approval.urgent,
    occasion: ring.occasion,
    ordinal: ring.ordinal,
    tag: await tagOf("approval", approval.id),
  });
}

/** The only members who may decide; empty for everybody. */
async function decidersOf({ db }: NotificationDeps, { deciders, adminsOnly }: Approval): Promise<string[]> {
  if (deciders !== undefined || adminsOnly !== true) return (deciders ?? []).map(({ id }) => id);
  const admins = await db.rows(users, and(isNull(users.removedAt), eq(users.role, "admin")));
  return admins.map(({ id }) => id);
}

type NotificationText = ReturnType<typeof approvalText>;

async function textOf(
  deps: NotificationDeps,
  approval: Approval,
  occasion: Occasion,
  request?: readonly Sibling[],
): Promise<NotificationText> {
  return approvalText(toldTo(approval), occasion, {
    showsNote: await showsNote(deps, approval),
    request: requestWords(approval, request ?? (await requestOf(deps, approval, occasion))),
    files: await filesIn(deps, approval.note ?? ""),
  });
}

/** Names of the workspace's files in a note. */
async function filesIn({ db }: Pick<NotificationDeps, "db">, note: string): Promise<ReadonlySet<string>> {
  const known = await findOnRecord(db, visible(note));
  return new Set([...known].filter((lead) => !/^\d+$|@/.test(lead)));
}

/** Notifies devices of a recorded approval, with buttons if the text shows the exact bytes. `known` is its text. */
export async function ringApproval(
  deps: NotificationDeps,
  approval: Approval,
  row: NotificationRow,
  devices: readonly Device[],
  known?: NotificationText,
): Promise<DeliveryCount> {
  const { id: approvalId, effectHash, expiresAt } = approval;
  const needsHuman = approval.status === "needs_human";
  const text = known ?? (await textOf(deps, approval, row.occasion ?? "requested"));
  const tag = row.tag ?? (await tagOf("approval", approvalId));
  const secondsLeft = Math.floor((msOf(expiresAt) - deps.clock.now()) / 1000);
  const payload = {
    tag,
    kind: "approval" as const,
    // Phones truncate titles at the end, so urgency comes first.
    title: approval.urgent ? `Urgent: ${text.title}` : text.title,
    body: text.body,
    url: row.url,
    approvalId,
    effectHash,
  };
  const count = await deliver(
    deps,
    {
      notificationId: row.id,
      payload,
      options: {
        topic: tag,
        urgency: approval.urgent ? "high" : "normal",
        ttlSeconds: needsHuman ? DAY_SECONDS : Math.min(Math.max(secondsLeft, 60), LONGEST_TTL_SECONDS),
      },
      buttons: text.exact ? { approvalId, effectHash, expiresAt } : null,
    },
    devices,
  );
  await replaceIfDecided(deps, approvalId);
  return count;
}

/** A decision may arrive during delivery; nothing else would replace those notifications. */
async function replaceIfDecided(deps: NotificationDeps, approvalId: string): Promise<void> {
  const now = await deps.db.find(approvals, eq(approvals.id, approvalId));
  if (now !== null)
    await replace(deps, {
      ...now,
      changesRequested: now.status === "rejected" && now.redraft,
      replacedBy: now.replacedById,
    });
}

/**
 * Marks an approval's notifications resolved and replaces them on the devices that received them ("Approved
 * by …"). Idempotent. Best effort: never throws.
 */
export async function resolveApprovalNotification(deps: NotificationDeps, approval: Approval): Promise<void> {
  try {
    await replace(deps, { ...approval, decidedByName: approval.decidedBy?.name ?? null });
    await tellReceipt(deps, approval);
  } catch (error) {
    deps.logger.warn("notification.resolve_failed", { approvalId: approval.id, error });
  }
}

/** Once it was done, an approval's notifications say so in the words of its receipt. Devices were told of the decision. */
async function tellReceipt(deps: NotificationDeps, approval: Approval): Promise<void> {
  const at = receiptTime(approval);
  if (approval.status !== "done" || at === null) return;
  const time = new Intl.DateTimeFormat("en-US", {
    timeZone: await deps.timeZone(),
    hour: "numeric",
    minute: "2-digit",
  }).format(msOf(at));
  const resolution = `${cut(visible(receiptWords(approval)), RECEIPT_CHARS)} · ${time}`;
  const told = await deps.db
    .update(
      notifications,
      { resolution },
      and(
        eq(notifications.kind, "approval"),
        eq(notifications.subjectId, approval.id),
        isNotNull(notifications.resolvedAt),
        ne(notifications.resolution, resolution),
      ) ?? sql`0`,
    )
    .returning({ id: notifications.id });
  for (const { id } of told) await deps.publish({ type: "notification.updated", id });
}

type Decided = Parameters<typeof resolutionOf>[0] &
  Pick<Approval, "id" | "title" | "turnId" | "conversationId"> &
  Partial<Pick<Approval, "tool" | "effects">>;

async function replace(deps: NotificationDeps, approval: Decided): Promise<void> {
  const resolution = resolutionOf(approval);
  if (resolution === null) return;
  const open =
    and(
      eq(notifications.kind, "approval"),
      eq(notifications.subjectId, approval.id),
      isNull(notifications.resolvedAt),
      // Its card stays open until a person has said what happened.
      approval.status === "needs_human" ? not(like(notifications.dedupeKey, "%:needs_human:%")) : undefined,
    ) ?? sql`0`;
  if (await handOver(deps, approval, open)) return;
  const resolved = await deps.db
    .update(
      notifications,
      { resolvedAt: isoTime(deps.clock.now()), resolution, heldUntil: null, dueAt: null },
      open,
    )
    .returning({
      id: notifications.id,
      title: notifications.title,
      url: notifications.url,
      tag: notifications.tag,
    });
  const [first] = resolved;
  if (first === undefined) return;
  for (const { id } of resolved) await deps.publish({ type: "notification.updated", id });
  const tag = first.tag ?? (await tagOf("approval", approval.id));
  await replaceShown(
    deps,
    resolved.map(({ id }) => id),
    { tag, kind: "resolved", title: resolution, body: first.title, url: first.url, approvalId: approval.id },
  );
}

/**
 * While others of its request wait, a decided draft's notification is theirs: it stays open, and is about the
 * first of them that has none.
 */
async function handOver(deps: NotificationDeps, approval: Decided, open: SQL): Promise<boolean> {
  const { db } = deps;
  if ((await db.find(notifications, open)) === null) return false;
  const pending = await pendingOf(deps, approval);
  if (pending.length === 0) return false;
  const own = await db.pick(
    { subjectId: notifications.subjectId },
    notifications,
    and(
      inArray(
        notifications.subjectId,
        pending.slice(0, 50).map(({ id }) => id),
      ),
      isNull(notifications.resolvedAt),
    ),
  );
  const next = pending.find(({ id }) => own.every(({ subjectId }) => subjectId !== id));
  if (next === undefined) return false;
  const moved = await db
    .update(
      notifications,
      {
        subjectId: next.id,
        url: `${deps.appUrl}/approvals/${encodeURIComponent(next.id)}`,
        title: requestWords(approval, pending) ?? next.title,
      },
      open,
    )
    .returning({ id: notifications.id });
  for (const { id } of moved) await deps.publish({ type: "notification.updated", id });
  return true;
}

type Replacement = Omit<PushPayload, "token" | "effectHash">;

/** Silently replaces what devices show for these notifications, which share a tag. */
export async function replaceShown(
  deps: NotificationDeps,
  notificationIds: readonly string[],
  shown: Replacement,
): Promise<void> {
  const rung = await deps.db.pick(
    { subscriptionId: notificationDeliveries.subscriptionId },
    notificationDeliveries,
    and(
      eq(notificationDeliveries.status, "sent"),
      inJson(notificationDeliveries.notificationId, notificationIds),
    ),
  );
  const reached = new Set(rung.map((row) => row.subscriptionId));
  const payload: PushPayload = { ...shown, effectHash: null, token: null };
  const options: PushOptions = { topic: shown.tag, urgency: "normal", ttlSeconds: RESOLVED_TTL_SECONDS };
  const devices = (await allDevicesOf(deps)).filter((device) => reached.has(device.id));
  await Promise.all(devices.map((device) => ring(deps, device, payload, options)));
}

function inJson(column: typeof notificationDeliveries.notificationId, ids: readonly string[]): SQL {
  return ids.length <= 50
    ? inArray(column, [...ids])
    : sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;
}
