/** Deployments of teams with something in every place: records, objects, files. Asked as `npm run tenant` asks them, and killed where a test says so. */
import { readStored, writeStored } from "../../../../durable-objects/stored-rows.ts";
import type { Deployment } from "../../../../scripts/team-copies/deployment.ts";
import * as backup from "../../../../src/team/backup/index.ts";
import { CONVERSATION_TABLES, endRestored, migrate } from "../../../../src/agent/conversations/index.ts";
import { countTables } from "../../../../src/platform/db/object-rows.ts";
import type { ObjectSql } from "../../../../src/platform/db/object-sql.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import type { RemovableRpc, StoredRpc } from "../../../../src/agent/api/objects.ts";
import { TEAM_FILE, teamCopyEndpoints } from "../../../../src/team/api/team-copies.ts";
import { migrateSearchObject } from "../../../../src/knowledge/search/index.ts";
import { migrateTenantObject, SpendMeter, TENANT_TABLES } from "../../../../src/agent/usage/index.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { memorySql } from "../../agent/conversations/memory.ts";
import { twoDatabases } from "../../platform/db/two-databases.ts";

/** Ends whoever made the call. */
export class Killed extends Error {}

/** What there is outside of the records. */
export interface Kept {
  readonly objects: Map<string, ObjectSql>;
  readonly files: Map<string, { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string }>;
}

export interface TestDeployment extends Kept {
  readonly databases: ReadonlyMap<string, D1Database>;
  readonly app: Deployment;
  readonly deps: backup.BackupDeps;
  later(ms: number): void;
  readonly rebuilt: string[];
  readonly ended: string[];
  /** The services each team has connected. */
  readonly connected: Map<string, string[]>;
  /** Kills the deployment at its n-th call to anything outside of the records; none where it is null. */
  killAt: number | null;
}

/** One with teams, as `twoDatabases` fills them. */
export async function fullDeployment(): Promise<TestDeployment> {
  const { DB } = await twoDatabases();
  // Ids of conversations are ours, and short.
  await DB.prepare("update conversations set id = 'filled-' || rowid").run();
  for (const table of ["runs", "approvals"])
    await DB.prepare(`update ${table} set conversation_id = 'filled-' || rowid`).run();
  return deploymentOf(new Map([["DB", DB]]));
}

/** One without any team. */
export function emptyDeployment(): TestDeployment {
  return deploymentOf(new Map([["DB", nodeD1()]]));
}

export function deploymentOf(databases: ReadonlyMap<string, D1Database>): TestDeployment {
  const [objects, files] = [new Map<string, ObjectSql>(), new Map() as Kept["files"]];
  const [rebuilt, ended]: [string[], string[]] = [[], []];
  let nowMs = Date.parse("2026-11-21T12:00:00.000Z");
  const connected = new Map<string, string[]>();
  const world = { databases, objects, files, rebuilt, ended, connected, killAt: null as number | null };
  const call = (): void => {
    if (world.killAt === null) return;
    if (world.killAt-- <= 0) throw new Killed("killed");
  };
  const places = (team: string): backup.TeamPlaces => ({
    files: {
      list: async (after, limit) => {
        call();
        const names = [...files.keys()].filter((key) => key.startsWith(`${team}/`));
        return names
          .map((key) => key.slice(team.length + 1))
          .filter((name) => name > after)
          .toSorted()
          .slice(0, limit)
          .map((name) => ({ name, bytes: files.get(`${team}/${name}`)?.bytes.byteLength ?? 0 }));
      },
      remove: async (names) => {
        call();
        for (const name of names) files.delete(`${team}/${name}`);
      },
    },
    conversation: async (id) => {
      call();
      const object = storedObject(objects, conversationKey(team, id), CONVERSATION_TABLES, migrate);
      const sql = () => openObject(objects, conversationKey(team, id), migrate);
      return { ...object, endRestored: async (_, at) => endRestored(sql(), at) };
    },
    tenant: async () => {
      call();
      const object = storedObject(objects, `team ${team}`, TENANT_TABLES, migrateTenantObject);
      const sql = () => openObject(objects, `team ${team}`, migrateTenantObject);
      return { ...object, forgetLimits: async () => new SpendMeter(sql()).forgetLimits() };
    },
    search: async () => {
      call();
      return { ...removable(objects, `search ${team}`), rebuild: async () => rebuilt.push(team) };
    },
    vectors: async () => {
      call();
      return removable(objects, `vectors ${team}`);
    },
    endConnection: async () => {
      call();
      return connected.get(team)?.shift() !== undefined;
    },
    endWorkflow: async (id) => {
      call();
      return ended.push(id) > 0;
    },
  });
  const deps: backup.BackupDeps = {
    databases,
    clock: { now: () => (nowMs += 1) },
    logger: silentLogger,
    places,
    agents: ["steward", "keeper"],
  };
  return Object.assign(world, { deps, app: appOf(deps, world), later: (ms: number) => void (nowMs += ms) });
}

