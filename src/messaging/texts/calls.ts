/**
 * Processes phone calls: requests missing data for a while, then delivers each call with content to its
 * contact's conversation, once, as untrusted content. Idempotent: called after webhooks and by the scheduler.
 */
import { and, eq, sql } from "drizzle-orm";
import type { TextReason } from "../api/reasons.ts";
import type { PhoneHistory } from "../../integrations/connections/index.ts";
import { calls } from "../tables/inbox.ts";
import { type Statement, type TenantDb } from "../../platform/db/index.ts";
import { quietReason, type InboxDeps } from "../inbox/index.ts";
import { backOffMs } from "../../kernel/back-off.ts";
import { type Clock, isoTime, MINUTE_MS } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import { memberWithAddress } from "../../platform/auth/index.ts";
import type { ConversationIdentity } from "../../agent/api/objects.ts";
import { eventStatement, STEWARD_ACTOR } from "../../platform/events/index.ts";
import { callText } from "./records.ts";

/** Summaries are requested after 1, 2, 4, 8 and 16 minutes; then the call is processed as is. */
const MAX_LOOK_UPS = 6;
const LOOK_UP = { firstMs: MINUTE_MS, longestMs: 60 * MINUTE_MS } as const;
const LONGEST_WORDS = 20_000;

type CallRow = typeof calls.$inferSelect;

interface CallDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The call's phone system; null if it is no longer connected. */
  readonly history: (connectionId: string) => Promise<PhoneHistory | null>;
  readonly routing: InboxDeps["routing"];
  /** The conversation of a number and its contact. */
  readonly identityOf: (
    number: string,
    about: { readonly eventId: string; readonly words: string },
  ) => Promise<ConversationIdentity>;
  readonly receive: InboxDeps["receive"];
}

/**
 * Does the due work of a call. Throws if the provider or the database is unavailable; the scheduler retries.
 */
export async function advanceCall(deps: CallDeps, callId: string): Promise<void> {
  const { db } = deps;
  let row = await db.find(calls, eq(calls.id, callId));
  if (row?.state === "open") row = await complete(deps, row);
  if (row?.state === "ready") await dispatch(deps, row);
}

async function complete(deps: CallDeps, row: CallRow): Promise<CallRow | null> {
  const { db, clock } = deps;
  if (!mayBeSpoken(row)) return settle(deps, row, "recorded", "missed");
  const history = await deps.history(row.connectionId);
  const known = history === null ? null : await lookUp(history, row);
  const found = { ...row, ...known };
  const whole = found.summary !== null && found.transcript !== null;
  const over = row.attempts + 1 >= MAX_LOOK_UPS || history === null;
  const next = {
    ...known,
    attempts: row.attempts + 1,
    state: whole || over ? ("ready" as const) : ("open" as const),
    dueAt: isoTime(clock.now() + (whole || over ? MINUTE_MS : backOffMs(row.attempts + 1, LOOK_UP))),
  };
  if (over && found.summary === null && found.transcript === null) {
    return settle(deps, row, "recorded", "no_summary");
  }
  await db.update(calls, next, still(row));
  return db.find(calls, eq(calls.id, row.id));
}

/** Whether people spoke, as far as known; true if the end of the call has not been reported. */
function mayBeSpoken({ status, durationSeconds, summary }: CallRow): boolean {
  return status === "" || (durationSeconds ?? 0) > 0 || summary !== null;
}

/** The missing fields, as far as the provider has them. */
async function lookUp(history: PhoneHistory, row: CallRow): Promise<Partial<CallRow>> {
  const [call, summary, transcript] = await Promise.all([
    row.contactNumber === null || row.status === "" ? history.call(row.id) : null,
    row.summary === null ? history.summary(row.id) : null,
    row.transcript === null ? history.transcript(row.id) : null,
  ]);
  return {
    ...(call === null
      ? {}
      : {
          contactNumber: row.contactNumber ?? call.participant,
          direction: call.direction,
          status: call.status,
          at: isoTime(Date.parse(call.at)),
          lineId: row.lineId ?? call.phoneNumberId,
          durationSeconds: call.durationSeconds === null ? null : Math.round(call.durationSeconds),
        }),
    ...(summary === null ? {} : { summary: summary.summary, nextSteps: summary.nextSteps }),
    ...(transcript === null ? {} : { transcript }),
  };
}

