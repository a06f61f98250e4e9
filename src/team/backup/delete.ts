/**
 * Permanently deletes a team, step by step, with each page recorded before the next, so that any caller can
 * resume it, even after a crash. `stop → connections → workflows → conversations → again → objects → files →
 * rows → search → (certificate)`. The team's row of `tenants` is deleted first: from then on nobody can sign in, no webhook
 * is accepted, and the scheduler ignores it. Conversations, which only rows refer to, are visited a second
 * time before those rows are deleted. Anything the final search finds is removed by another round.
 */
import { hashWith, NO_ROWS, readRows, removeRows, teamTables } from "../../platform/db/move-rows.ts";
import type { RowsHash } from "../../platform/db/index.ts";
import { DAY_MS, isoTime, msOf } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { RemovableRpc } from "../../agent/api/objects.ts";
import { certify, type Certificate } from "./certificate.ts";
import { pause } from "./pause.ts";
import type { BackupDeps } from "./ports.ts";
import { conversationIds } from "./read.ts";
import {
  beginRecord,
  callOffRecord,
  directoryOf,
  finishRecord,
  homeOf,
  lastRecord,
  noteProgress,
  openRecord,
  postponeRecord,
  startRecord,
} from "./records.ts";
import { searchTeam, type Found } from "./search-after.ts";

const CONVERSATIONS = 20;
const ASKED = 100;
const APPROVALS = 50;
const FILES = 500;
/** Pages per call, so that outgoing requests stay below the limit of one invocation. */
const PAGES = 15;
const ROUNDS = 3;
/** Longer than any piece of work that had begun when the team was stopped. */
const SETTLED_MS = 2 * 60_000;
/** Time in which the team's admins can call a deletion off. */
const WAIT_MS = 7 * DAY_MS;

type StepName =
  | "waiting"
  | "stop"
  | "connections"
  | "workflows"
  | "conversations"
  | "again"
  | "objects"
  | "files"
  | "rows"
  | "search"
  | "over";

/** Progress of a deletion, and what it removed. */
export interface Deletion {
  readonly step: StepName;
  /** The last item of the step that was done. */
  readonly after: string;
  /** Index of the step's database and table; whether its rows are counted yet. */
  readonly place: number;
  readonly counted: boolean;
  readonly row: number;
  readonly rounds: number;
  readonly workflows: number;
  readonly conversations: {
    readonly objects: number;
    readonly rows: number;
    /** How many were visited again, and how many of those were empty. */
    readonly askedAgain: number;
    readonly empty: number;
  };
  readonly objects: Readonly<Record<string, number>>;
  readonly files: { readonly files: number; readonly bytes: number };
  readonly tables: Readonly<Record<string, RowsHash>>;
  readonly found: readonly Found[];
  /** While waiting. */
  readonly planned?: PlannedDeletion;
}

/** When a deletion starts, and the name of the admin who asked for it. */
export interface PlannedDeletion {
  readonly at: string;
  readonly by: string;
}

const START: Deletion = {
  step: "stop",
  after: "",
  place: 0,
  counted: false,
  row: -1,
  rounds: 1,
  workflows: 0,
  conversations: { objects: 0, rows: 0, askedAgain: 0, empty: 0 },
  objects: {},
  files: { files: 0, bytes: 0 },
  tables: {},
  found: [],
};

/** The current step, and the certificate at the end. */
export interface DeletionState {
  readonly step: string;
  readonly certificate: Certificate | null;
}

/** Plans a deletion that the clock starts and finishes; until then everything works. Returns an earlier plan if there is one. */
export async function planDeletion(deps: BackupDeps, team: string, by: string): Promise<PlannedDeletion> {
  const planned = { at: isoTime(deps.clock.now() + WAIT_MS), by };
  const waiting: Deletion = { ...START, step: "waiting", planned };
  const { progress } = await beginRecord(deps, team, "deletion", waiting, planned.at);
  return progress.planned ?? planned;
}

