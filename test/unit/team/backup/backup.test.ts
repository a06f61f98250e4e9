/** A team's backup restores it whole, and to rest; its deletion leaves nothing of it and everything of others, wherever it was killed. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { checkArchive } from "../../../../scripts/team-copies/archive.ts";
import { backupTeam, deleteTeam, restoreTeam } from "../../../../scripts/team-copies/commands.ts";
import { CONVERSATION_TABLES, migrate } from "../../../../src/agent/conversations/index.ts";
import { listTables, readTables } from "../../../../src/platform/db/object-rows.ts";
import type { ObjectSql } from "../../../../src/platform/db/object-sql.ts";
import { canonicalJson, sha256Hex } from "../../../../src/kernel/hash.ts";
import { migrateTenantObject } from "../../../../src/agent/usage/index.ts";
import {
  callOffDeletion,
  continueDeletion,
  findCertificate,
  planDeletion,
  plannedDeletion,
  searchTeam,
  startDeletion,
} from "../../../../src/team/backup/index.ts";
import { dbFor, systemDb } from "../../../../src/platform/db/index.ts";
import { findKind, type DueWork } from "../../../../src/platform/work/kinds.ts";
import { processMessages } from "../../../../src/platform/work/process-messages.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { systemIds } from "../../../../src/kernel/ids.ts";
import { rounds } from "../../../support/nightly.ts";
import { ALDER, HARBOR, PAST, rowsOf } from "../../platform/db/two-databases.ts";
import {
  conversationKey,
  deploymentOf,
  emptyDeployment,
  fullDeployment,
  Killed,
  openObject,
  openSearch,
  type TestDeployment,
} from "./two-deployments.ts";

let folder: string;
let path: string;
let full: TestDeployment;
const silent = (): void => undefined;
const CHAT = "chat-1";
/** Tables in which something comes into rest. */
const RESTED = new Set([
  "agent_configs",
  "approval_tokens",
  "approvals",
  "audit",
  "effects",
  "invites",
  "mcp_grants",
  "mirrors",
  "notifications",
  "schedules",
  "sessions",
  "texts",
  "urgency_checks",
]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "steward-backup-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

beforeEach(async () => {
  full = await fullDeployment();
  path = join(folder, `${Math.random()}.gz`);
  for (const team of [ALDER, HARBOR]) await furnish(full, team ?? "");
});

const database = (of: TestDeployment): D1Database => of.databases.get("DB") as D1Database;
const rows = (of: TestDeployment, team: string) => rowsOf(database(of), team);

/** Gives a team a conversation with an open turn and a waiting draft, a team object, an index, and files. */
async function furnish({ databases, objects, files }: TestDeployment, team: string): Promise<void> {
  const d1 = databases.get("DB") as D1Database;
  await d1
    .prepare(
      `insert into conversations (tenant_id, id, agent, title, source, status, unread, preview, cost_micro_usd, created_at, last_message_at, version)
       values (?, ?, 'steward', 't', 'web_chat', 'running', 0, 'p', 0, ?, ?, 1)`,
    )
    .bind(team, CHAT, PAST, PAST)
    .run();
  const sql = openObject(objects, conversationKey(team, CHAT), migrate);
  const identity = JSON.stringify({ tenantId: team, conversationId: CHAT, source: "web_chat" });
  sql.rows(
    `insert into conversation (one, identity, title, titled, status, unread, preview, cost_micro_usd, created_at, last_message_at, version)
     values (1, ?, 't', 1, 'running', 0, 'p', 0, ?, ?, 1)`,
    identity,
    PAST,
    PAST,
  );
  for (let seq = 1; seq <= 230; seq++)
    sql.rows(
      `insert into messages (seq, id, kind, role, parts, author, created_at, turn_id, queued)
       values (?, ?, 'said', 'user', ?, '{}', ?, 'turn-1', 0)`,
      seq,
      `message-${seq}`,
      JSON.stringify([{ type: "text", text: `${team} said “ü” 🏡 ${seq}` }]),
      PAST,
    );
  sql.rows(
    `insert into turns (id, kind, status, speaker, attempt, stalls, progress, not_before, model, model_calls, tool_calls, usage, cost_micro_usd, open_reserve_micro_usd, queued_at)
     values ('turn-1', 'message', 'running', '{}', 1, 0, 0, 0, '', 0, 0, '{}', 0, 5, ?)`,
    PAST,
  );
  sql.rows(
    "insert into approvals (id, open, version, view) values ('a', 1, 1, ?)",
    JSON.stringify({ id: "a", status: "pending" }),
  );
  openObject(objects, `team ${team}`, migrateTenantObject).rows(
    "insert into months values ('2026-11', 42, null, null)",
  );
  openObject(objects, `team ${team}`, migrateTenantObject).rows(
    "insert into limits (only_row, tool_calls_per_hour, monthly_budget_micro_usd, time_zone, disabled_agents, read_at_ms) values (1, 9, 9, 'UTC', '[]', 1)",
  );
  openSearch(objects, team);
  files.set(`${team}/blobs/one`, { bytes: new Uint8Array(Buffer.from(`${team} ü`)), type: "text/plain" });
  files.set(`${team}/attachments/two`, { bytes: new Uint8Array(70_001).fill(7), type: "" });
}

/** Everything of a conversation's object. */
function conversationRows({ objects }: TestDeployment, team: string): unknown[] {
  const sql = objects.get(conversationKey(team, CHAT)) as ObjectSql;
  const all: unknown[] = [];
  for (let after: ReturnType<typeof readTables>["after"] = null; ;) {
    const page = readTables(sql, listTables(sql, CONVERSATION_TABLES), after);
    all.push(...page.tables.flatMap(({ table, rows: of }) => of.map((row) => [table, ...row])));
    if (page.after === null) return all;
    ({ after } = page);
  }
}

const filesOf = ({ files }: TestDeployment, team: string): unknown[] =>
  [...files]
    .filter(([name]) => name.startsWith(`${team}/`))
    .map(([name, { type, bytes }]) => `${name} ${type} ${Buffer.from(bytes).toString("base64")}`)
    .toSorted();

it("restores everything of a team, read back and compared, where nothing of it was; others' events keep their numbers", async () => {
  const had = await rows(full, ALDER);
  const said = conversationRows(full, ALDER).filter((row) => (row as unknown[])[0] === "messages");
  await backupTeam(full.app, ALDER, path, silent);
  const target = emptyDeployment();
  await database(target)
    .prepare(
      "insert into events (tenant_id, id, type, at, actor_kind, actor_id, payload, open) values (?, 'e', 't', ?, 'system', '', '{}', 0)",
    )
    .bind(HARBOR, PAST)
    .run();
  const lines: string[] = [];
  await restoreTeam(target.app, path, (line) => lines.push(line));
  expect(lines).toContain("What was restored equals the backup.");
  const now = await rows(target, ALDER);
  for (const [name, of] of Object.entries(had)) {
    if (RESTED.has(name)) continue;
    expect(name === "conversations" ? of.length : of, name).toEqual(
      name === "conversations" ? now[name]?.length : now[name],
    );
  }
  const { results } = await database(target).prepare("select seq, tenant_id from events order by seq").all();
  expect(results[0]).toEqual({ seq: 1, tenant_id: HARBOR });
  expect(conversationRows(target, ALDER).filter((row) => (row as unknown[])[0] === "messages")).toEqual(said);
  expect(filesOf(target, ALDER)).toEqual(filesOf(full, ALDER));
  expect(
    target.objects.get(`team ${ALDER}`)?.rows("select month, spent_micro_usd as spent from months"),
  ).toEqual([{ month: "2026-11", spent: 42 }]);
  expect(target.rebuilt).toEqual([ALDER]);
  expect(await rows(full, ALDER)).toEqual(had);
});

it("a restored team does nothing by itself: drafts, claims, schedules, texts, turns, agents and sessions are at rest", async () => {
  const d1 = database(full);
  const state = (table: string, column: string, value: string, at: number) =>
    d1
      .prepare(
        `update ${table} set ${column} = ? where rowid in (select rowid from ${table} where tenant_id = ? order by rowid limit 1 offset ?)`,
      )
      .bind(value, ALDER, at)
      .run();
  for (const [at, status] of ["pending", "approved", "executing"].entries())
    await state("approvals", "status", status, at);
  const { results: approvals } = await d1
    .prepare("select id, status from approvals where tenant_id = ?")
    .bind(ALDER)
    .all<{ id: string; status: string }>();
  for (const [at, { id }] of approvals.entries()) await state("effects", "approval_id", id, at);
  for (const [at, status] of ["planned", "planned", "claimed"].entries())
    await state("effects", "status", status, at);
  await d1
    .prepare("update schedules set kind = 'agent', status = 'active' where tenant_id = ?")
    .bind(ALDER)
    .run();
  await d1.prepare("update texts set state = 'received' where tenant_id = ?").bind(ALDER).run();
  await backupTeam(full.app, ALDER, path, silent);
  const target = emptyDeployment();
  await restoreTeam(target.app, path, silent);
  const ask = async (sql: string): Promise<unknown> =>
    (await database(target).prepare(sql).bind(ALDER).all<Record<string, unknown>>()).results.map(
      (row) => Object.values(row)[0],
    );
  expect(await ask("select status from approvals where tenant_id = ? order by rowid")).toEqual([
    "withdrawn",
    "needs_human",
    "needs_human",
  ]);
  expect(await ask("select status from effects where tenant_id = ? order by rowid")).toEqual([
    "planned",
    "needs_human",
    "needs_human",
  ]);
  expect(await ask("select distinct status from schedules where tenant_id = ?")).toEqual(["paused"]);
  for (const table of ["approvals", "schedules", "notifications"])
    expect(
      await ask(`select count(*) from ${table} where tenant_id = ? and due_at is not null`),
      table,
    ).toEqual([0]);
  expect(await ask("select count(*) from texts where tenant_id = ? and state = 'received'")).toEqual([0]);
  expect(await ask("select count(*) from sessions where tenant_id = ? and revoked_at is null")).toEqual([0]);
  expect(await ask("select count(*) from agent_configs where tenant_id = ? and enabled = 1")).toEqual([0]);
  expect(await ask("select count(*) from agent_configs where tenant_id = ? and agent = 'steward'")).toEqual([
    1,
  ]);
  // What the team's object believed of its agents and budget is read from the records again.
  expect(target.objects.get(`team ${ALDER}`)?.rows("select * from limits")).toEqual([]);
  const chat = target.objects.get(conversationKey(ALDER ?? "", CHAT));
  expect(chat?.rows("select status, error_code as code from turns")).toEqual([
    { status: "failed", code: "restored" },
  ]);
  expect(chat?.rows("select open, view ->> '$.status' as status from approvals")).toEqual([
    { open: 0, status: "withdrawn" },
  ]);
});

it.each(rounds([5], [2, 5]))(
  "killed at every %i. call it is restored in the end, and nobody finds it before",
  async (calls) => {
    await backupTeam(full.app, ALDER, path, silent);
    const target = emptyDeployment();
    const lives = (): Promise<unknown> => database(target).prepare("select id from tenants").first();
    let kills = 0;
    for (let step = calls; ; step += calls) {
      target.killAt = step;
      const end = await restoreTeam(target.app, path, silent).then(
        () => null,
        (error: unknown) => error,
      );
      if (end === null) break;
      expect(end).toBeInstanceOf(Killed);
      expect(await lives().then((row) => row === null || target.rebuilt.length === 0)).toBe(true);
      kills += 1;
    }
    expect(kills).toBeGreaterThan(1);
    target.killAt = null;
    expect(filesOf(target, ALDER)).toEqual(filesOf(full, ALDER));
    expect((await rows(target, ALDER))["texts"]?.length).toBe((await rows(full, ALDER))["texts"]?.length);
    await expect(restoreTeam(target.app, path, silent)).rejects.toThrow(/already exists here/);
  },
);

it("refuses a team that lives there, whose domain another has, and another backup of one that is being restored", async () => {
  await backupTeam(full.app, ALDER, path, silent);
  const before = await rows(full, ALDER);
  await expect(restoreTeam(full.app, path, silent)).rejects.toThrow(/already exists here/);
  expect(await rows(full, ALDER)).toEqual(before);
  const target = emptyDeployment();
  const taken = before["tenant_domains"]?.[0] as { domain: string };
  await database(target)
    .prepare("insert into tenant_domains (domain, tenant_id) values (?, ?)")
    .bind(taken.domain, HARBOR)
    .run();
  await expect(restoreTeam(target.app, path, silent)).rejects.toThrow(/Another team here has/);
  const other = emptyDeployment();
  other.killAt = 4;
  await expect(restoreTeam(other.app, path, silent)).rejects.toThrow("killed");
  other.killAt = null;
  await database(full).prepare("update users set name = 'x' where tenant_id = ?").bind(ALDER).run();
  const later = `${path}.later`;
  await backupTeam(full.app, ALDER, later, silent);
  await expect(restoreTeam(other.app, later, silent)).rejects.toThrow(/Another backup/);
  await deleteTeam(other.app, ALDER ?? "", silent);
  await restoreTeam(other.app, later, silent);
});

it("refuses a backup that is not whole, was changed, or holds a row of another team", async () => {
  await backupTeam(full.app, ALDER, path, silent);
  const whole = await readFile(path);
  await writeFile(`${path}.cut`, whole.subarray(0, whole.byteLength - 200));
  await expect(checkArchive(`${path}.cut`)).rejects.toThrow();
  const lines = gunzipSync(whole).toString().split("\n");
  const written = (changed: string[]): Promise<void> => writeFile(`${path}.x`, gzipSync(changed.join("\n")));
  await written(lines.slice(0, -2));
  await expect(checkArchive(`${path}.x`)).rejects.toThrow(/not finished/);
  await written(lines.map((line) => line.replace("ü", "u")));
  await expect(checkArchive(`${path}.x`)).rejects.toThrow(/was changed/);

  const target = emptyDeployment();
  const { app } = target;
  const begin = { backup: "0".repeat(64), highestEvent: 0, domains: [], emails: [], keyIds: [] };
  await app.call("beginRestore", { team: ALDER ?? "", ...begin });
  const page = { team: ALDER ?? "", table: "opt_outs", columns: ["tenant_id", "number"] };
  await expect(app.call("restoreRows", { ...page, rows: [[HARBOR ?? "", "+1"]] })).rejects.toThrow(
    /belongs to another team/,
  );
  const forged = JSON.stringify({ tenantId: HARBOR, conversationId: CHAT });
  await expect(
    app.call("restoreObjectRows", {
      team: ALDER ?? "",
      object: { kind: "conversation", id: CHAT },
      tables: [{ table: "conversation", columns: ["one", "identity"], rows: [[1, forged]] }],
    }),
  ).rejects.toThrow(/belongs to another team/);
  await expect(app.call("restoreRows", { ...page, team: HARBOR ?? "", rows: [] })).rejects.toThrow(
    /No restore/,
  );
});

it.each([null, 3])(
  "deletes a team and nothing of another, killed at every %s. call; the certificate says what was where, and a search finds nothing",
  async (calls) => {
    const harbor = await rows(full, HARBOR);
    const had = await rows(full, ALDER);
    const kept = [...full.objects.keys()].filter((name) => name.includes(HARBOR ?? ""));
    const [files, chat] = [filesOf(full, HARBOR), conversationRows(full, HARBOR)];
    const certificate = await deleteKilled(full, ALDER ?? "", calls);
    expect(await full.app.call("search", { team: ALDER ?? "" })).toMatchObject({ found: [], certificate });
    expect(Object.values(await rows(full, ALDER)).every((of) => of.length === 0)).toBe(true);
    expect([...full.objects.keys()]).toEqual(kept);
    expect(certificate.searchedAfterwards.found).toEqual([]);
    expect(certificate.removed.rows["DB.texts"]?.rows).toBe(had["texts"]?.length);
    expect(certificate.removed.conversations).toMatchObject({ askedAgain: expect.any(Number) });
    const { sha256, ...content } = certificate;
    expect(await sha256Hex(canonicalJson(content))).toBe(sha256);
    expect(JSON.stringify(certificate)).not.toContain("said");

    expect(await rows(full, HARBOR)).toEqual(harbor);
    expect(filesOf(full, HARBOR)).toEqual(files);
    expect(conversationRows(full, HARBOR)).toEqual(chat);
    expect(await database(full).prepare("select id from tenants").all()).toMatchObject({
      results: [{ id: HARBOR }],
    });
    await expect(deleteTeam(full.app, ALDER ?? "", silent)).rejects.toThrow(/nothing of this team/);
  },
);

async function deleteKilled(of: TestDeployment, team: string, calls: number | null) {
  for (let step = calls ?? 0; ; step += calls ?? 0) {
    of.killAt = calls === null ? null : step;
    try {
      const certificate = await deleteTeam(of.app, team, silent);
      of.killAt = null;
      return certificate;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
}

it("a deleted team's rows are removed from every database, and its backup restores it", async () => {
  const DB_2 = emptyDeployment();
  const both = deploymentOf(
    new Map([
      ["DB", database(full)],
      ["DB_2", database(DB_2)],
    ]),
  );
  for (const [key, sql] of full.objects) both.objects.set(key, sql);
  for (const [key, file] of full.files) both.files.set(key, file);
  await backupTeam(both.app, ALDER, path, silent);
  // What a move left behind.
  await database(DB_2)
    .prepare("insert into tenant_domains (domain, tenant_id) values ('left.example', ?)")
    .bind(ALDER)
    .run();
  const certificate = await deleteTeam(both.app, ALDER ?? "", silent);
  expect(certificate.removed.rows["DB_2.tenant_domains"]?.rows).toBe(1);
  await restoreTeam(both.app, path, silent);
  expect(await database(DB_2).prepare("select id from tenants").first("id")).toBe(ALDER);
  expect(
    await database(full)
      .prepare("select database from tenant_homes where tenant_id = ?")
      .bind(ALDER)
      .first("database"),
  ).toBe("DB_2");
});

const WEEK_MS = 7 * 24 * 3600_000;
const MINUTE_MS = 60_000;

/** A deletion whose week is over. */
async function begun(team: string): Promise<void> {
  await planDeletion(full.deps, team, "Dana Whitfield");
  full.later(WEEK_MS);
  expect(await startDeletion(full.deps, team)).toBe(true);
}

it("a planned deletion changes nothing for a week, in which it is called off or planned once; an operator's doesn't wait for it", async () => {
  const team = ALDER ?? "";
  const before = await rows(full, ALDER);
  const plan = await planDeletion(full.deps, team, "Dana Whitfield");
  expect(Math.round((Date.parse(plan.at) - full.deps.clock.now()) / MINUTE_MS)).toBe(WEEK_MS / MINUTE_MS);
  expect(await planDeletion(full.deps, team, "Marcus Hale")).toEqual(plan);
  expect(await plannedDeletion(full.deps, team)).toEqual(plan);
  full.later(WEEK_MS - MINUTE_MS);
  expect(await startDeletion(full.deps, team)).toBe(false);
  expect(await continueDeletion(full.deps, team, Infinity)).toBe("done");
  expect(await rows(full, ALDER)).toEqual(before);

  expect(await callOffDeletion(full.deps, team)).toBe(true);
  expect(await callOffDeletion(full.deps, team)).toBe(false);
  full.later(2 * MINUTE_MS);
  await database(full)
    .prepare("insert into work_leases (tenant_id, kind, until) values (?, 'own', '2030-01-01')")
    .bind(team)
    .run();
  expect(await startDeletion(full.deps, team)).toBe(false);
  expect(await continueDeletion(full.deps, team, Infinity)).toBe("done");
  expect(await rows(full, ALDER)).toEqual(before);
  expect(await database(full).prepare("select kind from work_leases where kind = 'own'").first("kind")).toBe(
    "own",
  );
  expect(await plannedDeletion(full.deps, team)).toBeNull();

  await planDeletion(full.deps, team, "Dana Whitfield");
  const certificate = await deleteTeam(full.app, team, silent);
  expect(certificate.searchedAfterwards.found).toEqual([]);
  expect(JSON.stringify(await database(full).prepare("select * from team_records").all())).not.toContain(
    "Dana",
  );
  full.later(WEEK_MS);
  expect(await startDeletion(full.deps, team)).toBe(false);
});

it("a deletion whose week is over stops the team and can't be called off; the clock finishes it, wherever it is killed, and leaves nothing of it", async () => {
  const d1 = database(full);
  const [team, other] = [ALDER ?? "", HARBOR ?? ""];
  const harbor = await rows(full, HARBOR);
  full.connected.set(team, ["quo", "google"]);
  full.connected.set(other, ["quo"]);
  await d1.prepare("update approvals set status = 'pending' where tenant_id = ?").bind(team).run();
  await d1
    .prepare(
      "update approvals set status = 'executing' where rowid = (select min(rowid) from approvals where tenant_id = ?)",
    )
    .bind(team)
    .run();

  await begun(team);
  expect(await startDeletion(full.deps, team)).toBe(false);
  expect(await callOffDeletion(full.deps, team)).toBe(false);
  const ask = (sql: string) => d1.prepare(sql).bind(team).first<number>("n");
  expect(await ask("select count(*) as n from team_records where team = ?")).toBe(1);
  expect(await ask("select count(*) as n from tenants where id = ?")).toBe(0);
  expect(
    await ask(
      "select count(*) as n from approvals where tenant_id = ? and (due_at is not null or status in ('pending', 'approved', 'executing'))",
    ),
  ).toBe(0);
  expect(await ask("select count(*) as n from sessions where tenant_id = ? and revoked_at is null")).toBe(0);

  const due = findKind("teams.delete")?.due as DueWork;
  const system = systemDb(d1);
  const lease = (nowMs: number) =>
    system.leaseTenants(
      "teams.delete",
      { ...due, where: due.where(nowMs) },
      { nowIso: new Date(nowMs).toISOString(), untilIso: new Date(nowMs + 30_000).toISOString(), limit: 10 },
    );
  const isOver = async () =>
    (await ask("select count(*) as n from team_records where team = ? and due_at is not null")) === 0;
  let [kills, calls] = [0, 0];
  for (let nowMs = full.deps.clock.now(); !(await isOver()); nowMs += 24 * 3600_000) {
    full.later(24 * 3600_000);
    expect(await lease(nowMs)).toEqual([team]);
    full.killAt = calls += 3;
    let isKilled = false;
    const deps = {
      system,
      clock: { now: () => nowMs },
      logger: silentLogger,
      ids: systemIds,
      send: () => Promise.resolve(),
      dbOf: (id: string) => dbFor(d1, id, ""),
      works: {
        "teams.delete": async () => {
          try {
            return await continueDeletion(full.deps, team, Infinity);
          } catch (error) {
            isKilled = error instanceof Killed;
            throw error;
          }
        },
      },
    } as unknown as Parameters<typeof processMessages>[0];
    await processMessages(deps, { tenantId: team, kind: "teams.delete", keys: [] });
    kills += isKilled ? 1 : 0;
    // A message that was on its way: it finds no team to work for.
    await processMessages(deps, { tenantId: team, kind: "events.consume", keys: [] });
  }
  full.killAt = null;
  expect(kills).toBeGreaterThan(2);
  expect(await lease(Date.parse("2030-01-01T00:00:00.000Z"))).toEqual([]);
  expect(await searchTeam(full.deps, team)).toEqual([]);
  expect(await ask("select count(*) as n from work_leases where tenant_id = ?")).toBe(0);
  expect(await findCertificate(full.deps, team)).toMatchObject({ team, searchedAfterwards: { found: [] } });
  expect(full.connected.get(team)).toEqual([]);
  expect(full.ended.length).toBeGreaterThan(0);

  expect(await rows(full, HARBOR)).toEqual(harbor);
  expect(full.connected.get(other)).toEqual(["quo"]);
  expect(filesOf(full, HARBOR).length).toBe(2);
  expect(conversationRows(full, HARBOR).length).toBeGreaterThan(200);
});

it("a deletion stops when its time is up, waits for work that had begun, and goes on from there", async () => {
  await begun(ALDER ?? "");
  expect(await continueDeletion(full.deps, ALDER ?? "", 0)).toBe("more");
  expect(await continueDeletion(full.deps, ALDER ?? "", Infinity)).toBe("done");
  // Work that had begun may still write rows: they wait, and so does the last search.
  expect((await rows(full, ALDER))["texts"]?.length).toBeGreaterThan(0);
  expect(filesOf(full, ALDER)).toEqual([]);
  full.later(121_000);
  expect(await continueDeletion(full.deps, ALDER ?? "", Infinity)).toBe("done");
  expect(await searchTeam(full.deps, ALDER ?? "")).toEqual([]);
});
