import { beforeEach, describe, expect, it } from "vitest";
import { checkChain } from "../../../src/accounts/chain.ts";
import { checkAccounts } from "../../../src/accounts/check.ts";
import { listAccounts } from "../../../src/accounts/list.ts";
import { readHistory } from "../../../src/accounts/history.ts";
import {
  accountFile,
  accountsOfFiles,
  changeAccount,
  createAccount,
  openAccount,
  projectAccounts,
  undoNewest,
  type AccountRow,
} from "../../../src/accounts/store.ts";
import { removeAccount } from "../../../src/accounts/remove.ts";
import { showAccount } from "../../../src/accounts/show.ts";
import { accounts } from "../../../src/accounts/tables/accounts.ts";
import { contentMissing } from "../../../src/kernel/content-missing.ts";
import { silentLogger } from "../../../src/kernel/log.ts";
import { WORDS_MISSING } from "../../../src/accounts/api/accounts.ts";
import { asOwner, writeFile, type WorkspaceDeps } from "../../../src/workspace/index.ts";
import { DANA, files, freshFiles, HARBOR } from "../workspace/harness.ts";

const said = (words: string) => ({ evidence: { kind: "command", words } as const, origin: DANA });
const PIER = { name: "Pier 9 Marina", stage: "Intake", insuranceTypes: ["Marine"], location: "Chicago, IL" };

let deps: WorkspaceDeps;
beforeEach(async () => {
  await freshFiles();
  deps = files();
});

async function chainOf(id: string) {
  const { state, history } = await openAccount(deps, id);
  return checkChain({ state: state.content, history: history?.content ?? "" });
}

async function row(id: string): Promise<AccountRow | undefined> {
  return (await deps.db.rows(accounts)).find((one) => one.id === id);
}

describe("undoing the newest change", () => {
  const STEPS = { stage: "Quoted", nextSteps: ["Call Ana"] };

  it("puts back what stood there, and the history tells both", async () => {
    const { id } = await createAccount(deps, {
      wanted: { ...PIER, notes: "Docks 4 and 5." },
      ...said("Open"),
    });
    const noted = await changeAccount(deps, id, {
      wanted: { ...STEPS, notes: "Wants a survey." },
      ...said("x"),
    });
    const undone = await undoNewest(deps, id, { seen: noted.entry.id, origin: DANA });
    const { state, entries } = await showAccount(deps, id);
    expect(state).toMatchObject({ stage: "Intake", nextSteps: [], notes: "Docks 4 and 5." });
    expect(entries.map((entry) => entry.id).slice(0, 2)).toEqual([undone.entry.id, noted.entry.id]);
    expect(entries[0]?.evidence).toEqual({ kind: "hand", name: DANA.author.name });
    expect(await chainOf(id)).toEqual([]);
    expect(await row(id)).toMatchObject({ stage: "Intake", problem: null });
  });

  it("undone again, says what it said before", async () => {
    const { id } = await createAccount(deps, { wanted: PIER, ...said("Open") });
    const noted = await changeAccount(deps, id, {
      wanted: { ...STEPS, notes: "Wants a survey." },
      ...said("x"),
    });
    const undone = await undoNewest(deps, id, { seen: noted.entry.id, origin: DANA });
    await undoNewest(deps, id, { seen: undone.entry.id, origin: DANA });
    expect((await showAccount(deps, id)).state).toMatchObject({ ...STEPS, notes: "Wants a survey." });
    expect(await chainOf(id)).toEqual([]);
  });

  it("isn't done where the account has gone on, or began with it", async () => {
    const { id, entry } = await createAccount(deps, { wanted: PIER, ...said("Open") });
    await expect(undoNewest(deps, id, { seen: entry.id, origin: DANA })).rejects.toThrow(
      "created the account",
    );
    const first = await changeAccount(deps, id, { wanted: STEPS, ...said("x") });
    const { entry: back } = await undoNewest(deps, id, { seen: first.entry.id, origin: DANA });
    expect(back.evidence).toEqual({ kind: "page", name: DANA.author.name });
    await changeAccount(deps, id, { wanted: { stage: "Bound" }, ...said("y") });
    await expect(undoNewest(deps, id, { seen: first.entry.id, origin: DANA })).rejects.toThrow(
      "Look at it again",
    );
    expect((await showAccount(deps, id)).state).toMatchObject({ stage: "Bound" });
  });
});

