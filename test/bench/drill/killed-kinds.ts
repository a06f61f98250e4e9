/** What the drill of kills kills: each kind of long work, how it begins, the sign that it is in its middle, and what must hold in the end. A new kind is one entry. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { moveFilesIn } from "../../../scripts/demo-workspace.ts";
import { checkArchive } from "../../../scripts/team-copies/archive.ts";
import { backupTeam, deleteTeam, restoreTeam } from "../../../scripts/team-copies/commands.ts";
import { moreTeams } from "../../../sandbox/world/more-teams.ts";
import { askToMove } from "../../../src/platform/db/move.ts";
import type { Account } from "../../../src/accounts/api/accounts.ts";
import type { Approval, ApprovalRow } from "../../../src/approvals/api/approval.ts";
import type { Task } from "../../../src/projects/api/projects-tasks.ts";
import { controlAt, eventually, signInAs, type Client } from "../../support/client.ts";
import { pushesTo, subscribedDevice } from "../../support/phone.ts";
import { outsideNumbers, propose } from "../../support/scripted.ts";
import type { KilledKind, Work, World } from "./kills.ts";
import { databaseFile, inDatabase, killedMigration } from "./killed-records.ts";

const [MOVING, BACKED_UP, RESTORED] = moreTeams(3).map(({ id, people }) => ({
  id,
  email: people[0]?.email ?? "",
}));
/** Teams beside the demo's. */
export const DRILL_TEAMS = moreTeams(3);

/** Waits until a call of a vendor is held. */
function heldAt(sandboxUrl: string, service: string): Promise<boolean> {
  return eventually(`a call of ${service} is held`, async () => {
    const { items } = await controlAt<{ items: { service: string; held: number }[] }>(sandboxUrl, "faults");
    return items.some((fault) => fault.service === service && fault.held > 0);
  });
}

/** Holds the next calls of a vendor open. */
function hold(sandboxUrl: string, service: string, more: object = {}): Promise<unknown> {
  return controlAt(sandboxUrl, "faults", { service, hang: true, ...more });
}

async function outbox<Body>(sandboxUrl: string, service: string): Promise<Body[]> {
  const { items } = await controlAt<{ items: { body: Body }[] }>(sandboxUrl, `outbox?service=${service}`);
  return items.map(({ body }) => body);
}

const MOMENT_MS = 45_000;

/** Waits for what may last only a moment. */
async function passes(what: string, isSo: () => boolean): Promise<void> {
  const endMs = performance.now() + MOMENT_MS;
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`never came true: ${what}`);
    await pause(5);
  }
}

/** What differs from what it should be, in words. */
function wrong(checks: Readonly<Record<string, readonly [found: unknown, right: unknown]>>): string[] {
  return Object.entries(checks).flatMap(([what, [found, right]]) =>
    JSON.stringify(found) === JSON.stringify(right)
      ? []
      : [`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(right)}`],
  );
}

async function all<Item>(client: Client, path: string): Promise<Item[]> {
  const found: Item[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await client.json<{ items: Item[]; nextCursor: string | null }>(
      "GET",
      `${path}${path.includes("?") ? "&" : "?"}limit=50${from}`,
    );
    found.push(...page.items);
    cursor = page.nextCursor;
  }
  return found;
}

const AT_REST = ["done", "failed", "needs_human"];

/** An approved effect whose call the vendor holds. `counted` are the times it was carried out. */
async function approvedEffect(
  { stack: { sandboxUrl }, dana }: World,
  call: { readonly name: string; readonly input: object },
  held: { readonly service: string; readonly isAfter: boolean },
  counted: () => Promise<number>,
  right: readonly (readonly [status: string, count: number])[],
): Promise<Work> {
  const { approvals } = await propose(sandboxUrl, dana, [call]);
  const [{ id, effectHash } = { id: "", effectHash: "" }] = approvals;
  const { service, isAfter } = held;
  return {
    async begin() {
      await hold(sandboxUrl, service, { method: "POST", afterEffect: isAfter });
      // Its answer may never come.
      void dana
        .request("POST", `/api/approvals/${id}/decision`, { decision: "approve", effectHash })
        .catch(() => null);
      await heldAt(sandboxUrl, service);
    },
    async verdict() {
      const { status } = await dana.json<Approval>("GET", `/api/approvals/${id}`);
      if (!AT_REST.includes(status)) return null;
      const count = await counted();
      const isRight = right.some(([one, times]) => one === status && times === count);
      return isRight ? [] : [`it is ${status} and was carried out ${count} times`];
    },
  };
}

