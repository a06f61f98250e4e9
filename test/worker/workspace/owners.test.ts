/**
 * ONE-WRITER: every tool that changes something, as agents and as other apps call it, and every endpoint of the workspace that writes, asked for every
 * owned path in every spelling: refused, and every byte as it was. A new tool, endpoint or owner without a line here fails.
 */
import { testContext } from "../../support/context.ts";
import { strToU8, zipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { CHECK_JOB, createAccount } from "../../../src/accounts/index.ts";
import type { TurnScope } from "../../../src/agent/ports.ts";
import { runTool as gateOf } from "../../../src/agent/open.ts";
import { dbFor } from "../../../src/platform/db/index.ts";
import type { Json } from "../../../src/kernel/hash.ts";
import { PATH_OWNERS, type PathOwner } from "../../../src/workspace/api/workspace-owners.ts";
import { workspaceAddresses, workspaceEndpoints } from "../../../src/workspace/api/workspace.ts";
import { addSystemSchedule } from "../../../src/agent/schedules/index.ts";
import { servedNames, allToolsets } from "../../../src/agent/tools/catalogue.ts";
import { asOwner, listFiles, readFile, writeFile } from "../../../src/workspace/index.ts";
import { request } from "../../support/http-worker.ts";
import { callTool, pageOf, tokenOf } from "../../support/mcp.ts";
import { freshWorld, testEnv } from "../../support/worker.ts";
import { ALDER, DANA, files } from "./harness.ts";

type Arguments = Readonly<Record<string, Json>>;
type Line = (path: string) => readonly Arguments[];

const CONTENT = "---\nname: mine\ndescription: Mine.\n---\nMine\n";

const FILE_TOOLS = {
  append_file: (path) => [{ path, text: "mine" }],
  delete_file: (path) => [{ path }],
  edit_file: (path) => [{ path, oldText: "Ours", newText: "Mine" }],
  move_file: (path) => [
    { from: path, to: path.endsWith(".md") ? "areas/b.md" : "areas/b" },
    { from: path.endsWith(".md") ? "areas/a.md" : "areas", to: path },
  ],
  write_file: (path) => [
    { path, content: CONTENT, overwrite: false },
    { path, content: CONTENT, overwrite: true },
  ],
} as const satisfies Record<string, Line>;

/** Calls of every other tool that changes something, with the path wherever it takes words. None of them writes files by a path. */
const LAST_ACT: Arguments = {};
const OTHER_TOOLS: Readonly<Record<string, Line>> = {
  create_account: (path) => [{ name: path, notes: path, primaryEmail: path }],
  create_schedule: (path) => [{ title: path, instruction: path, cron: path }],
  delete_schedule: (path) => [{ id: path }],
  notify_team: (path) => [{ to: path, message: path }],
  pm_mutate: (path) => [
    { changes: [{ operation: "update", entity: "projects", id: path, data: { name: path } }] },
    { changes: [{ operation: "delete", entity: "projects", id: path }] },
  ],
  pm_publish: (path) => [{ subject: path, id: path, payload: { path } }],
  start_project_agent: (path) => [{ project: path, agent: "sow-generator", instructions: path }],
  set_account_fields: (path) => [{ account: path, fields: [{ name: path, value: "mine" }] }],
  update_account: (path) => [{ account: path, addNote: "mine", stage: "Bound" }],
  update_schedule: (path) => [{ id: path, paused: true }],
  undo_own_act: (path) => [LAST_ACT, { id: path }],
  withdraw_draft: (path) => [{ approvalId: path, reason: path }],
};

/** A tool by its name, as `find_tools` offers it: the same refusals behind it. */
const USE_TOOL: Line = (path) =>
  Object.entries(FILE_TOOLS).flatMap(([name, line]) =>
    (line as Line)(path).map((input) => ({ name, input })),
  );

const LINES: Readonly<Record<string, Line>> = { ...FILE_TOOLS, ...OTHER_TOOLS, use_tool: USE_TOOL };

/** Tools that would write by the path they are given: what they answer is looked at too. */
const isByPath = (name: string): boolean => name in FILE_TOOLS || name === "use_tool";

const INTERNAL = allToolsets()
  .flatMap(({ tools }) => tools)
  .filter(({ effect }) => effect === "internal");

/** A record of each owner, and its files as they stand. */
const RECORDS: Readonly<Record<PathOwner["module"], string>> = {
  accounts: "accounts/10001",
  projects: "projects/roof",
  skills: "skills/leads",
};
const FILES: Readonly<Record<PathOwner["module"], string>> = {
  accounts: "accounts/10001/state.md",
  projects: "projects/roof/scope.md",
  skills: "skills/leads/SKILL.md",
};

const CYRILLIC: Readonly<Record<string, string>> = { a: "а", c: "с", o: "о", p: "р", s: "ѕ" };
const lookAlike = (path: string): string => path.replace(/^./, (letter) => CYRILLIC[letter] ?? letter);

/** Spellings that mean the owned path itself. */
function spelledRight({ module, folder }: PathOwner): string[] {
  return [FILES[module], `${RECORDS[module]}/deep/er/new.md`, `${folder}/new.md`, `${folder}/other/new.txt`];
}

/** Folders on the way, and the owner's own. */
function foldersOf({ module, folder }: PathOwner): string[] {
  return [RECORDS[module], `${RECORDS[module]}/`, `${folder}/other`];
}

/** Spellings that would reach it if any were taken for it. */
function spelledWrong({ module, folder }: PathOwner): string[] {
  const file = FILES[module];
  return [
    file.toUpperCase(),
    file.replace(/^./, (letter) => letter.toUpperCase()),
    `${folder.toUpperCase()}/new.md`,
    file.replaceAll("/", "%2F"),
    file.replace("/", "%252f"),
    `%61${file.slice(1)}`,
    `areas/../${file}`,
    `${folder}/../${file}`,
    `./${file}`,
    `/${file}`,
    `${file}/`,
    file.replace("/", "//"),
    file.replaceAll("/", "\\"),
    file.replaceAll("/", "／"),
    file.replace("/", "/\u200b"),
    file.replace("/", " /"),
    lookAlike(file),
    `${file}\u0000.md`,
  ];
}

function pathsOf(owner: PathOwner): string[] {
  return [
    ...spelledRight(owner),
    ...foldersOf(owner),
    owner.folder,
    `${owner.folder}/`,
    ...spelledWrong(owner),
  ];
}

/** Every owned file, at its version and byte for byte, and whatever lies where only a misspelling could put it. */
async function standing(): Promise<string[]> {
  const rows = await listFiles(files(), { under: "", limit: 500 });
  return Promise.all(
    rows.map(async ({ path, etag }) => `${path} ${etag} ${(await readFile(files(), path)).content}`),
  );
}

const SCOPE: TurnScope = {
  tenantId: ALDER,
  timeZone: "America/New_York",
  conversationId: "chat-owners",
  conversationTitle: "Owners",
  runId: "run_owners",
  agent: "steward",
  speaker: { kind: "user", id: "user_demo_dana", name: "Dana Whitfield" },
  messageId: "message_owners",
  outside: false,
  outsideWords: false,
  recentTexts: [],
};
const SCOPES = [SCOPE, { ...SCOPE, outside: true, outsideWords: true }];
/** Each path in every scope nightly; in `npm test` in one, by turns. */
const NIGHTLY = (testEnv as unknown as { STEWARD_NIGHTLY?: string }).STEWARD_NIGHTLY === "1";
const scopesOf = (turn: number) => (NIGHTLY ? SCOPES : SCOPES.filter((_, index) => index === turn % 2));

let serial = 0;
let before: readonly string[] = [];

beforeEach(async () => {
  await freshWorld();
  // A team that was given long ago what comes with a first account: no skills are written beside the test.
  const cadence = { type: "cron", expression: "20 2 * * *" } as const;
  await addSystemSchedule(dbFor(testEnv.DB, ALDER), { name: CHECK_JOB, title: "Check", cadence });
  await createAccount(files(), {
    wanted: { name: "Pier 9 Marina", stage: "Intake" },
    evidence: { kind: "page", name: "Dana" },
    origin: DANA,
  });
  await writeFile(asOwner(files(), "projects"), { path: FILES.projects, content: "Ours\n", ...DANA });
  const skill = "---\nname: leads\ndescription: Ours.\n---\nOurs\n";
  await writeFile(asOwner(files(), "skills"), { path: FILES.skills, content: skill, ...DANA });
  await writeFile(files(), { path: "areas/a.md", content: "Ours\n", ...DANA });
  before = await standing();
  for (const path of Object.values(FILES)) expect(before.join("\n")).toContain(`${path} `);
});

describe("ONE-WRITER", () => {
  it("has a line for every tool that changes something", () => {
    expect(INTERNAL.map(({ name }) => name).toSorted()).toEqual(Object.keys(LINES).toSorted());
  });

  it("has a record of every owner", () => {
    expect(PATH_OWNERS.map(({ module }) => module).toSorted()).toEqual(Object.keys(RECORDS).toSorted());
  });

  it.each(Object.entries(LINES))("%s leaves every owned path as it is, whoever asks", async (name, line) => {
    const runTool = gateOf(testContext(ALDER));
    for (const owner of PATH_OWNERS)
      for (const [turn, path] of pathsOf(owner).entries())
        for (const input of line(path))
          for (const scope of scopesOf(turn)) {
            const answer = await runTool({ id: `toolu_${++serial}`, name, input }, scope);
            if (isByPath(name))
              expect(["failed", "retry"], `${JSON.stringify(input)} ${answer.content}`).toContain(
                answer.status,
              );
          }
    const after = await standing();
    expect(after.filter((file) => before.includes(file))).toEqual(before);
    // An account is made by its own command alone.
    if (name !== "create_account") expect(after).toEqual(before);
  });

  it("lets no other app write there in a member's name", async () => {
    const { token } = await tokenOf("dana@alderfinch.example");
    const served = new Set(servedNames());
    for (const [name, line] of Object.entries(FILE_TOOLS)) {
      expect(served.has(name)).toBe(true);
      for (const owner of PATH_OWNERS)
        for (const path of [
          ...spelledRight(owner),
          ...foldersOf(owner),
          owner.folder,
          lookAlike(FILES[owner.module]),
        ])
          for (const input of (line as Line)(path)) {
            const { isError, error, data } = await callTool(token, name, input);
            expect(isError || error !== null, `${JSON.stringify(input)} ${JSON.stringify(data)}`).toBe(true);
          }
    }
    expect(await standing()).toEqual(before);
  });

  /** Requests of every endpoint of the workspace that writes, for a path. */
  const ENDPOINTS: Readonly<Record<string, Line>> = {
    write: (path) => [
      { path, content: CONTENT, overwrite: false },
      { path, content: CONTENT, overwrite: true },
    ],
    merge: (path) => [{ path, etag: "x", content: CONTENT }],
    mkdir: (path) => [{ path }],
    move: FILE_TOOLS.move_file,
    remove: (path) => [{ path }],
    undelete: (path) => [{ path }],
    restore: (path) => [{ path, version: 1 }],
    deleteAll: () => [{ confirm: "no" }],
  };
  /** Reads, with a body too long for an address. */
  const READS = new Set(["merge"]);

  it("has a line for every endpoint of the workspace that writes", () => {
    const writing = Object.entries(workspaceEndpoints).filter(([, { method }]) => method !== "GET");
    expect(writing.map(([name]) => name).toSorted()).toEqual(Object.keys(ENDPOINTS).toSorted());
  });

  it("refuses members at every endpoint what isn't theirs to write, in every spelling", async () => {
    const headers = await pageOf("dana@alderfinch.example");
    for (const owner of PATH_OWNERS) {
      const theirs = owner.members ? [] : [...spelledRight(owner), ...foldersOf(owner)];
      for (const path of [...theirs, ...spelledWrong(owner)])
        for (const [name, line] of Object.entries(ENDPOINTS))
          for (const body of line(path)) {
            const { method, path: address } = workspaceEndpoints[name as keyof typeof workspaceEndpoints];
            const query = method === "DELETE" && "path" in body ? `?path=${encodeURIComponent(path)}` : "";
            const answer = await request(`${address}${query}`, {
              method,
              headers,
              ...(query === "" ? { body: JSON.stringify(body) } : {}),
            });
            if (!READS.has(name))
              expect(answer.status, `${name} ${JSON.stringify(body)}`).toBeGreaterThanOrEqual(400);
          }
    }
    expect(await standing()).toEqual(before);
  });

  it("keeps the owners' folders in place, and accounts where all else is deleted", async () => {
    const headers = await pageOf("dana@alderfinch.example");
    for (const { folder, title } of PATH_OWNERS) {
      const moved = await request("/api/workspace/move", {
        method: "POST",
        headers,
        body: JSON.stringify({ from: folder, to: "areas/old" }),
      });
      const removed = await request(`/api/workspace/delete?path=${folder}`, { method: "DELETE", headers });
      for (const answer of [moved, removed]) {
        expect(answer.status).toBe(403);
        expect(await answer.text()).toContain(title);
      }
    }
    expect(await standing()).toEqual(before);
    await request("/api/workspace/delete-all", {
      method: "DELETE",
      headers,
      body: JSON.stringify({ confirm: "delete everything" }),
    });
    expect(await standing()).toEqual(before.filter((file) => file.startsWith("accounts/")));
  });

  it("takes an archive without what belongs to a module and isn't a member's to write", async () => {
    const headers = { ...(await pageOf("dana@alderfinch.example")), "content-type": "application/zip" };
    const owned = PATH_OWNERS.filter(({ members }) => !members).flatMap((owner) => spelledRight(owner));
    const wrong = PATH_OWNERS.flatMap((owner) => spelledWrong(owner)).filter((path) => !path.includes("\\"));
    const archive = zipSync(Object.fromEntries([...owned, ...wrong].map((path) => [path, strToU8(CONTENT)])));
    const answer = await request(`${workspaceAddresses.import}?overwrite=true`, {
      method: "POST",
      headers,
      body: archive,
    });
    expect(answer.status).toBe(200);
    expect(await standing()).toEqual(before);
  });

  it("lets members write the skills and documents of projects by hand, and nobody in their name", async () => {
    const headers = await pageOf("dana@alderfinch.example");
    for (const { module } of PATH_OWNERS.filter(({ members }) => members)) {
      const { content } = await readFile(files(), FILES[module]);
      const answer = await request("/api/workspace/write", {
        method: "POST",
        headers,
        body: JSON.stringify({ path: FILES[module], content: `${content}More\n`, overwrite: true }),
      });
      expect(answer.status).toBe(200);
      expect((await readFile(files(), FILES[module])).row.author).toMatchObject({ kind: "user" });
    }
  });
});
