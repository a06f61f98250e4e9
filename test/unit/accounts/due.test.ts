/** Who is due, how urgently, and in which order: days over the stage's threshold, at their borders. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { dueAccount, dueAccounts, type DueQuery } from "../../../src/accounts/due.ts";
import { createAccount, type AccountRow } from "../../../src/accounts/store.ts";
import { accounts } from "../../../src/accounts/tables/accounts.ts";
import { DEFAULT_STAGES } from "../../../src/accounts/api/account-stages.ts";
import type { AccountWanted } from "../../../src/accounts/api/accounts.ts";
import type { WorkspaceDeps } from "../../../src/workspace/index.ts";
import { DANA, files, freshFiles } from "../workspace/harness.ts";

const NOW = Date.parse("2026-11-24T18:00:00.000Z");
const DAY_MS = 86_400_000;
const ago = (days: number, ms = 0): string => new Date(NOW - days * DAY_MS - ms).toISOString();

let deps: WorkspaceDeps;
beforeEach(async () => {
  await freshFiles();
  deps = files();
});

const make = (wanted: AccountWanted) =>
  createAccount(deps, { wanted, evidence: { kind: "command", words: "Open it" }, origin: DANA });
const scan = (query: Partial<DueQuery> = {}) =>
  dueAccounts(deps.db, DEFAULT_STAGES, { limit: 10, ...query }, NOW);

describe("urgency", () => {
  const row = {
    id: "10001",
    name: "Ames",
    stage: "Submission",
    nextSteps: [],
    pendingActions: [],
    primaryEmail: "a@b.example",
    primaryPhone: "",
    createdAt: ago(400),
  } as unknown as AccountRow;
  const rule = { stage: "Submission", aliases: [], days: 5, channels: ["email" as const], purpose: "" };

  it.each([
    [5, "normal"],
    [14, "normal"],
    [15, "high"],
    [34, "high"],
    [35, "critical"],
    [400, "critical"],
  ])("of %i days beside a threshold of five is %s", (days, urgency) => {
    expect(dueAccount({ ...row, lastContactAt: ago(days) }, rule, NOW)).toMatchObject({
      days_since_contact: days,
      urgency,
    });
  });

  it("counts whole days, from the making of an account nobody has been in touch with", () => {
    expect(dueAccount({ ...row, lastContactAt: ago(14, DAY_MS - 1) }, rule, NOW).urgency).toBe("normal");
    const never = dueAccount({ ...row, lastContactAt: null, createdAt: ago(40) }, rule, NOW);
    expect(never).toMatchObject({ urgency: "critical", days_since_contact: 40 });
    expect(never.why).toMatch(/^No contact is on record since the account was made 40 days ago/);
  });

  it("recommends a way for which the account has what it takes", () => {
    const phone = { ...row, primaryEmail: "", primaryPhone: "+13125550100", lastContactAt: ago(6) };
    const both = { ...rule, channels: ["email" as const, "call_script" as const] };
    expect(dueAccount(phone, both, NOW).recommended_channel).toBe("call_script");
    expect(dueAccount({ ...phone, primaryEmail: "a@b.example" }, both, NOW).recommended_channel).toBe(
      "email",
    );
  });
});

describe("a scan", () => {
  it("lists the critical first, then the high, then the normal, the longest silence first within each", async () => {
    for (const [name, stage, days] of [
      ["Normal older", "Submission", 9],
      ["Normal newer", "Submission", 6],
      ["High", "Submission", 16],
      // Seven times two days: critical, though others have been silent for longer.
      ["Critical", "Quoted", 14],
      ["Not yet", "Submission", 4],
      ["Never by rule", "Bound", 900],
      ["No such stage", "Sleeping", 900],
    ] as const)
      await make({ name, stage, lastContactAt: ago(days) });
    const { accounts: due, total } = await scan();
    expect(due.map(({ account_name: name }) => name)).toEqual([
      "Critical",
      "High",
      "Normal older",
      "Normal newer",
    ]);
    expect(total).toBe(4);
    expect((await scan({ limit: 1 })).accounts).toHaveLength(1);
    expect((await scan({ limit: 1 })).total).toBe(4);
  });

  it("takes one stage by any of its names, and another threshold where one is given", async () => {
    await make({ name: "Four days", stage: "Submission", lastContactAt: ago(4) });
    await make({ name: "Quoted", stage: "Quoted", lastContactAt: ago(4) });
    const names = async (query: Partial<DueQuery>): Promise<string[]> =>
      (await scan(query)).accounts.map(({ account_name: name }) => name);
    expect(await names({ stage: "submission" })).toEqual([]);
    expect(await names({ stage: "submission", daysThreshold: 4 })).toEqual(["Four days"]);
    expect(await names({ daysThreshold: 5 })).toEqual([]);
    expect(await names({ stage: "nowhere" })).toEqual([]);
  });

  it("leaves out what is deleted", async () => {
    const { id } = await make({ name: "Gone", stage: "Quoted", lastContactAt: ago(9) });
    await deps.db.update(accounts, { deletedAt: ago(1) }, eq(accounts.id, id));
    expect((await scan()).accounts.map(({ account_id: one }) => one)).not.toContain(id);
  });
});