const text: KilledKind<"sent and not heard of" | "not sent yet"> = {
  name: "an approved text",
  points: ["sent and not heard of", "not sent yet"],
  later: {
    point: "not sent yet",
    withinMs: 180_000,
    because: "the provider’s list is empty, which is no proof for two minutes",
  },
  async prepare(world, point, round) {
    const { sandboxUrl } = world.stack;
    const numbers = await outsideNumbers(sandboxUrl);
    const words = `The plumber comes on day ${round} (${randomUUID().slice(0, 8)}).`;
    const call = {
      name: "send_message",
      input: { to: numbers[round % numbers.length] ?? "", text: words },
    };
    const held = { service: "quo", isAfter: point === "sent and not heard of" };
    const counted = async () =>
      (await outbox<{ content?: string }>(sandboxUrl, "quo")).filter(({ content }) => content === words)
        .length;
    return approvedEffect(world, call, held, counted, [["done", 1]]);
  },
};

const CITY = { name: "City desk", token: "city-demo-token" };

const toolServer: KilledKind<"carried out and not heard of" | "not asked yet"> = {
  name: "a call of a tool server",
  points: ["carried out and not heard of", "not asked yet"],
  async prepare(world, point, round) {
    const { stack, dana } = world;
    const { sandboxUrl } = stack;
    await serverOf(dana, `${sandboxUrl}/mcp/city`);
    const address = `${round} Birch Street, ${randomUUID().slice(0, 8)}`;
    const input = { tool: "city_desk__request_inspection", input: { address, reason: "heating" } };
    const isAfter = point === "carried out and not heard of";
    const counted = async () =>
      (await outbox<{ input?: { address?: string } }>(sandboxUrl, "mcp")).filter(
        (one) => one.input?.address === address,
      ).length;
    // Nobody but who runs the server knows what it did: a person looks.
    const right = [["needs_human", isAfter ? 1 : 0]] as const;
    const call = { name: "use_server_tool", input };
    return approvedEffect(world, call, { service: "mcp", isAfter }, counted, right);
  },
};

async function serverOf(dana: Client, url: string): Promise<void> {
  const { items } = await dana.json<{ items: unknown[] }>("GET", "/api/mcp/servers");
  if (items.length > 0) return;
  const server = await dana.json<{ id: string; offered: { name: string; hash: string }[] }>(
    "POST",
    "/api/mcp/servers",
    { ...CITY, url },
  );
  const tool = "request_inspection";
  const hash = server.offered.find(({ name }) => name === tool)?.hash;
  await dana.json("PUT", `/api/mcp/servers/${server.id}/tool`, { tool, hash, use: "ask" });
}

const READERS = ["office@alderfinch.example", "dana@alderfinch.example", "marcus@alderfinch.example"];

