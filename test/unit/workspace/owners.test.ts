/** One writer per record: what belongs to a module is read everywhere and changed by that module's commands alone, whichever way a change takes. */
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { strToU8, zipSync } from "fflate";
import { createAccount } from "../../../src/accounts/index.ts";
import type { TurnScope } from "../../../src/agent/ports.ts";
import { systemClock } from "../../../src/kernel/clock.ts";
import type { Json } from "../../../src/kernel/hash.ts";
import { workspaceVersions } from "../../../src/workspace/tables/workspace.ts";
import { allToolsets } from "../../../src/agent/tools/catalogue.ts";
import { createGate } from "../../../src/agent/tools/gate.ts";
import {
  importZip,
  listFiles,
  makeFolder,
  move,
  remove,
  removeAll,
  restoreVersion,
  getAny,
  undelete,
  writeFile,
  changeFile,
} from "../../../src/workspace/index.ts";
import { removeAccount } from "../../../src/accounts/index.ts";
import { call, gateDeps, SCOPE, textingOf } from "../agent/tools/world.ts";
import { ALDER, DANA, files, freshFiles, refused } from "./harness.ts";

let id = "";
let serial = 0;
let before: readonly string[] = [];

/** Every account file at its version. */
async function standing(): Promise<string[]> {
  const rows = await listFiles(files(), { under: "accounts", limit: 500 });
  return rows.map(({ path, etag }) => `${path} ${etag}`);
}

beforeEach(async () => {
  await freshFiles();
  ({ id } = await createAccount(files(), {
    wanted: { name: "Pier 9 Marina", stage: "Intake", primaryEmail: "ana@pier9.example" },
    evidence: { kind: "page", name: "Dana" },
    origin: DANA,
  }));
  await writeFile(files(), { path: "areas/a.md", content: "Ours.\n", ...DANA });
  before = await standing();
});

/** Paths that belong to accounts: there, new, and the folders on the way. */
const owned = (): string[] => [
  `accounts/${id}/state.md`,
  `accounts/${id}/history.md`,
  `accounts/${id}/sources/emails/2026-11-01-abc/summary.md`,
  `accounts/${id}`,
  "accounts/77777/state.md",
  "accounts/new.md",
  "accounts",
];

const SCOPES: Readonly<Record<string, Partial<TurnScope>>> = {
  "after words from outside": { outside: true, outsideWords: true },
  "without words from outside": { outside: false, outsideWords: false },
};

/** Arguments that name a path in every field a tool of ours could write by. */
function argumentsFor(fields: readonly string[], path: string, place: "from" | "to"): Record<string, Json> {
  const given: Record<string, Json> = {
    path,
    content: "---\nname: Mine\n---\n",
    overwrite: true,
    text: "- mine",
    oldText: "Intake",
    newText: "Bound",
    from: place === "from" ? path : "areas/a.md",
    to: place === "to" ? path : path.endsWith(".md") ? "areas/b.md" : "areas/b",
  };
  return Object.fromEntries(Object.entries(given).filter(([name]) => fields.includes(name)));
}

const fileTools = allToolsets()
  .flatMap(({ name, tools }) => (name === "files" ? tools : []))
  .filter(({ effect }) => effect === "internal");

