/** The event journal of projects: queried by agents, who can also add events. */
import { and, desc, eq, gte, sql } from "drizzle-orm";
import { events } from "../platform/db/index.ts";
import { eventStatement, type EventActor } from "../platform/events/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { ProjectDeps } from "./ports.ts";

/** Subjects of project events. */
export const PM_STREAMS = [
  "tasks",
  "projects",
  "comments",
  "ai",
  "integrations",
  "notifications",
  "reminders",
  "goals",
  "automations",
  "forms",
  "documents",
  "system",
] as const;
type PmStream = (typeof PM_STREAMS)[number];

/** An event as returned. */
interface PmEvent {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly actor: { readonly kind: "user" | "ai" | "system"; readonly id: string };
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Events of a stream within the last minutes, newest first. */
export async function queryEvents(
  { db, clock }: Pick<ProjectDeps, "db" | "clock">,
  asked: {
    readonly stream: PmStream;
    readonly type?: string | undefined;
    readonly projectId?: string | undefined;
    readonly lastMinutes: number;
    readonly limit: number;
  },
): Promise<PmEvent[]> {
  const since = isoTime(clock.now() - asked.lastMinutes * 60_000);
  const beginning = `pm.${asked.stream}.`;
  const rows = await db
    .rows(
      events,
      and(
        // Must match the index expression.
        sql`type >= 'pm.' and type < 'pm/'`,
        gte(events.at, since),
        asked.type === undefined
          ? sql`substr(${events.type}, 1, ${beginning.length}) = ${beginning}`
          : eq(events.type, asked.type),
        asked.projectId === undefined
          ? undefined
          : sql`json_extract(${events.payload}, '$.projectId') = ${asked.projectId}`,
      ) ?? sql`false`,
    )
    .orderBy(desc(events.at), desc(events.seq))
    .limit(asked.limit);
  return rows.map(({ id, type, at, actorKind, actorId, payload }) => ({
    id,
    type,
    at,
    actor: { kind: actorKind === "agent" ? "ai" : actorKind === "user" ? "user" : "system", id: actorId },
    payload,
  }));
}

/** Adds an event. Idempotent by ID. Throws `invalid_arguments` for an invalid event type. */
export async function publishEvent(
  { db, clock, ids, announce }: ProjectDeps,
  event: {
    readonly id?: string | undefined;
    readonly type: string;
    readonly at?: string | undefined;
    readonly actor: EventActor;
    readonly payload: Readonly<Record<string, unknown>>;
  },
): Promise<string> {
  const [domain, stream = "", what = ""] = event.type.split(".");
  if (domain !== "pm" || !(PM_STREAMS as readonly string[]).includes(stream) || !/^[a-z_]{1,40}$/.test(what))
    throw new AppError(
      "invalid_arguments",
      `The type of an event is pm.<stream>.<what>; streams are ${PM_STREAMS.join(", ")}.`,
    );
  const id = event.id ?? ids.newId();
  const nowMs = clock.now();
  // Clamps the time: never in the future, nor so old that it would be archived immediately.
  const atMs = Math.min(nowMs, Math.max(nowMs - 30 * 86_400_000, Date.parse(event.at ?? isoTime(nowMs))));
  await db.batch([
    eventStatement(
      db,
      {
        id: `pm:published:${id}`,
        type: `pm.${stream}.${what}`,
        actor: event.actor,
        payload: { ids: [], ...event.payload },
      },
      atMs,
    ),
  ]);
  await announce({ projectIds: [], taskIds: [], entities: ["event"] });
  return id;
}