const knowledge: KilledKind<"reading documents" | "listing them"> = {
  name: "a source is read",
  points: ["reading documents", "listing them"],
  async prepare({ stack: { sandboxUrl }, dana }, point, round) {
    const person = READERS[round % READERS.length] ?? "";
    const choice = { connectionId: "conn_alder_google", kind: "document", person, windowDays: 180 };
    const ask = { ...choice, ownerId: null };
    const { items: expected } = await dana.json<{ items: number }>("POST", "/api/knowledge/estimate", ask);
    const service = point === "reading documents" ? "docs" : "drive";
    let id = "";
    const told = async () =>
      (await all<{ title: string; url: string | null }>(dana, "/api/notifications")).filter((one) =>
        JSON.stringify(one).includes(id),
      ).length;
    return {
      async begin() {
        await hold(sandboxUrl, service);
        ({ id } = await dana.json<{ id: string }>("POST", "/api/knowledge/sources", ask));
        await heldAt(sandboxUrl, service);
      },
      async verdict() {
        const { sources } = await dana.json<{
          sources: { id: string; finishedAt: string | null; items: number; problem: string | null }[];
        }>("GET", "/api/knowledge/sources");
        const source = sources.find((one) => one.id === id);
        if (source === undefined) return ["it is not there"];
        if (source.finishedAt === null) return null;
        const items = await all<{ title: string; note: string | null }>(
          dana,
          `/api/knowledge/sources/${id}/items`,
        );
        const news = await told();
        return wrong({
          "its documents": [items.length, expected],
          "documents it says it has": [source.items, expected],
          "its problem": [source.problem, null],
          // A reading of less than three minutes is watched on its page, and tells no one.
          "news of its end": [news, Math.min(news, 1)],
        });
      },
    };
  },
};

interface Rule {
  readonly name: string;
  readonly runs: number;
  readonly problem: string | null;
}
/** The rules of the chain, with what each does to the task of the one before. */
const CHAIN = (userId: string) => [
  {
    name: "New ones begin",
    event: "task.created",
    actions: [
      { type: "set_status", status: "in_progress" },
      { type: "notify", userId, words: "It has begun" },
    ],
  },
  {
    name: "What begins is announced",
    event: "task.status_changed",
    actions: [{ type: "comment", body: "It has begun." }],
  },
  {
    name: "What is talked of matters",
    event: "comment.created",
    actions: [{ type: "set_priority", priority: "high" }],
  },
];

const automation: KilledKind<"a member is being told" | "a member has been told"> = {
  name: "a chain of rules",
  points: ["a member is being told", "a member has been told"],
  async prepare({ stack: { appUrl, sandboxUrl }, dana }, point) {
    const tom = await signInAs(appUrl, sandboxUrl, "tom@alderfinch.example");
    const { user } = await tom.json<{ user: { id: string } }>("GET", "/api/me");
    const { record: project } = await dana.json<{ record: { id: string } }>("POST", "/api/projects", {
      name: "Roof of Maple Court",
    });
    for (const rule of CHAIN(user.id))
      await dana.json("POST", "/api/automations", { ...rule, projectId: project.id, enabled: true });
    const phone = await subscribedDevice(sandboxUrl, tom, "Tom’s phone");
    const title = `Order slates ${randomUUID().slice(0, 8)}`;
    let taskId = "";
    const path = `/send/${phone.id}`;
    return {
      async begin() {
        await hold(sandboxUrl, "push", { path, afterEffect: point === "a member has been told" });
        const created = await dana.json<{ record: Task }>("POST", "/api/tasks", {
          projectId: project.id,
          title,
        });
        taskId = created.record.id;
        await heldAt(sandboxUrl, "push");
      },
      async verdict() {
        const task = await dana.json<{ task: Task }>("GET", `/api/tasks/${taskId}`);
        const comments = await all<{ body: string }>(dana, `/api/task-comments?taskId=${taskId}`);
        const rules = await all<Rule>(dana, `/api/automations?projectId=${project.id}`);
        const rings = (await pushesTo(sandboxUrl, phone.id)).filter((push) => push.title.includes(title));
        const news = (await all<{ title: string }>(tom, "/api/notifications")).filter((one) =>
          one.title.includes(title),
        );
        const { status, priority } = task.task;
        if (priority !== "high" || rings.length === 0) return null;
        // A push whose answer was lost is pushed again: under the same tag, so it replaces the first on the phone.
        const most = point === "a member has been told" ? 2 : 1;
        return wrong({
          status: [status, "in_progress"],
          comments: [comments.map(({ body }) => body), ["It has begun."]],
          news: [news.length, 1],
          "notices on the phone": [new Set(rings.map(({ tag }) => tag)).size, 1],
          "rings too many": [Math.max(0, rings.length - most), 0],
          "runs of the rules": [rules.map(({ runs }) => runs), [1, 1, 1]],
          "their problems": [rules.map(({ problem }) => problem), [null, null, null]],
        });
      },
    };
  },
};