describe("accounts", () => {
  it("makes both files and the row together, under ids that count up", async () => {
    const first = await createAccount(deps, { wanted: PIER, ...said("Open Pier 9") });
    const second = await createAccount(deps, {
      wanted: { name: "Lakeshore Bakery" },
      ...said("And Lakeshore"),
    });
    expect([first.id, second.id]).toEqual(["10001", "10002"]);
    expect(first.files).toEqual(["accounts/10001/state.md", "accounts/10001/history.md"]);
    expect(await row("10001")).toMatchObject({
      ...PIER,
      description: "Pier 9 Marina | Stage: Intake | Insurance: Marine | Chicago, IL",
      entries: 1,
      problem: null,
      historyHead: first.entry.id,
    });
    expect(await chainOf("10001")).toEqual([]);
    expect(await files(HARBOR).db.rows(accounts)).toEqual([]);
  });

  it("keeps the chain whole where many change one account in the same moment", async () => {
    const { id } = await createAccount(deps, { wanted: PIER, ...said("Open Pier 9") });
    const steps = Array.from({ length: 12 }, (_, index) => ({
      notes: `Note ${index}.`,
      stage: `Stage ${index}`,
    }));
    const done = await Promise.all(
      steps.map((wanted) => changeAccount(deps, id, { wanted, ...said("Go on") })),
    );
    expect(new Set(done.map(({ entry }) => entry.id)).size).toBe(12);
    const { history, state } = await openAccount(deps, id);
    expect(readHistory(history?.content ?? "").entries).toHaveLength(13);
    for (const { notes } of steps) expect(state.content).toContain(notes);
    expect(await chainOf(id)).toEqual([]);
    expect(await row(id)).toMatchObject({ entries: 13, stateEtag: state.etag, historyEtag: history?.etag });
  });

  it("moves no head and no row where the batch dies, and can be said again", async () => {
    const { id } = await createAccount(deps, { wanted: PIER, ...said("Open Pier 9") });
    const before = await openAccount(deps, id);
    const dies = {
      ...deps,
      db: { ...deps.db, batch: () => Promise.reject(new Error("killed")) },
    } as WorkspaceDeps;
    await expect(changeAccount(dies, id, { wanted: { stage: "Quoted" }, ...said("Quoted") })).rejects.toThrow(
      "killed",
    );
    expect(await openAccount(deps, id)).toEqual(before);
    await changeAccount(deps, id, { wanted: { stage: "Quoted" }, ...said("Quoted") });
    expect(await chainOf(id)).toEqual([]);
  });

  it("shows a file that a person changed by hand, builds nothing on it, and follows it in the list", async () => {
    const { id } = await createAccount(deps, { wanted: PIER, ...said("Open Pier 9") });
    const { state } = await openAccount(deps, id);
    const content = state.content.replace("Intake", "Bound");
    const written = await writeFile(asOwner(deps, "accounts"), {
      ...DANA,
      path: accountFile(id, "state.md"),
      content,
      etag: state.etag,
    });
    expect(await accountsOfFiles(deps.db, [written.id])).toEqual([id]);
    await projectAccounts(deps, [id]);
    expect(await row(id)).toMatchObject({
      stage: "Bound",
      problem: "stage says “Bound”; the history ends with “Intake”.",
    });
    await expect(changeAccount(deps, id, { wanted: { stage: "Quoted" }, ...said("Quoted") })).rejects.toThrow(
      "The history doesn’t prove",
    );
  });

  it("shows an account whose words storage lost as far as it can be read, marks it in the list, and goes on with others", async () => {
    const { id } = await createAccount(deps, { wanted: PIER, ...said("Open Pier 9") });
    const other = await createAccount(deps, {
      wanted: { name: "Lakeshore Bakery" },
      ...said("And Lakeshore"),
    });
    const { history } = await openAccount(deps, id);
    const lossy: WorkspaceDeps = {
      ...deps,
      blobs: {
        ...deps.blobs,
        get: (sha256) =>
          sha256 === history?.sha256 ? Promise.reject(contentMissing()) : deps.blobs.get(sha256),
      },
    };
    expect(await showAccount(lossy, id)).toMatchObject({
      state: { name: "Pier 9 Marina" },
      entries: [],
      problems: [{ entry: null, message: WORDS_MISSING }],
      missing: [accountFile(id, "history.md")],
    });
    await expect(changeAccount(lossy, id, { wanted: { stage: "Bound" }, ...said("x") })).rejects.toThrow(
      "Restore an older version",
    );
    await projectAccounts(lossy, [id, other.id]);
    expect((await listAccounts(deps.db, {})).items.map(({ name, problem }) => [name, problem])).toEqual([
      ["Lakeshore Bakery", null],
      ["Pier 9 Marina", WORDS_MISSING],
    ]);
    const told: string[] = [];
    const check = (files: WorkspaceDeps, at: number) =>
      checkAccounts(
        {
          files: { ...files, clock: { ...files.clock, now: () => at } },
          logger: silentLogger,
          tell: async ({ title }) => void told.push(title),
          settle: async () => void told.push("settled"),
        },
        { since: new Date(at).toISOString(), untilMs: at + 60_000 },
      );
    expect((await check(lossy, Date.now() + 1_000)).summary).toBe("2 accounts checked. 1 couldn’t be read.");
    expect((await check(deps, Date.now() + 2_000)).summary).toBe("2 accounts checked.");
    expect(told).toEqual(["An account’s files can’t be read", "settled"]);
    expect((await row(id))?.problem).toBeNull();
  });

  it("says that nothing would change, and lists an account whose folder is gone no more, but keeps its number", async () => {
    const { id } = await createAccount(deps, { wanted: PIER, ...said("Open Pier 9") });
    await expect(changeAccount(deps, id, { wanted: { stage: "Intake" }, ...said("x") })).rejects.toThrow(
      "already",
    );
    await removeAccount(deps, id, DANA);
    await projectAccounts(deps, [id]);
    expect((await listAccounts(deps.db, {})).items).toEqual([]);
    expect(await row(id)).toMatchObject({ name: "", description: "", location: "" });
    expect((await createAccount(deps, { wanted: PIER, ...said("Again") })).id).toBe("10002");
    await expect(changeAccount(deps, id, { wanted: { stage: "Bound" }, ...said("x") })).rejects.toThrow(
      "doesn’t exist",
    );
  });
});