/** Null if no deletion waits. */
export async function plannedDeletion(
  deps: Pick<BackupDeps, "databases">,
  team: string,
): Promise<PlannedDeletion | null> {
  return (await openRecord<Deletion>(deps, team, "deletion"))?.progress.planned ?? null;
}

/** Whether one waited and was called off. */
export function callOffDeletion(deps: BackupDeps, team: string): Promise<boolean> {
  return callOffRecord(deps, team);
}

/**
 * Starts a planned deletion that is due, and stops the team: nobody is signed in, and nothing acts or goes
 * out anymore. False if none is due.
 */
export async function startDeletion(deps: BackupDeps, team: string): Promise<boolean> {
  if (!(await startRecord(deps, team, START))) return false;
  const record = await openRecord<Deletion>(deps, team, "deletion");
  if (record?.progress.step === "stop")
    await noteProgress(deps, record.id, await STEPS.stop(deps, team, record.progress));
  deps.logger.warn("tenant.deletion_begun", { tenantId: team });
  return true;
}

/**
 * Continues a deletion until it is finished, the time is up, or it must wait for work that began before the
 * team was stopped: rows go once nothing writes any.
 */
export async function continueDeletion(
  deps: BackupDeps,
  team: string,
  untilMs: number,
): Promise<"done" | "more"> {
  for (;;) {
    const record = await openRecord<Deletion>(deps, team, "deletion");
    if (record === null) break;
    if (record.progress.step === "waiting") return "done";
    const nowMs = deps.clock.now();
    const settledMs = msOf(record.startedAt) + SETTLED_MS;
    if (isEarly(record.progress, nowMs, settledMs)) {
      await postponeRecord(deps, record.id, isoTime(settledMs));
      return "done";
    }
    if (nowMs >= untilMs) return "more";
    await deleteOn(deps, team, { untilMs, settledMs });
  }
  // Also the lease under which this runs. A team whose deletion was called off keeps its leases.
  if ((await homeOf(deps, team)) === null) await removeLeases(deps, team);
  return "done";
}

function isEarly({ step }: Deletion, nowMs: number, settledMs: number): boolean {
  return step === "rows" && nowMs < settledMs;
}

/** Continues a deletion for some pages, or starts one. Throws `not_found`, `conflict`. */
export async function deleteOn(
  deps: BackupDeps,
  team: string,
  { untilMs = Number.POSITIVE_INFINITY, settledMs = 0 } = {},
): Promise<DeletionState> {
  const record = (await openRecord<Deletion>(deps, team, "deletion")) ?? (await openDeletion(deps, team));
  let { progress } = record;
  for (let page = 0; page < PAGES && progress.step !== "over"; page++) {
    const nowMs = deps.clock.now();
    if (nowMs >= untilMs || isEarly(progress, nowMs, settledMs)) break;
    progress = await STEPS[progress.step](deps, team, progress);
    await noteProgress(deps, record.id, progress);
  }
  if (progress.step !== "over") return { step: progress.step, certificate: null };
  await removeLeases(deps, team);
  const finishedAt = isoTime(deps.clock.now());
  const certificate = await certify(deps, { team, startedAt: record.startedAt, finishedAt, progress });
  await finishRecord(deps, record.id, finishedAt, certificate);
  deps.logger.info("tenant.deleted", { tenantId: team, count: progress.found.length });
  return { step: "over", certificate };
}

/** The certificate of the newest completed deletion; null if there is none. */
export async function findCertificate(deps: BackupDeps, team: string): Promise<Certificate | null> {
  const record = await lastRecord<Deletion>(deps, team, "deletion");
  return record === null || record.finishedAt === null ? null : (record.result as Certificate);
}