const ROWS = Array.from({ length: 50 }, (_, index) => ({
  key: `row-${index}`,
  parent: null,
  title: `Unit ${index}`,
  description: "",
  status: "to do",
  isClosed: false,
  priority: null,
  startDate: null,
  dueDate: null,
  hours: null,
  createdAt: null,
  changedAt: null,
  people: [],
  tags: [],
}));

const projectImport: KilledKind<"between its rows"> = {
  name: "a project is imported",
  points: ["between its rows"],
  prepare({ dataDir, dana }) {
    const projectId = randomUUID();
    const request = { projectId, name: "Inspections of all units", rows: ROWS };
    const count = (sql: string): number =>
      inDatabase(databaseFile(dataDir, "DB"), (db) => Number(db.prepare(sql).get(projectId)?.["count"]));
    const tasks = "select count(*) as count from tasks where project_id = ?";
    return Promise.resolve({
      async strike() {
        void dana.request("POST", "/api/project-imports/rows", request).catch(() => null);
        await passes("some of it is there", () => count(tasks) > 0);
      },
      async again() {
        await dana.json("POST", "/api/project-imports/rows", request);
      },
      async verdict() {
        const listed = await all<Task>(dana, `/api/tasks?projectId=${projectId}`);
        const changes = `select count(*) as count from project_changes where entity = 'task' and action = 'created' and project_id = ?`;
        return wrong({
          tasks: [listed.map(({ title }) => title).toSorted(), ROWS.map(({ title }) => title).toSorted()],
          "changes that made them": [count(changes), ROWS.length],
          projects: [
            (await all<{ id: string }>(dana, "/api/projects")).filter(({ id }) => id === projectId).length,
            1,
          ],
        });
      },
    });
  },
};

const FOLLOW_UPS = "system.accounts.followups";

const morning: KilledKind<"the second draft is written" | "the first draft is written"> = {
  name: "the morning’s follow-ups",
  points: ["the second draft is written", "the first draft is written"],
  async prepare({ stack, ruth }, point) {
    const { sandboxUrl } = stack;
    await moveFilesIn(stack);
    const { morningDrafts } = await ruth.json<{ morningDrafts: number }>("GET", "/api/accounts/stages");
    await eventually("the team has its jobs", async () => {
      await stack.tick();
      return (await ruth.request("GET", `/api/schedules/${FOLLOW_UPS}`)).status === 200;
    });
    const { accounts } = await ruth.json<{ accounts: { account_id: string }[] }>(
      "GET",
      "/api/accounts/followup/pending",
    );
    const waiting = async () => {
      const rows = await all<ApprovalRow>(ruth, "/api/approvals?status=pending");
      const drafts = rows.filter(({ tool }) => tool === "execute_followup");
      return Promise.all(drafts.map(({ id }) => ruth.json<Approval>("GET", `/api/approvals/${id}`)));
    };
    const before = (await waiting()).length;
    return {
      async begin() {
        // Every second call is held, and of those the first.
        const rate = point === "the second draft is written" ? 0.5 : 1;
        await hold(sandboxUrl, "anthropic", { count: 1, rate });
        await ruth.json("POST", `/api/schedules/${FOLLOW_UPS}/run`);
        await heldAt(sandboxUrl, "anthropic");
      },
      async verdict() {
        const { running, lastError } = await ruth.json<{ running: boolean; lastError: string | null }>(
          "GET",
          `/api/schedules/${FOLLOW_UPS}`,
        );
        if (running) return null;
        const drafts = (await waiting()).map(({ arguments: { account } }) => account as string);
        const told = await Promise.all(
          [...new Set(drafts)].map(async (id) => {
            const { entries } = await ruth.json<Account>("GET", `/api/accounts/${id}`);
            return entries.filter(({ sentence }) => /drafted/.test(sentence)).length;
          }),
        );
        return wrong({
          "its error": [lastError, null],
          drafts: [drafts.length - before, Math.min(morningDrafts, accounts.length)],
          "accounts they are for": [new Set(drafts).size, drafts.length],
          "entries in each account’s history": [[...new Set(told)], [1]],
        });
      },
    };
  },
};

