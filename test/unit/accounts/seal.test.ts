/** CHAIN: a history proves what was written, not only that it fits itself. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { checkAccounts } from "../../../src/accounts/check.ts";
import { checkChain } from "../../../src/accounts/chain.ts";
import { readHistory } from "../../../src/accounts/history.ts";
import { followupMaterials } from "../../../src/accounts/index.ts";
import { sealOf } from "../../../src/accounts/seal.ts";
import {
  accountFile,
  changeAccount,
  createAccount,
  mendAccount,
  openAccount,
  projectAccounts,
  recordByHand,
} from "../../../src/accounts/store.ts";
import { showAccount } from "../../../src/accounts/show.ts";
import { accounts } from "../../../src/accounts/tables/accounts.ts";
import { audit } from "../../../src/platform/db/index.ts";
import { silentLogger } from "../../../src/kernel/log.ts";
import { DEFAULT_STAGES } from "../../../src/accounts/api/account-stages.ts";
import { asOwner, writeFile, type WorkspaceDeps } from "../../../src/workspace/index.ts";
import { DANA, files, freshFiles } from "../workspace/harness.ts";

const said = (words: string) => ({ evidence: { kind: "command", words } as const, origin: DANA });
const MARCUS = { author: { kind: "user", id: "user_marcus", name: "Marcus Hale" } } as const;

let deps: WorkspaceDeps;
let id = "";
beforeEach(async () => {
  await freshFiles();
  deps = files();
  ({ id } = await createAccount(deps, {
    wanted: { name: "Pier 9 Marina", stage: "Intake", primaryEmail: "ana@pier9.example" },
    ...said("Open Pier 9"),
  }));
  await changeAccount(deps, id, { wanted: { stage: "Quoted" }, ...said("Mark as quoted") });
  await changeAccount(deps, id, { wanted: { stage: "Bound" }, ...said("Mark as bound") });
});

/** Both files changed alike, past the account's commands. */
async function rewrite(
  change: (content: string) => string,
  names = ["state.md", "history.md"] as const,
): Promise<void> {
  const { state, history } = await openAccount(deps, id);
  for (const name of names)
    await writeFile(asOwner(deps, "accounts"), {
      ...MARCUS,
      path: accountFile(id, name),
      content: change(name === "state.md" ? state.content : (history?.content ?? "")),
      overwrite: true,
    });
  await projectAccounts(deps, [id]);
}

const problems = async (): Promise<readonly unknown[]> => (await showAccount(deps, id)).problems;
const row = async () => deps.db.find(accounts, eq(accounts.id, id));
const check = (at = Date.now() + 1_000) =>
  checkAccounts(
    {
      files: { ...deps, clock: { ...deps.clock, now: () => at } },
      logger: silentLogger,
      tell: async () => {},
      settle: async () => {},
    },
    { since: new Date(at).toISOString(), untilMs: at + 60_000 },
  );

/** Ways to change the past so that the history still leads to the state. */
const REWRITES: Readonly<Record<string, (content: string) => string>> = {
  "the stage everywhere": (content) => content.replaceAll("Bound", "Closed Lost"),
  "what a person is quoted with": (content) => content.replace("Mark as bound", "Mark as lost"),
  "a sentence": (content) => content.replace("Account created.", "Account made by Marcus."),
  "the first entry's value": (content) => content.replaceAll("Intake", "New Lead"),
  "the newest entry gone": (content) =>
    content.startsWith("# History")
      ? content.slice(0, content.lastIndexOf("\n## "))
      : content.replace("Bound", "Quoted"),
};

