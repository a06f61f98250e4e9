/**
 * The only driver of delayed notifications and on-call escalation: idempotent, called by the scheduler. Each
 * round reads the stored state, calls `nextRing`, and performs that one step. A person is chosen by
 * compare-and-set before being notified, so that a crash asks no one twice and skips no one.
 */
import { and, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import { auditIf, STEWARD } from "../platform/audit/index.ts";
import { workThrough, type WorkResult } from "../platform/work/index.ts";
import { approvals } from "../approvals/tables/approvals.ts";
import { escalations, notificationDeliveries, notifications } from "./tables/notifications.ts";
import { users } from "../platform/db/index.ts";
import { isoTime, msOf } from "../kernel/clock.ts";
import { derivedId } from "../kernel/ids.ts";
import type { OnCall, OnCallPerson } from "./api/on-call.ts";
import { announce, ringAlert } from "./alerts.ts";
import { onCallText } from "./compose.ts";
import { devicesOf, notifyApproval, record, recordApproval, ringApproval } from "./approval-notifications.ts";
import { getOnCall } from "./on-call-settings.ts";
import type { RingDeps, TextState } from "./ports.ts";
import { nextRing, type Escalation, type NotificationRow } from "./ring-schedule.ts";

/** More rounds than there can be people on call; guards against endless loops. */
const ROUNDS = 60;
/** Processed in parallel: a hanging push service uses its full timeout. */
const BATCH_SIZE = 4;
const LEASE_MS = 15_000;
const ON_CALL_TTL_SECONDS = 3600;

interface Loaded {
  readonly row: NotificationRow;
  readonly steps: readonly Escalation[];
  readonly onCall: OnCall;
  readonly people: ReadonlyMap<string, typeof users.$inferSelect>;
  readonly open: boolean;
}

/**
 * Processes every due notification of a tenant, urgent ones first; a failed one is due again when its lease
 * ends, and does not stop the others.
 */
export async function advanceDueNotifications(deps: RingDeps, untilMs: number): Promise<WorkResult> {
  const how = { untilMs, leaseMs: LEASE_MS, batchSize: BATCH_SIZE, first: sql`urgent desc` };
  return workThrough(deps, notifications, how, (due) =>
    Promise.all(due.map(({ id }) => advanceSafely(deps, id))),
  );
}

async function advanceSafely(deps: RingDeps, notificationId: string): Promise<void> {
  try {
    await advanceNotification(deps, notificationId);
  } catch (error) {
    deps.logger.error("notification.advance_failed", { tenantId: deps.db.tenantId, notificationId, error });
  }
}

/** Does everything due for one notification. Idempotent, also concurrently. */
async function advanceNotification(deps: RingDeps, notificationId: string): Promise<void> {
  const timeZone = await deps.timeZone();
  for (let round = 0; round < ROUNDS; round++) {
    const loaded = await load(deps, notificationId);
    if (loaded === null) return;
    const { row, steps, onCall, open } = loaded;
    const texts = await textStates(deps, steps);
    const members = new Set(loaded.people.keys());
    const context = { nowMs: deps.clock.now(), timeZone, open, members, texts };
    const next = nextRing(row, steps, onCall, context);
    switch (next.do) {
      case "rest":
        return setDue(deps, row, null);
      case "wait":
        return setDue(deps, row, isoTime(next.untilMs));
      case "ring":
        await release(deps, row);
        // If another attempt is still delivering, it becomes due again automatically.
        if (row.ringing) return;
        break;
      case "widen":
        await widen(deps, row);
        break;
      case "choose":
        await choose(deps, loaded, next.ordinal, next.person);
        break;
      case "ask":
        await ask(deps, loaded, next.step);
        break;
      case "ring_instead":
        await ringInstead(deps, loaded, next.step);
        break;
    }
  }
}

async function textStates(deps: RingDeps, steps: readonly Escalation[]): Promise<Map<string, TextState>> {
  const texted = steps.filter(({ channel, state }) => channel === "sms" && state === "asked");
  return new Map(await Promise.all(texted.map(async ({ id }) => [id, await deps.textState(id)] as const)));
}

async function load(deps: RingDeps, notificationId: string): Promise<Loaded | null> {
  const [row, steps, { onCall }, members] = await Promise.all([
    deps.db.find(notifications, eq(notifications.id, notificationId)),
    deps.db.rows(escalations, eq(escalations.notificationId, notificationId)).orderBy(escalations.ordinal),
    getOnCall(deps.db),
    deps.db.rows(users, isNull(users.removedAt)),
  ]);
  if (row === null) return null;
  const people = new Map(members.map((member) => [member.id, member]));
  return { row, steps, onCall, people, open: await isOpen(deps, row) };
}

/** Whether it still needs action; the notification itself may not reflect a decision yet. */
async function isOpen({ db }: RingDeps, row: NotificationRow): Promise<boolean> {
  if (row.kind !== "approval" || row.subjectId === null) return true;
  const approval = await db.find(approvals, eq(approvals.id, row.subjectId));
  const wanted = row.occasion === "needs_human" ? "needs_human" : "pending";
  return approval?.status === wanted;
}

async function setDue({ db }: RingDeps, row: NotificationRow, dueAt: string | null): Promise<void> {
  await db.update(
    notifications,
    { dueAt },
    and(eq(notifications.id, row.id), eq(notifications.escalations, row.escalations)) ?? sql`0`,
  );
}

/** Ends the hold: notifies about what was delayed, only the newest of each subject. */
async function release(deps: RingDeps, row: NotificationRow): Promise<void> {
  const newer =
    row.tag === null
      ? null
      : await deps.db.find(
          notifications,
          and(
            eq(notifications.tag, row.tag),
            ne(notifications.id, row.id),
            gt(notifications.createdAt, row.createdAt),
          ) ?? sql`0`,
        );
  if (newer === null) await ringAgain(deps, row);
  await deps.db.update(notifications, { heldUntil: null }, eq(notifications.id, row.id));
  await deps.publish({ type: "notification.updated", id: row.id });
}

/** Notifies everyone not notified yet. */
async function widen(deps: RingDeps, row: NotificationRow): Promise<void> {
  const open = { ...row, audience: null };
  const approval =
    row.kind === "approval" && row.subjectId !== null ? await deps.findApproval(row.subjectId) : null;
  if (approval !== null) await ringApproval(deps, approval, open, await devicesOf(deps));
  else if (row.kind === "alert") await ringAlert(deps, open);
  await deps.db.update(notifications, { audience: null, othersAt: null }, eq(notifications.id, row.id));
}

async function ringAgain(deps: RingDeps, row: NotificationRow): Promise<void> {
  if (row.kind === "alert") {
    await ringAlert(deps, row);
    return;
  }
  const approval = row.subjectId === null ? null : await deps.findApproval(row.subjectId);
  if (approval === null || row.occasion === null || row.occasion === "on_call") return;
  await notifyApproval(deps, approval, row.occasion, row.ordinal);
}

async function choose(deps: RingDeps, loaded: Loaded, ordinal: number, person: OnCallPerson): Promise<void> {
  const { db } = deps;
  const { row, onCall } = loaded;
  const nowMs = deps.clock.now();
  const step: Omit<Escalation, "tenantId"> = {
    id: await derivedId("escalation", row.id, String(ordinal)),
    notificationId: row.id,
    ordinal,
    userId: person.userId,
    channel: onCall.textsAllowed ? person.channel : "push",
    state: "planned",
    at: isoTime(nowMs),
  };
  const chosen = and(eq(notifications.id, row.id), eq(notifications.escalations, ordinal + 1));
  await db.batch([
    db.update(
      notifications,
      { escalations: ordinal + 1, dueAt: isoTime(nowMs + LEASE_MS) },
      and(
        eq(notifications.id, row.id),
        eq(notifications.escalations, ordinal),
        isNull(notifications.acknowledgedAt),
        isNull(notifications.resolvedAt),
      ) ?? sql`0`,
    ),
    db.insertIf(escalations, step, notifications, chosen ?? sql`0`),
  ]);
}

/** Asks the chosen person; if they can't be reached, the next one follows immediately. */
async function ask(deps: RingDeps, loaded: Loaded, step: Escalation): Promise<void> {
  const { db } = deps;
  const { row, onCall, people } = loaded;
  const person = people.get(step.userId);
  const reached = person === undefined ? "none" : await reach(deps, loaded, step, person);
  const nowMs = deps.clock.now();
  const missed = reached === "none";
  const nextMs = missed ? nowMs : nowMs + onCall.escalateAfterMinutes * 60_000;
  const state = missed ? ("missed" as const) : ("asked" as const);
  const entry = {
    id: `${step.id}:${state}`,
    actor: STEWARD,
    action: `on_call.${state}`,
    subject: { kind: "notification", id: row.id },
    sentence: `No one answered: ${row.title}. ${person?.name ?? "A former member"} ${WORDS[reached]}.`,
  };
  await db.batch([
    db.update(
      escalations,
      { state, at: isoTime(nowMs) },
      and(eq(escalations.id, step.id), eq(escalations.state, "planned")) ?? sql`0`,
    ),
    auditIf(
      db,
      entry,
      nowMs,
      escalations,
      and(eq(escalations.id, step.id), eq(escalations.state, state)) ?? sql`0`,
    ),
    db.update(
      notifications,
      { dueAt: isoTime(nextMs) },
      and(
        eq(notifications.id, row.id),
        eq(notifications.escalations, step.ordinal + 1),
        isNull(notifications.acknowledgedAt),
        isNull(notifications.resolvedAt),
      ) ?? sql`0`,
    ),
  ]);
  await deps.publish({ type: "notification.updated", id: row.id });
}

type Reached = "push" | "sms" | "none";
const WORDS: Readonly<Record<Reached, string>> = {
  push: "is on call and was alerted",
  sms: "is on call and was texted",
  none: "is on call and could not be reached",
};

/** Uses the step's channel; a text without a line or number becomes a push notification. */
async function reach(
  deps: RingDeps,
  { row, onCall }: Loaded,
  step: Escalation,
  person: typeof users.$inferSelect,
): Promise<Reached> {
  if (step.channel === "sms") {
    const waitedMinutes = Math.max(1, Math.round((deps.clock.now() - msOf(row.createdAt)) / 60_000));
    const sent = await deps.textOnCall({
      id: step.id,
      person: { id: person.id, name: person.name },
      phone: person.phone ?? onCall.people.find(({ userId }) => userId === step.userId)?.phone ?? null,
      text: onCallText(row.title, row.url, waitedMinutes),
    });
    if (sent) return "sms";
  }
  return (await alertPerson(deps, row, step)) ? "push" : "none";
}

/** Notifies a person's devices; returns whether one was reached. */
async function alertPerson(deps: RingDeps, row: NotificationRow, step: Escalation): Promise<boolean> {
  const rungId = await ringPerson(deps, row, step);
  const rung = await deps.db.pick(
    { id: notificationDeliveries.id },
    notificationDeliveries,
    // Leave one that another attempt is sending.
    and(
      eq(notificationDeliveries.notificationId, rungId),
      inArray(notificationDeliveries.status, ["sent", "sending"]),
    ),
  );
  return rung.length > 0;
}

/**
 * Sends a push notification instead of a failed text; if there is no device either, the next person follows
 * immediately.
 */
async function ringInstead(deps: RingDeps, { row, people }: Loaded, step: Escalation): Promise<void> {
  const { db } = deps;
  const rang = await alertPerson(deps, row, step);
  const nowMs = deps.clock.now();
  const name = people.get(step.userId)?.name ?? "A former member";
  const entry = {
    id: `${step.id}:rung_instead`,
    actor: STEWARD,
    action: rang ? "on_call.rung_instead" : "on_call.missed",
    subject: { kind: "notification", id: row.id },
    sentence: `The text to ${name} did not go through: ${row.title}. ${name} ${WORDS[rang ? "push" : "none"]}.`,
  };
  await db.batch([
    db.update(
      escalations,
      rang ? { channel: "push" } : { channel: "push", state: "missed", at: isoTime(nowMs) },
      and(eq(escalations.id, step.id), eq(escalations.channel, "sms")) ?? sql`0`,
    ),
    auditIf(db, entry, nowMs, escalations, eq(escalations.id, step.id)),
  ]);
  await deps.publish({ type: "notification.updated", id: row.id });
}

/** Notifies one person's devices once, with a separate notification; returns its ID. */
async function ringPerson(deps: RingDeps, row: NotificationRow, step: Escalation): Promise<string> {
  const devices = await devicesOf(deps, eq(users.id, step.userId));
  const approval =
    row.kind === "approval" && row.subjectId !== null ? await deps.findApproval(row.subjectId) : null;
  if (approval !== null) {
    const key = `${row.occasion ?? "requested"}:on_call:${step.id}`;
    const own = await recordApproval(deps, approval, { occasion: "on_call", ordinal: step.ordinal, key });
    await ringApproval(deps, approval, own, devices);
    return own.id;
  }
  const own = await record(deps, {
    dedupeKey: `on_call:${step.id}`,
    kind: "alert",
    subjectId: row.id,
    title: `No one answered: ${row.title}`,
    body: row.body,
    url: row.url,
    urgent: true,
    occasion: "on_call",
    ordinal: step.ordinal,
    tag: row.tag,
  });
  await announce(deps, own, devices, ON_CALL_TTL_SECONDS);
  return own.id;
}