const FILE = "notes/heron.md";
const TASKS = 40;

/** A team with something to lose. */
async function livedIn({ stack: { appUrl, sandboxUrl } }: World, email: string): Promise<Client> {
  const admin = await signInAs(appUrl, sandboxUrl, email);
  const there = await admin.request("GET", `/api/workspace/read?path=${FILE}`);
  if (there.ok) return admin;
  await admin.json("POST", "/api/workspace/write", { path: FILE, content: "The heron nests on the roof." });
  const rows = ROWS.slice(0, TASKS);
  const project = { projectId: randomUUID(), name: "Roof" };
  await admin.json("POST", "/api/project-imports/rows", { ...project, rows });
  return admin;
}

/** What of it is lost or there twice. */
async function missing(admin: Client): Promise<string[]> {
  const { content } = await admin.json<{ content: string }>("GET", `/api/workspace/read?path=${FILE}`);
  const [project] = await all<{ id: string }>(admin, "/api/projects");
  const listed = await all<Task>(admin, `/api/tasks?projectId=${project?.id ?? ""}`);
  return wrong({
    "the file": [content.includes("The heron nests on the roof."), true],
    tasks: [
      listed.map(({ title }) => title).toSorted(),
      ROWS.slice(0, TASKS)
        .map(({ title }) => title)
        .toSorted(),
    ],
  });
}

const move: KilledKind<"copying" | "waiting to open"> = {
  name: "a team moves to another database",
  points: ["copying", "waiting to open"],
  async prepare(world, point, round) {
    const { stack, dataDir } = world;
    const { id, email } = MOVING ?? { id: "", email: "" };
    const admin = await livedIn(world, email);
    const directory = databaseFile(dataDir, "DB");
    const to = round % 2 === 0 ? "DB_2" : "DB";
    const now = new Date().toISOString();
    const home = () =>
      inDatabase(directory, (db) =>
        db.prepare("select database, step, progress, problem from tenant_homes where tenant_id = ?").get(id),
      );
    inDatabase(directory, (db) => {
      for (const { sql, params } of askToMove(id, to, now)) db.prepare(sql).run(...params);
    });
    await eventually("it is about to begin", async () => {
      await stack.tick();
      return home()?.["step"] === "stopping";
    });
    // It begins once all else is under way.
    const dueAt = (at: string) =>
      inDatabase(directory, (db) =>
        db.prepare("update tenant_homes set due_at = ? where tenant_id = ?").run(at, id),
      );
    dueAt("2999-01-01T00:00:00.000Z");
    return {
      async begin() {
        dueAt(now);
        await stack.tick();
        await eventually("it is in the middle", () => {
          const { step, progress } = home() ?? {};
          const { table = 0 } = JSON.parse(String(progress ?? "{}")) as { table?: number };
          return Promise.resolve(
            point === "copying" ? step === "copying" && table >= 10 : step === "opening",
          );
        });
      },
      async verdict() {
        const { database, step, problem } = home() ?? {};
        if (step !== "kept") return null;
        const binding = String(database);
        const homes = ["DB", "DB_2"].filter((one) =>
          inDatabase(databaseFile(dataDir, one), (db) =>
            db.prepare("select 1 from tenants where id = ? and moving = 0").get(id),
          ),
        );
        const written = await admin.request("POST", "/api/workspace/write", {
          path: `notes/after-${round}.md`,
          content: "Open again.",
        });
        // For a few seconds it may still be taken for one that moves.
        if (written.status === 503) return null;
        return [
          ...(await missing(admin)),
          ...wrong({
            "where it lives": [binding, to],
            "databases it lives in": [homes, [to]],
            "its problem": [problem, null],
            "a file that is written": [written.status, 200],
          }),
        ];
      },
    };
  },
};