/** The name of a conversation's object. */
export function conversationKey(team: string, id: string): string {
  return `conversation ${team} ${id}`;
}

/** An object with its tables. */
export function openObject(objects: Kept["objects"], key: string, make: (sql: ObjectSql) => void): ObjectSql {
  const sql = objects.get(key) ?? memorySql();
  objects.set(key, sql);
  make(sql);
  return sql;
}

/** The search index of a team with its tables. */
export function openSearch(objects: Kept["objects"], team: string): ObjectSql {
  return openObject(objects, `search ${team}`, migrateSearchObject);
}

function removable(objects: Kept["objects"], key: string): RemovableRpc {
  const left = (): Record<string, number> => {
    const sql = objects.get(key);
    return sql === undefined ? {} : countTables(sql);
  };
  return {
    reset: () => Promise.reject(new Error("the object was reset")),
    wipe: async () => {
      const had = left();
      objects.delete(key);
      return had;
    },
    left: async () => left(),
  };
}

function storedObject(
  objects: Kept["objects"],
  key: string,
  names: readonly string[],
  make: (sql: ObjectSql) => void,
): StoredRpc {
  return {
    ...removable(objects, key),
    readStored: async (page) => readStored(openObject(objects, key, make), names, page),
    writeStored: async (tables) => writeStored(openObject(objects, key, make), names, tables),
  };
}

/** The deployment without the way over HTTP; what is asked and answered goes through the schemas of that way. */
function appOf(deps: backup.BackupDeps, { files }: Kept): Deployment {
  const objectOf = async (team: string, object: { kind: string; id?: string }) =>
    object.id === undefined ? deps.places(team).tenant() : deps.places(team).conversation(object.id);
  const calls: Readonly<Record<string, (body: never) => Promise<unknown>>> = {
    outline: async ({ team }: { team: string }) => ({
      ...(await backup.outline(deps, team)),
      version: "1",
      at: "2026-11-21T12:00:00.000Z",
    }),
    rows: ({ team, ...page }: { team: string } & Parameters<typeof backup.teamRows>[2]) =>
      backup.teamRows(deps, team, page),
    conversations: ({ team, after }: Record<string, string>) =>
      backup.teamConversations(deps, team ?? "", after ?? ""),
    objectRows: async ({ team, object, ...page }: Parameters<StoredRpc["readStored"]>[0] & Named) =>
      (await objectOf(team, object)).readStored(page),
    files: ({ team, after }: Record<string, string>) => backup.teamFiles(deps, team ?? "", after ?? ""),
    beginRestore: async ({
      team,
      ...input
    }: { team: string } & Parameters<typeof backup.beginRestore>[2]) => ({
      ...(await backup.beginRestore(deps, team, input)),
      missingKeys: [],
    }),
    restoreRows: async ({ team, ...page }: { team: string } & Parameters<typeof backup.restoreRows>[2]) => {
      await backup.restoreRows(deps, team, page);
      return { ok: true };
    },
    restoreObjectRows: async ({ team, object, tables }: Named & { tables: never }) => {
      await backup.restoreObjectRows(deps, team, object.id ?? null, tables);
      return { ok: true };
    },
    rest: async ({ team, madeAt }: { team: string; madeAt: string }) => {
      await backup.rest(deps, team, madeAt);
      return { ok: true };
    },
    settle: ({ team, after }: { team: string; after: string }) =>
      backup.settleConversations(deps, team, after),
    finishRestore: ({ row }: { row: Parameters<typeof backup.finishRestore>[1] }) =>
      backup.finishRestore(deps, row),
    remove: ({ team }: { team: string }) => backup.deleteOn(deps, team),
    search: async ({ team }: { team: string }) => ({
      found: await backup.searchTeam(deps, team),
      certificate: await backup.findCertificate(deps, team),
    }),
  };
  return {
    call: async (name, body) => {
      const { output } = teamCopyEndpoints[name];
      const sent = teamCopyEndpoints[name].body?.parse(JSON.parse(JSON.stringify(body))) as never;
      const answer: unknown = await calls[name]?.(sent);
      return output.parse(JSON.parse(JSON.stringify(answer))) as never;
    },
    readFile: async (team, name) => {
      const file = files.get(`${team}/${name}`);
      if (file === undefined) throw new Error(`${TEAM_FILE} has no ${name}`);
      return file;
    },
    writeFile: async (team, name, { bytes, type }) => {
      await backup.requireWriting(deps, team);
      files.set(`${team}/${name}`, { bytes, type });
    },
  };
}

interface Named {
  readonly team: string;
  readonly object: { readonly kind: string; readonly id?: string };
}