async function openDeletion(deps: BackupDeps, team: string) {
  const home = await homeOf(deps, team);
  if (home === null && (await searchTeam(deps, team)).length === 0)
    throw new AppError("not_found", "There is nothing of this team here.");
  const restore = await openRecord<Record<string, unknown>>(deps, team, "restore");
  if (restore !== null) await finishRecord(deps, restore.id, isoTime(deps.clock.now()), { ended: "deleted" });
  deps.logger.warn("tenant.deletion_begun", { tenantId: team });
  return beginRecord(deps, team, "deletion", START);
}

type Step = (deps: BackupDeps, team: string, progress: Deletion) => Promise<Deletion>;

const next = (progress: Deletion, step: StepName): Deletion => ({
  ...progress,
  step,
  after: "",
  place: 0,
  counted: false,
  row: -1,
});

const STEPS: Readonly<Record<Exclude<StepName, "over">, Step>> = {
  // An operator's deletion doesn't wait.
  waiting: () => Promise.resolve(START),

  async stop(deps, team, progress) {
    await homeOf(deps, team);
    const at = isoTime(deps.clock.now());
    for (const d1 of deps.databases.values()) {
      await d1.prepare("delete from tenants where id = ?").bind(team).run();
      // What already runs finds nothing approved, due or enabled.
      await pause(d1, { team, at, madeAt: at, agents: deps.agents });
    }
    return next(progress, "connections");
  },

  async connections(deps, team, progress) {
    return (await deps.places(team).endConnection()) ? progress : next(progress, "workflows");
  },

  async workflows(deps, team, progress) {
    const ids = await idsOfAll(deps, (d1) =>
      d1
        .prepare("select id from approvals where tenant_id = ? and id > ? order by id limit ?")
        .bind(team, progress.after, APPROVALS),
    );
    const page = ids.slice(0, APPROVALS);
    let { workflows } = progress;
    for (const id of page) workflows += (await deps.places(team).endWorkflow(id)) ? 1 : 0;
    const last = page.at(-1);
    return last === undefined ? next(progress, "conversations") : { ...progress, workflows, after: last };
  },

  async conversations(deps, team, progress) {
    const ids = await conversationsOfAll(deps, team, progress.after, CONVERSATIONS);
    let { objects, rows } = progress.conversations;
    for (const id of ids) {
      const had = await wipe(() => deps.places(team).conversation(id));
      objects += had > 0 ? 1 : 0;
      rows += had;
    }
    const last = ids.at(-1);
    const conversations = { ...progress.conversations, objects, rows };
    return last === undefined ? next(progress, "again") : { ...progress, conversations, after: last };
  },

  async again(deps, team, progress) {
    const ids = await conversationsOfAll(deps, team, progress.after, ASKED);
    let emptied = 0;
    for (const id of ids) {
      if (await isLeft(deps, team, id)) await wipe(() => deps.places(team).conversation(id));
      emptied += (await isLeft(deps, team, id)) ? 0 : 1;
    }
    const last = ids.at(-1);
    const { conversations } = progress;
    const asked = conversations.askedAgain + ids.length;
    const empty = conversations.empty + emptied;
    if (last === undefined) return afterAsking(progress);
    return { ...progress, conversations: { ...conversations, askedAgain: asked, empty }, after: last };
  },

  async objects(deps, team, progress) {
    const places = deps.places(team);
    const had = {
      "team object": await wipe(() => places.tenant()),
      "search object": await wipe(() => places.search()),
      // After the index, whose vectors are removed.
      "vector object": await wipe(() => places.vectors()),
    };
    const objects = Object.fromEntries(
      Object.entries(had).map(([name, rows]) => [name, (progress.objects[name] ?? 0) + rows]),
    );
    return next({ ...progress, objects }, "files");
  },

  async files(deps, team, progress) {
    const { files } = deps.places(team);
    const page = await files.list("", FILES);
    if (page.length === 0) return next(progress, "rows");
    await files.remove(page.map(({ name }) => name));
    const bytes = page.reduce((sum, file) => sum + file.bytes, progress.files.bytes);
    return { ...progress, files: { files: progress.files.files + page.length, bytes } };
  },

  async rows(deps, team, progress) {
    const names = [...deps.databases.keys()];
    const table = teamTables()[progress.place % teamTables().length];
    const database = names[Math.floor(progress.place / teamTables().length)];
    const d1 = database === undefined ? undefined : deps.databases.get(database);
    if (table === undefined || d1 === undefined) return withoutEntries(deps, team, progress);
    const name = `${database}.${table.name}`;
    if (!progress.counted) {
      const page = await readRows(d1, team, table, { after: progress.row, shift: 0 });
      const sum = await hashWith(progress.tables[name] ?? NO_ROWS, page.rows);
      const tables = sum.rows === 0 ? progress.tables : { ...progress.tables, [name]: sum };
      return { ...progress, tables, row: page.after, counted: page.isLast };
    }
    if (!(await removeRows(d1, team, table))) return progress;
    return { ...progress, place: progress.place + 1, counted: false, row: -1 };
  },

  async search(deps, team, progress) {
    const { askedAgain, empty } = progress.conversations;
    const kept = askedAgain === empty ? [] : [{ where: "conversations", count: askedAgain - empty }];
    const found = [...(await searchTeam(deps, team)), ...kept];
    if (found.length > 0 && progress.rounds < ROUNDS)
      return next({ ...progress, rounds: progress.rounds + 1 }, "conversations");
    return next({ ...progress, found }, "over");
  },
};