describe("one writer per record", () => {
  it("finds every tool of files that changes something", () => {
    expect(fileTools.map(({ name }) => name).toSorted()).toEqual([
      "append_file",
      "delete_file",
      "edit_file",
      "move_file",
      "write_file",
    ]);
  });

  describe.each(Object.entries(SCOPES))("%s", (_said, scope) => {
    it.each(fileTools.map((tool) => [tool.name, tool] as const))(
      "%s neither changes an owned path nor asks a person to",
      async (name, tool) => {
        const fields = Object.keys((tool.input as unknown as { shape: Record<string, unknown> }).shape);
        for (const path of owned())
          for (const place of ["from", "to"] as const) {
            const deps = gateDeps(
              textingOf([]),
              {},
              {
                open: async () => ({ deps: files(), clock: systemClock, timeZone: SCOPE.timeZone }),
              },
            );
            const answer = await createGate(deps)(
              { ...call(name, argumentsFor(fields, path, place)), id: `toolu_${++serial}` },
              { ...SCOPE, tenantId: ALDER, conversationId: "sms:+14125550142", ...scope },
            );
            expect(["failed", "retry"], `${name} ${path} ${JSON.stringify(answer)}`).toContain(answer.status);
            expect(deps.proposals, `${name} ${path}`).toEqual([]);
          }
        expect(await standing()).toEqual(before);
      },
    );
  });

  it("refuses every way of the workspace itself", async () => {
    const deps = files();
    const state = `accounts/${id}/state.md`;
    const version = (await deps.db.rows(workspaceVersions)).find(({ path }) => path === state);
    const ways: Readonly<Record<string, () => Promise<unknown>>> = {
      write: () => writeFile(deps, { path: state, content: "x", overwrite: true, ...DANA }),
      "write new": () => writeFile(deps, { path: "accounts/77777/state.md", content: "x", ...DANA }),
      change: () => changeFile(deps, { path: state, apply: () => "x", ...DANA }),
      "move a file": () => move(deps, { from: state, to: "areas/s.md", ...DANA }),
      "move in": () => move(deps, { from: "areas/a.md", to: `accounts/${id}/a.md`, ...DANA }),
      "move one account": () => move(deps, { from: `accounts/${id}`, to: "areas/x", ...DANA }),
      "move all": () => move(deps, { from: "accounts", to: "clients", ...DANA }),
      "move a folder in": () => move(deps, { from: "areas", to: "accounts/areas", ...DANA }),
      "delete a file": () => remove(deps, { path: state, ...DANA }),
      "delete all accounts": () => remove(deps, { path: "accounts", ...DANA }),
      mkdir: () => makeFolder(deps, { path: "accounts/77777", author: DANA.author }),
      restore: async () =>
        restoreVersion(deps, { head: await getAny(deps, state), which: version?.version ?? 1, ...DANA }),
    };
    for (const [name, way] of Object.entries(ways))
      expect((await refused(way())).code, name).toBe("forbidden");
    expect(await standing()).toEqual(before);
  });

  it("names the owner and its page in what it refuses", async () => {
    const { details } = await refused(
      writeFile(files(), { path: `accounts/${id}/state.md`, content: "x", overwrite: true, ...DANA }),
    );
    expect(details).toMatchObject({ owner: "accounts", page: `/accounts/${id}` });
  });

  it("takes an archive without what belongs to a module, and says so", async () => {
    const archive = zipSync({
      [`accounts/${id}/state.md`]: strToU8("x"),
      "accounts/77777/state.md": strToU8("x"),
      "areas/new.md": strToU8("ours"),
    });
    const result = await importZip(files(), { archive, overwrite: true, ...DANA });
    expect(result).toMatchObject({ written: 1 });
    expect(result.skipped.map(({ path }) => path)).toEqual([
      `accounts/${id}/state.md`,
      "accounts/77777/state.md",
    ]);
    expect(result.skipped[0]?.reason).toContain("belongs to Accounts");
    const into = await importZip(files(), { archive, into: "accounts", ...DANA });
    expect(into.written).toBe(0);
    expect(await standing()).toEqual(before);
  });

  it("leaves accounts where everything else is deleted", async () => {
    await removeAll(files(), DANA);
    expect(await standing()).toEqual(before);
    expect(
      (await listFiles(files(), { under: "", limit: 10 })).every(({ path }) => path.startsWith("accounts/")),
    ).toBe(true);
  });

  it("brings a removed account back by its own command alone", async () => {
    const { deletionId } = await removeAccount(files(), id, DANA);
    expect((await refused(undelete(files(), { deletionId, ...DANA }))).code).toBe("forbidden");
    expect((await refused(undelete(files(), { path: `accounts/${id}/state.md`, ...DANA }))).code).toBe(
      "forbidden",
    );
    expect(await standing()).toEqual([]);
  });

  it("lets no module but the owner, and nothing but a member's own hand, ask for the right to write", async () => {
    const source = resolve(import.meta.dirname, "../../../src");
    const names = (await readdir(source, { recursive: true })).filter((name) => name.endsWith(".ts"));
    const asking = new Map<string, Set<string>>();
    for (const name of names) {
      const words = (await readFile(join(source, name), "utf8")).matchAll(
        /\bas(?:Owner\([\w.(), ]+, "(\w+)"\)|Member\()/g,
      );
      for (const [, module = "member"] of words)
        asking.set(module, (asking.get(module) ?? new Set()).add(name));
    }
    expect(Object.fromEntries([...asking].map(([module, by]) => [module, [...by].toSorted()]))).toEqual({
      accounts: [
        "accounts/file-source.ts",
        "accounts/read-sources.ts",
        "accounts/remove.ts",
        "accounts/store.ts",
      ],
      // A new team's first files hold skills.
      skills: ["workspace/open.ts", "workspace/skills/change-skills.ts"],
      projects: ["projects/document.ts"],
      member: ["workspace/mirror/pull.ts", "workspace/owners.ts", "workspace/routes/workspace.ts"],
    });
  });
});
