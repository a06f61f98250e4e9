/** The event journal of projects: queried by agents, who can also add events. */
import { and, desc, eq, gte, sql } from "drizzle-orm";
import { events } from "../platform/db/index.ts";
import { eventStatement, type EventActor } from "../platform/events/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { localTime } from "../kernel/local-time.ts";
import { namesById } from "./names.ts";
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

/** Payload fields that a sentence already says, or that say nothing to a reader. */
const UNSAID = new Set(["ids", "entity", "projectId", "changed", "runId", "chain"]);
const FIELDS_SAID = 6;
const VALUE_CHARS = 60;

/**
 * Events as sentences, in local time, with names beside IDs:
 * `Sat 2026-11-28 15:27 Dana Whitfield: task status changed: “Paint the hall” (task_1) in “Stairwell”; from: created; to: blocked`.
 */
export async function describeEvents(
  { db }: Pick<ProjectDeps, "db">,
  events: readonly PmEvent[],
  timeZone: string,
): Promise<string[]> {
  const names = await namesById(db, [
    ...new Set(events.flatMap(({ actor, payload }) => [actor.id, ...idsIn(payload), projectIn(payload)])),
  ]);
  return events.map(({ type, at, actor, payload }) => {
    const [, stream = "", verb = ""] = type.split(".");
    const noun = typeof payload["entity"] === "string" ? payload["entity"] : stream;
    const subjects = idsIn(payload).map((id) => {
      const name = names.get(id);
      return name === undefined ? id : `“${onOneLine(name)}” (${id})`;
    });
    const project = names.get(projectIn(payload));
    const isWithin = project !== undefined && !idsIn(payload).includes(projectIn(payload));
    const changed = Array.isArray(payload["changed"]) && verb === "updated" ? payload["changed"] : [];
    const more = Object.entries(payload)
      .filter(([key, value]) => !UNSAID.has(key) && ["string", "number", "boolean"].includes(typeof value))
      .slice(0, FIELDS_SAID)
      .map(([key, value]) => `; ${key}: ${onOneLine(String(value))}`);
    return [
      `${localTime(at, timeZone)} ${names.get(actor.id) ?? (actor.kind === "ai" ? `agent ${actor.id}` : actor.kind)}: ${noun.replaceAll("_", " ")} ${verb.replaceAll("_", " ")}`,
      subjects.length === 0 ? "" : `: ${subjects.join(", ")}`,
      isWithin ? ` in “${onOneLine(project)}”` : "",
      changed.length === 0 ? "" : `; changed: ${changed.map(String).join(", ")}`,
      ...more,
    ].join("");
  });
}

function idsIn({ ids }: PmEvent["payload"]): string[] {
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

function projectIn({ projectId }: PmEvent["payload"]): string {
  return typeof projectId === "string" ? projectId : "";
}

function onOneLine(words: string): string {
  return words.replace(/\s+/g, " ").slice(0, VALUE_CHARS);
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