/** A command of whoever runs the product that is killed with it, at its n-th request. */
class MortalCommand {
  readonly app: World["copies"];
  readonly #last = Promise.withResolvers<void>();
  readonly #go = Promise.withResolvers<void>();
  #ended: Promise<string> = Promise.resolve("not begun");
  #calls = 0;

  constructor(copies: World["copies"], lastCall: number) {
    const call: World["copies"]["call"] = async (name, body) => {
      this.#calls += 1;
      if (this.#calls < lastCall) return copies.call(name, body);
      this.#last.resolve();
      await this.#go.promise;
      await copies.call(name, body);
      throw new Error("killed");
    };
    this.app = { ...copies, call };
  }

  /** Runs it up to its last request. */
  async begin(command: Promise<unknown>): Promise<void> {
    this.#ended = command.then(
      () => "whole",
      () => "broken off",
    );
    await Promise.race([this.#last.promise, this.#ended]);
  }

  /** Makes the last request. */
  strike(): Promise<void> {
    this.#go.resolve();
    return Promise.resolve();
  }

  /** How it ended. */
  ended(): Promise<string> {
    return this.#ended;
  }
}

const silent = (): void => undefined;

const backup: KilledKind<"reading its rows" | "near its end"> = {
  name: "a team is backed up",
  points: ["reading its rows", "near its end"],
  async prepare(world, point, round) {
    const { id, email } = BACKED_UP ?? { id: "", email: "" };
    const admin = await livedIn(world, email);
    const path = join(world.dataDir, `backup-${round}.gz`);
    const command = new MortalCommand(world.copies, point === "reading its rows" ? 20 : 80);
    return {
      begin: () => command.begin(backupTeam(command.app, id, path, silent)),
      strike: () => command.strike(),
      async again() {
        await backupTeam(world.copies, id, path, silent);
      },
      async verdict() {
        const { tail } = await checkArchive(path);
        return [
          ...(await missing(admin)),
          ...wrong({
            "how the first one ended": [await command.ended(), "broken off"],
            "tasks in it": [tail.sums["table tasks"]?.rows, TASKS],
          }),
        ];
      },
    };
  },
};

const restore: KilledKind<"rows are written" | "only just begun"> = {
  name: "a team is restored",
  points: ["rows are written", "only just begun"],
  async prepare(world, point, round) {
    const { stack, copies, dataDir } = world;
    const { id, email } = RESTORED ?? { id: "", email: "" };
    await livedIn(world, email);
    const path = join(dataDir, `restore-${round}.gz`);
    await backupTeam(copies, id, path, silent);
    await deleteTeam(copies, id, silent);
    const command = new MortalCommand(copies, point === "only just begun" ? 2 : 12);
    const said: string[] = [];
    return {
      begin: () => command.begin(restoreTeam(command.app, path, silent)),
      strike: () => command.strike(),
      async again() {
        await restoreTeam(copies, path, (line) => said.push(line));
      },
      async verdict() {
        const back = await signInAs(stack.appUrl, stack.sandboxUrl, email);
        return [
          ...(await missing(back)),
          ...wrong({
            "how the first one ended": [await command.ended(), "broken off"],
            "what it says": [said.includes("What was restored equals the backup."), true],
          }),
        ];
      },
    };
  },
};

const migration: KilledKind<"rewriting a table"> = {
  name: "the records are migrated",
  points: ["rewriting a table"],
  prepare: ({ dataDir, configs }, _, round) => killedMigration({ dataDir, config: configs[0] ?? "", round }),
};

/**
 * The kinds, those together that one kill hits, in the order in which they begin: last what is soon over. A move and a morning are apart since a laptop
 * works on one message of the queue for long work at a time.
 */
export const KILLED_TOGETHER: readonly (readonly KilledKind[])[] = [
  [backup, restore, move, projectImport, migration],
  [morning, knowledge, toolServer, text, automation],
] as readonly (readonly KilledKind[])[];
