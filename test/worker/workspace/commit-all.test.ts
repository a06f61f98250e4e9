/** Several heads in one commit: all move or none does, whoever else writes meanwhile, and a crash leaves nothing half done. */
import { beforeEach, describe, expect, it } from "vitest";
import { dbFor, events } from "../../../src/platform/db/index.ts";
import { workspaceVersions } from "../../../src/workspace/tables/workspace.ts";
import { commitAll, type Commit } from "../../../src/workspace/commit.ts";
import { findFile, readFile, writeFile, type WorkspaceDeps } from "../../../src/workspace/index.ts";
import { freshWorld, testEnv } from "../../support/worker.ts";
import { AGENT, ALDER, DANA, files } from "./harness.ts";

const STATE = "areas/a1/state.md";
const HISTORY = "areas/a1/history.md";

beforeEach(freshWorld);

async function headOf(deps: WorkspaceDeps, path: string) {
  return (await findFile(deps, path))?.row ?? null;
}

/** An edit of each file, from its head as it is now. */
async function edits(deps: WorkspaceDeps, contents: Readonly<Record<string, string>>): Promise<Commit[]> {
  return Promise.all(
    Object.entries(contents).map(async ([path, content]) => ({
      head: await headOf(deps, path),
      path,
      content,
      change: "edited" as const,
      origin: AGENT,
    })),
  );
}

async function plant(deps: WorkspaceDeps): Promise<void> {
  await writeFile(deps, { path: STATE, content: "0", ...DANA });
  await writeFile(deps, { path: HISTORY, content: "0", ...DANA });
}

async function contents(deps: WorkspaceDeps): Promise<string[]> {
  return Promise.all([STATE, HISTORY].map(async (path) => (await readFile(deps, path)).content));
}

describe("several heads in one commit", () => {
  it("move together, each with its version, its event and its news", async () => {
    const deps = files();
    await plant(deps);
    deps.news.length = 0;
    const rows = await commitAll(deps, await edits(deps, { [STATE]: "1", [HISTORY]: "0\n1" }));
    expect(rows?.map(({ path, version }) => ({ path, version }))).toEqual([
      { path: STATE, version: 2 },
      { path: HISTORY, version: 2 },
    ]);
    expect(await contents(deps)).toEqual(["1", "0\n1"]);
    expect(deps.news.map(({ path, change }) => ({ path, change }))).toEqual([
      { path: STATE, change: "edited" },
      { path: HISTORY, change: "edited" },
    ]);
    const ids = new Set(rows?.map(({ etag }) => `workspace.file.changed:${etag}`));
    const told = await dbFor(testEnv.DB, ALDER).rows(events);
    expect(told.filter(({ id }) => ids.has(id))).toHaveLength(2);
  });

  it("move not at all where one of them was moved meanwhile, was deleted, or its path was taken", async () => {
    const deps = files();
    await plant(deps);
    const stale = await edits(deps, { [STATE]: "mine", [HISTORY]: "mine" });
    await writeFile(deps, { path: HISTORY, content: "theirs", overwrite: true, ...DANA });
    expect(await commitAll(deps, stale)).toBeNull();
    expect(await contents(deps)).toEqual(["0", "theirs"]);

    const taken = await edits(deps, { [STATE]: "mine", "areas/a1/new.md": "mine" });
    await writeFile(deps, { path: "areas/a1/new.md", content: "theirs", ...DANA });
    expect(await commitAll(deps, taken)).toBeNull();
    expect(await contents(deps)).toEqual(["0", "theirs"]);
    const versions = await dbFor(testEnv.DB, ALDER).rows(workspaceVersions);
    expect(versions.filter(({ author }) => author.kind === "agent")).toEqual([]);
  });

  it("make new files beside moved ones", async () => {
    const deps = files();
    await plant(deps);
    const rows = await commitAll(deps, await edits(deps, { [STATE]: "1", "areas/a1/new.md": "new" }));
    expect(rows?.map(({ version }) => version)).toEqual([2, 1]);
    expect((await readFile(deps, "areas/a1/new.md")).content).toBe("new");
  });

  it("tell the same story after any number of writers at once", async () => {
    const deps = files();
    await plant(deps);
    let won = 0;
    const writer = async (name: number): Promise<void> => {
      for (let done = false; !done;) {
        const [state = "", history = ""] = await contents(deps);
        const heads = await edits(deps, { [STATE]: String(name), [HISTORY]: `${history}\n${name}` });
        // What was read must be what is replaced.
        const fresh = await contents(deps);
        if (fresh[0] !== state || fresh[1] !== history) continue;
        done = (await commitAll(deps, heads)) !== null;
      }
      won += 1;
    };
    await Promise.all(Array.from({ length: 8 }, (_, index) => writer(index + 1)));
    const [state, history = ""] = await contents(deps);
    expect(won).toBe(8);
    const lines = history.split("\n");
    expect(lines.toSorted()).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8"]);
    expect(lines.at(-1), "state is what history says last").toBe(state);
  });

  it("leave nothing where the process dies between contents and batch", async () => {
    const deps = files();
    await plant(deps);
    const dies: WorkspaceDeps = {
      ...deps,
      db: { ...deps.db, batch: () => Promise.reject(new Error("the process died")) },
    };
    await expect(commitAll(dies, await edits(deps, { [STATE]: "1", [HISTORY]: "1" }))).rejects.toThrow(
      "died",
    );
    expect(await contents(deps)).toEqual(["0", "0"]);
    const again = await commitAll(deps, await edits(deps, { [STATE]: "1", [HISTORY]: "1" }));
    expect(again).not.toBeNull();
    expect(await contents(deps)).toEqual(["1", "1"]);
  });

  it("name no file twice", async () => {
    const deps = files();
    await plant(deps);
    const [one] = await edits(deps, { [STATE]: "1" });
    await expect(commitAll(deps, [one!, one!])).rejects.toBeInstanceOf(TypeError);
  });
});