/** Leases of work and the directory entry go last. */
async function withoutEntries(deps: BackupDeps, team: string, progress: Deletion): Promise<Deletion> {
  await removeLeases(deps, team);
  await directoryOf(deps).prepare("delete from tenant_homes where tenant_id = ?").bind(team).run();
  return next(progress, "search");
}

async function removeLeases({ databases }: BackupDeps, team: string): Promise<void> {
  for (const d1 of databases.values())
    await d1.prepare("delete from work_leases where tenant_id = ?").bind(team).run();
}

/** Stops an object's activity and empties it. Returns the number of rows. */
async function wipe(open: () => Promise<RemovableRpc>): Promise<number> {
  const reset = async (): Promise<void> => {
    const object = await open();
    // The object terminates before it can respond.
    await object.reset().catch(() => undefined);
  };
  await reset();
  const had = await (await open()).wipe();
  // Its in-memory state refers to deleted tables.
  await reset();
  return Object.values(had).reduce((sum, rows) => sum + rows, 0);
}

/** Rows are deleted only once every conversation is empty, because nothing else refers to them. */
function afterAsking(progress: Deletion): Deletion {
  const { askedAgain, empty } = progress.conversations;
  if (askedAgain === empty || progress.rounds >= ROUNDS) return next(progress, "objects");
  const conversations = { ...progress.conversations, askedAgain: 0, empty: 0 };
  return next({ ...progress, conversations, rounds: progress.rounds + 1 }, "conversations");
}

async function isLeft(deps: BackupDeps, team: string, id: string): Promise<boolean> {
  return Object.keys(await (await deps.places(team).conversation(id)).left()).length > 0;
}

function conversationsOfAll(deps: BackupDeps, team: string, after: string, limit: number): Promise<string[]> {
  return Promise.all([...deps.databases.values()].map((d1) => conversationIds(d1, team, after, limit))).then(
    (all) => [...new Set(all.flat())].toSorted().slice(0, limit),
  );
}

async function idsOfAll(deps: BackupDeps, ask: (d1: D1Database) => D1PreparedStatement): Promise<string[]> {
  const all = await Promise.all(
    [...deps.databases.values()].map(async (d1) => (await ask(d1).all<{ id: string }>()).results),
  );
  return [...new Set(all.flat().map(({ id }) => id))].toSorted();
}