describe("CHAIN: a rewritten past", () => {
  it.each(Object.entries(REWRITES))(
    "%s: is a problem at once, in the list and by the nightly check",
    async (_what, change) => {
      await rewrite(change);
      expect(await problems()).not.toEqual([]);
      expect((await row())?.problem).not.toBeNull();
      await check();
      expect((await row())?.problem).not.toBeNull();
      await expect(changeAccount(deps, id, { wanted: { industry: "Boats" }, ...said("x") })).rejects.toThrow(
        "doesn’t prove",
      );
      await expect(followupMaterials(deps, DEFAULT_STAGES, { id })).rejects.toThrow("Nothing is drafted");
    },
  );

  it("with its seals made again is a problem too: the newest one stands in the row", async () => {
    const { state, history } = await openAccount(deps, id);
    const entries = readHistory(history?.content ?? "").entries.slice(0, 2);
    await rewrite((content) =>
      content.startsWith("# History")
        ? content.slice(0, content.lastIndexOf("\n## "))
        : content.replace("Bound", "Quoted"),
    );
    const now = await openAccount(deps, id);
    expect(checkChain({ state: now.state.content, history: now.history?.content ?? "" })).toEqual([]);
    expect(now.seal).not.toBe(sealOf(entries));
    expect(await problems()).toMatchObject([
      { message: expect.stringContaining("was changed, added, or removed") },
    ]);
    expect(state.content).toContain("Bound");
  });

  it("becomes an entry of its own with who did it, on the history as it was", async () => {
    const before = (await showAccount(deps, id)).entries;
    await rewrite(REWRITES["the stage everywhere"] ?? ((content) => content));
    await recordByHand(deps, id, DANA);
    const { entries, state } = await showAccount(deps, id);
    expect(await problems()).toEqual([]);
    expect(entries.slice(1)).toEqual(before);
    expect(entries[0]?.evidence).toEqual({ kind: "hand", name: "Marcus Hale" });
    expect(entries[0]?.changes).toEqual([{ field: "stage", old: "Bound", new: "Closed Lost" }]);
    expect(state?.stage).toBe("Closed Lost");
  });

  it("is taken back whole, and the history says by whom", async () => {
    await rewrite(REWRITES["the stage everywhere"] ?? ((content) => content));
    await mendAccount(deps, id, DANA);
    const { entries, state } = await showAccount(deps, id);
    expect(await problems()).toEqual([]);
    expect([entries.length, state?.stage]).toEqual([4, "Bound"]);
    expect(entries[0]?.sentence).toBe("Dana Whitfield restored the verified history.");
    await expect(mendAccount(deps, id, DANA)).rejects.toThrow("nothing to restore");
  });

  it("of a state that can't be read is restored", async () => {
    await rewrite((content) => content.replace("---\n", ""), ["state.md"] as never);
    await mendAccount(deps, id, DANA);
    expect((await showAccount(deps, id)).state?.stage).toBe("Bound");
    expect(await problems()).toEqual([]);
  });
});

describe("CHAIN: the seal", () => {
  it("stands in the row and in the audit with every entry", async () => {
    const sealed = await deps.db.rows(audit, eq(audit.area, "account"));
    const seals = sealed.map(({ id: key }) => key);
    expect(seals.length).toBe(3);
    const { history, seal } = await openAccount(deps, id);
    expect(seal).toBe(sealOf(readHistory(history?.content ?? "").entries));
    expect(seals).toContain(`account-seal:${id}:${seal ?? ""}`);
  });

  it("of an account from before is made by the first nightly check, and marked so", async () => {
    await deps.db.update(accounts, { seal: null, sealSource: null }, eq(accounts.id, id));
    await check();
    expect(await row()).toMatchObject({ sealSource: "found", problem: null });
    expect((await row())?.seal).toMatch(/^[0-9a-f]{64}$/);
    await rewrite(REWRITES["a sentence"] ?? ((content) => content));
    expect(await problems()).not.toEqual([]);
  });

  it("isn't made for a broken one", async () => {
    await rewrite((content) => content.replace("Bound", "Closed Lost"), ["state.md"] as never);
    await deps.db.update(accounts, { seal: null, sealSource: null }, eq(accounts.id, id));
    await check();
    expect((await row())?.seal).toBeNull();
  });
});