async function dispatch(deps: CallDeps, ready: CallRow): Promise<void> {
  const row = await withSpeakers(deps, ready);
  const { settings, lines } = await deps.routing();
  const number = row.contactNumber;
  const line = lines.find(({ phoneNumberId }) => phoneNumberId === row.lineId)?.number ?? "";
  const quiet =
    number === null
      ? "sender"
      : quietReason(
          { text: "a call", contactNumber: number, lineId: row.lineId, lineNumber: line },
          settings,
          lines,
        );
  if (number === null || quiet !== null) {
    await settle(deps, row, "recorded", quiet);
    return;
  }
  const words = `Phone call ${callText(row)}`.slice(0, LONGEST_WORDS);
  const identity = await deps.identityOf(number, { eventId: row.id, words });
  const { contact } = identity;
  await deps.receive(identity, [
    {
      messageId: `call.${row.id}`,
      author: {
        kind: "contact",
        ...(contact?.id === undefined ? {} : { id: contact.id }),
        name: contact?.name ?? number,
      },
      text: words,
      sentAt: row.at,
      gatherMs: 0,
      gatherMaxMs: 0,
    },
  ]);
  await settle(deps, row, "handed", null);
}

/** The call with the members who spoke in it: a user of the phone system is the member with the same address. */
async function withSpeakers(deps: CallDeps, row: CallRow): Promise<CallRow> {
  const transcript = row.transcript ?? [];
  if (!transcript.some(({ userId }) => userId !== undefined)) return row;
  const users = await deps
    .history(row.connectionId)
    .then((history) => history?.users() ?? [])
    .catch((error: unknown) => {
      deps.logger.warn("texts.call_speakers_unknown", { tenantId: deps.db.tenantId, error });
      return [];
    });
  const members = new Map<string, { readonly id: string; readonly name: string } | null>();
  for (const id of new Set(transcript.map(({ userId }) => userId))) {
    const email = users.find((user) => user.id === id)?.email;
    if (id !== undefined && email !== undefined) members.set(id, await memberWithAddress(deps.db, email));
  }
  const named = transcript.map((said) => {
    const member = members.get(said.userId ?? "") ?? null;
    return member === null ? said : { ...said, name: member.name, memberId: member.id };
  });
  // Its run reads it there.
  await deps.db.update(calls, { transcript: named }, eq(calls.id, row.id));
  return { ...row, transcript: named };
}

/** The members who spoke in a call, with what each of them said; null without a transcript. */
export async function saidInCall(
  db: TenantDb,
  callId: string,
): Promise<
  readonly { readonly by: { readonly id: string; readonly name: string }; readonly words: string }[] | null
> {
  const transcript = (await db.find(calls, eq(calls.id, callId)))?.transcript ?? null;
  if (transcript === null) return null;
  const byMember = Map.groupBy(transcript, ({ memberId = "" }) => memberId);
  return [...byMember].flatMap(([id, said]) =>
    id === ""
      ? []
      : [{ by: { id, name: said[0]?.name ?? "" }, words: said.map(({ text }) => text).join("\n") }],
  );
}

async function settle(
  { db, clock }: CallDeps,
  row: CallRow,
  state: "handed" | "recorded",
  reason: TextReason | null,
): Promise<null> {
  const statements: Statement[] = [
    db.update(calls, { state, reason, dueAt: null }, eq(calls.id, row.id)),
    eventStatement(
      db,
      {
        id: `texts.call.settled:${row.id}:${row.attempts}`,
        type: "texts.call.settled",
        actor: STEWARD_ACTOR,
        payload: { ids: [row.id], state, reason },
      },
      clock.now(),
    ),
  ];
  await db.batch(statements);
  return null;
}

/** Condition: no other worker advanced the row. */
function still(row: CallRow) {
  return (
    and(eq(calls.id, row.id), eq(calls.state, row.state), eq(calls.attempts, row.attempts)) ?? sql`false`
  );
}
