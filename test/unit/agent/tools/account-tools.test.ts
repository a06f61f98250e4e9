/** Tools of accounts: found by name, number and stage; changed at once by a person's own words, by an approval where outside text could have led to it. */
import { beforeEach, describe, expect, it } from "vitest";
import {
  changeAccount,
  createAccount,
  showAccount,
  stageRules,
  stageSettings,
  updateFields,
} from "../../../../src/accounts/index.ts";
import { fileSource } from "../../../../src/accounts/file-source.ts";
import { findAccounts } from "../../../../src/accounts/tools/find-accounts.ts";
import { getAccount } from "../../../../src/accounts/tools/get-account.ts";
import { lookupAccount } from "../../../../src/accounts/tools/lookup-account.ts";
import { prepareFollowup } from "../../../../src/accounts/tools/prepare-followup.ts";
import { scanFollowups } from "../../../../src/accounts/tools/scan-followups.ts";
import { searchDescriptions } from "../../../../src/accounts/tools/search-descriptions.ts";
import { readAccounts } from "../../../../src/accounts/tools/desk/read-accounts.ts";
import { resolveAccountTool } from "../../../../src/accounts/tools/desk/resolve-account.ts";
import { setAccountFields } from "../../../../src/accounts/tools/set-account-fields.ts";
import { updateAccount } from "../../../../src/accounts/tools/update-account.ts";
import type { Asker } from "../../../../src/agent/tools/call.ts";
import type { AnyTool, InternalTool, ReadTool } from "../../../../src/agent/tools/define-tool.ts";
import type { WorkspaceDeps } from "../../../../src/workspace/index.ts";
import { DANA, files, freshFiles, HARBOR } from "../../workspace/harness.ts";
import { seenIn } from "./world.ts";

let deps: WorkspaceDeps;
let lakeview: string;
/** What the search index answers. */
let near: readonly string[];
let isIndexed: boolean;

beforeEach(async () => {
  await freshFiles();
  deps = files();
  for (const wanted of [
    { name: "Lakeview Dental Group", stage: "Intake", location: "Chicago, IL", nextSteps: ["Send the form"] },
    { name: "Lakeview Auto Body", stage: "Quoted" },
    { name: "Little Oaks Childcare", stage: "Quoted", location: "Austin, TX" },
  ])
    await createAccount(deps, { wanted, evidence: { kind: "command", words: "Open it" }, origin: DANA });
  lakeview = "10001";
  [near, isIndexed] = [[], true];
});

function call(tool: AnyTool, input: object, asker: Partial<Asker> = {}) {
  const seen = seenIn();
  return {
    input: tool.input.parse(input),
    services: {
      files: deps,
      timeZone: "America/New_York",
      stages: () => stageRules(deps.db),
      near: async () => near,
      index: async () => isIndexed,
    },
    call: {
      ...seen,
      asker: {
        speaker: { kind: "user", name: "Dana Whitfield" } as const,
        said: [],
        outside: false,
        outsideWords: false,
        ...asker,
      },
    },
  };
}

async function run(tool: AnyTool, input: object, asker?: Partial<Asker>) {
  const at = call(tool, input, asker);
  return (tool as ReadTool | InternalTool).run(at.input, at.services, at.call);
}

function guardOf(tool: AnyTool) {
  const { guard } = tool as InternalTool;
  if (guard === undefined) throw new Error("no guard");
  return guard;
}

async function rule(input: object, asker: Partial<Asker>, tool: AnyTool = updateAccount) {
  const at = call(tool, input, asker);
  return guardOf(tool).rule(at.input, at.services, at.call);
}

describe("find_accounts and get_account", () => {
  it("find by words, stage and number, and read a whole file", async () => {
    expect(await run(findAccounts, { query: "lakeview" })).toMatchObject({
      data: { items: [{ name: "Lakeview Auto Body" }, { name: "Lakeview Dental Group" }] },
    });
    expect(await run(findAccounts, { stage: "Quoted" })).toMatchObject({
      data: { items: [{ name: "Lakeview Auto Body" }, { name: "Little Oaks Childcare" }] },
    });
    expect(await run(getAccount, { account: "lakeview dental group" })).toMatchObject({
      outside: true,
      data: { account: lakeview, state: { stage: "Intake", nextSteps: ["Send the form"] } },
    });
    expect(await run(getAccount, { account: lakeview })).toMatchObject({ data: { account: lakeview } });
  });

  it("says since when an account stands at its stage, however much was noted since", async () => {
    const evidence = { kind: "command", words: "Note it" } as const;
    const change = (wanted: object) => changeAccount(deps, lakeview, { wanted, evidence, origin: DANA });
    await change({ stage: "Submission" });
    for (let at = 0; at < 13; at++) await change({ notes: `They called again (${at}).` });
    const { data } = (await run(getAccount, { account: lakeview })) as unknown as {
      data: { stages: unknown; history: { said: string }[] };
    };
    expect(data.stages).toMatchObject([
      { stage: "Submission", was: "Intake", since: expect.stringMatching(/^\w{3} \d{4}-/) as unknown },
      { stage: "Intake" },
    ]);
    expect(data.history.some(({ said }) => said.includes("Submission"))).toBe(false);
  });

  it("count all accounts by stage where nothing was asked for", async () => {
    expect(await run(findAccounts, { limit: 1 })).toMatchObject({
      data: { stages: ["Intake: 1", "Quoted: 2"] },
    });
    expect(await run(findAccounts, { stage: "Quoted" })).not.toHaveProperty("data.stages");
  });

  it("names those that fit where several do, and says that none does", async () => {
    expect(await run(getAccount, { account: "lakeview" })).toMatchObject({
      kind: "retry",
      message: expect.stringMatching(/10002 Lakeview Auto Body \(Quoted\).*10001 Lakeview Dental/) as string,
    });
    expect(await run(getAccount, { account: "Nobody's Diner" })).toMatchObject({ kind: "retry" });
  });
});

describe("the team’s own fields", () => {
  const said = ["Lakeview Dental renews March 1, 2027, premium $18,400"];
  const set = (account: string, ...fields: (readonly [name: string, value: string])[]) =>
    run(
      setAccountFields,
      { account, fields: fields.map(([name, value]) => ({ name, value })) },
      { said: [...said] },
    );
  const found = async (input: object) =>
    (
      (await run(findAccounts, input)) as unknown as {
        data: { items: { name: string; details: string[] }[] };
      }
    ).data.items;

  beforeEach(async () => {
    const fields = [
      { name: "Renewal date", kind: "date" },
      { name: "Premium", kind: "money" },
      { name: "Carrier", kind: "text" },
    ] as const;
    const { version } = await stageSettings(deps.db);
    await updateFields(deps.db, { fields, version, by: DANA.author, nowMs: deps.clock.now() });
  });

  it("are set as they were said, checked by their kind, and emptied", async () => {
    expect(await set(lakeview, ["renewal DATE", "March 1, 2027"], ["Premium", "$18,400"])).toMatchObject({
      kind: "ok",
      data: { changes: [{ field: "details", new_value: ["Renewal date: 2027-03-01", "Premium: 18400"] }] },
    });
    expect(await set(lakeview, ["Renewal date", "soon"])).toMatchObject({
      kind: "retry",
      message: "“soon” is no date for “Renewal date”.",
    });
    expect(await set(lakeview, ["Broker", "Ann"])).toMatchObject({
      message:
        "Accounts have no field “Broker”. They have: Renewal date (date), Premium (money), Carrier (text).",
    });
    await set(lakeview, ["Premium", ""]);
    expect(await found({ query: "dental" })).toMatchObject([{ details: ["Renewal date: 2027-03-01"] }]);
  });

  it("filter and sort: within days, between values, or of one value", async () => {
    const inDays = (days: number): string =>
      new Date(deps.clock.now() + days * 86_400_000).toISOString().slice(0, 10);
    await set("10001", ["Renewal date", inDays(40)], ["Premium", "900"], ["Carrier", "Travelers"]);
    await set("10002", ["Renewal date", inDays(10)], ["Premium", "1200"], ["Carrier", "Acme Mutual"]);
    await set("10003", ["Renewal date", inDays(200)], ["Premium", "15k"], ["Carrier", "acme mutual"]);
    const names = async (input: object) => (await found(input)).map(({ name }) => name.split(" ")[1]);
    expect(await names({ field: "renewal date", within: 60 })).toEqual(["Auto", "Dental"]);
    expect(await names({ field: "Renewal date", within: 60, stage: "Quoted" })).toEqual(["Auto"]);
    expect(await names({ field: "Premium", order: "desc", from: "1,000" })).toEqual(["Oaks", "Auto"]);
    expect(await names({ field: "Premium", to: "$1000" })).toEqual(["Dental"]);
    expect(await names({ field: "Carrier", from: "Acme", to: "Acme" })).toEqual(["Auto", "Oaks"]);
    expect(await names({ field: "Carrier", order: "desc" })).toEqual(["Dental", "Oaks", "Auto"]);
    expect(await run(findAccounts, { field: "Premium", within: 60 })).toMatchObject({ kind: "retry" });
    expect(await run(findAccounts, { field: "Premium", from: "much" })).toMatchObject({ kind: "retry" });
    expect(await run(findAccounts, { limit: 1 })).toMatchObject({
      data: { fields: ["Renewal date (date)", "Premium (money)", "Carrier (text)"] },
    });
  });

  it("wait for approval where a value isn’t the person’s own words", async () => {
    const change = (value: string) => ({ account: lakeview, fields: [{ name: "Premium", value }] });
    expect(await rule(change("18,400"), { said, outsideWords: true }, setAccountFields)).toBeNull();
    expect(await rule(change("99,000"), { said, outsideWords: true }, setAccountFields)).not.toBeNull();
    const emptied = { account: lakeview, fields: [{ name: "Carrier", value: "" }] };
    expect(await rule(emptied, { said, outsideWords: true }, setAccountFields)).not.toBeNull();
  });
});

describe("meaning", () => {
  it("adds what lies near behind what holds the words, of the asked stage alone", async () => {
    near = ["10003", "99999"];
    const found = async (input: object) => {
      const { items } = (await run(searchDescriptions, input)) as unknown as { items: { account: string }[] };
      return items.map(({ account }) => account);
    };
    expect(await found({ description: "nursery" })).toEqual(["10003"]);
    expect(await found({ description: "nursery", stage: "Intake" })).toEqual([]);
    expect(await found({ description: "Chicago nursery" })).toEqual(["10003", lakeview]);
    expect(await found({ description: "Chicago" })).toEqual([lakeview]);
  });

  it("offers an account to choose, and never takes it for the one that is meant", async () => {
    near = ["10003"];
    const choice = { kind: "several", candidates: [{ account_id: "10003", name: "Little Oaks Childcare" }] };
    expect(await run(resolveAccountTool, { description: "the nursery" })).toMatchObject({ data: choice });
    expect(await run(resolveAccountTool, { name: "the nursery" })).toMatchObject({ data: choice });
    expect(await run(resolveAccountTool, { name: "Nursery Inc" })).toMatchObject({ data: { kind: "none" } });
  });
});

describe("update_account", () => {
  it("changes state and history at once by a person's own words, which the history quotes", async () => {
    const said = ["Mark Lakeview Dental as quoted"];
    expect(await rule({ account: lakeview, stage: "quoted" }, { said })).toBeNull();
    expect(
      await run(updateAccount, { account: lakeview, stage: "quoted", addNote: "Wants May." }, { said }),
    ).toMatchObject({
      kind: "ok",
      data: {
        index_updated: true,
        changes: [{ field: "stage", old_value: "Intake", new_value: "Quoted" }, {}],
      },
    });
    isIndexed = false;
    expect(await run(updateAccount, { account: lakeview, addNote: "Sure." }, { said })).toMatchObject({
      data: { index_updated: false, new_description: expect.stringContaining("Stage: Quoted") as string },
    });
    const { state, entries, problems } = await showAccount(deps, lakeview);
    expect(state).toMatchObject({ stage: "Quoted", notes: "Wants May.\n\nSure." });
    expect(entries[0]?.evidence).toEqual({ kind: "command", words: said[0], name: "Dana Whitfield" });
    expect(await run(getAccount, { account: lakeview })).toMatchObject({
      data: {
        history: expect.arrayContaining([expect.objectContaining({ by: "Dana Whitfield" })]) as object,
      },
    });
    expect(problems).toEqual([]);
  });

  it("judges a note sentence by sentence, as a note joins what a person said apart", async () => {
    const said = [
      "Lakeview Dental: Prairie Specialty came back with 6,400 for the property, pitch it to him. And the stairs photos are in.",
    ];
    const outside = { said, outside: true, outsideWords: true };
    const noted = (addNote: string) => rule({ account: lakeview, nextSteps: [], addNote }, outside);
    const own = "Prairie Specialty came back with 6,400 for the property. The stairs photos are in.";
    expect(await noted(own)).toBeNull();
    expect(await noted(own.replace(". ", ".\n- "))).toBeNull();
    expect(await noted(`${own} Eve may sign.`)).not.toBeNull();
    expect(await noted(own.replace("6,400", "6,900"))).not.toBeNull();
    expect(await noted("...")).not.toBeNull();
  });

  it("waits for a person where outside text is about and the words aren't theirs, and where no person speaks", async () => {
    const said = ["Set the next step to call Ruth on Monday"];
    const outside = { said, outside: true, outsideWords: true };
    expect(await rule({ account: lakeview, nextSteps: ["Call Ruth on Monday"] }, outside)).toBeNull();
    expect(await rule({ account: lakeview, stage: "Closed Won" }, outside)).not.toBeNull();
    expect(
      await rule(
        { account: lakeview, stage: "Quoted" },
        { speaker: { kind: "agent", name: "Steward" }, said },
      ),
    ).not.toBeNull();
  });

  it("drafts exactly the fields that change, with what stood there", async () => {
    const at = call(updateAccount, { account: lakeview, stage: "Quoted", location: "Chicago, IL" });
    expect(await guardOf(updateAccount).resolve(at.input, at.services, at.call)).toMatchObject({
      kind: "resolved",
      effects: [
        {
          kind: "account.change",
          document: { accountId: lakeview, wanted: { stage: "Quoted" }, before: { stage: "Intake" } },
        },
      ],
    });
  });

  it("says which stages there are, that nothing is named, and that it stands so already", async () => {
    expect(await run(updateAccount, { account: lakeview, stage: "Sold" })).toMatchObject({
      kind: "retry",
      message: expect.stringContaining("New Lead") as string,
    });
    expect(await run(updateAccount, { account: lakeview })).toMatchObject({ kind: "retry" });
    await expect(run(updateAccount, { account: lakeview, stage: "Intake" })).rejects.toThrow("already");
  });
});

describe("read_accounts", () => {
  it("lays one account's state and the sources that hold the question's words, with their lines", async () => {
    for (const [item, day, said] of [
      ["old", "2026-11-02", "The roof was replaced in 2019."],
      ["new", "2026-11-20", "Thank you for the call."],
    ] as const)
      await fileSource(deps, lakeview, {
        kind: "emails",
        item,
        party: "ada@lakeview.example",
        direction: "incoming",
        at: `${day}T10:00:00.000Z`,
        day,
        text: { raw: `From: Ada\n\n${said}\n`, title: item, facts: [], words: said, summary: null },
      });
    const answer = await run(readAccounts, { question: "When was the roof replaced?", account: lakeview });
    expect(answer).toMatchObject({
      outside: true,
      data: {
        sources: 2,
        files: [
          { path: `accounts/${lakeview}/state.md`, text: expect.stringContaining("stage: Intake") as string },
          { fromLine: 1, text: expect.stringContaining("roof was replaced") as string },
          { text: expect.stringContaining("Thank you") as string },
        ],
      },
    });
  });

  it("lists the accounts of a stage, or those that fit by words, and counts all by stage", async () => {
    const stages = { Intake: 1, Quoted: 2 };
    expect(await run(readAccounts, { question: "Who is quoted?", stage: "Quoted" })).toMatchObject({
      data: {
        stages,
        listedBy: "stage Quoted",
        more: false,
        accounts: [{ name: "Lakeview Auto Body" }, { name: "Little Oaks Childcare", location: "Austin, TX" }],
      },
    });
    expect(await run(readAccounts, { question: "Which childcare is in Texas?" })).toMatchObject({
      data: { stages, listedBy: "words", accounts: [{ name: "Little Oaks Childcare" }] },
    });
  });
});

describe("TENANT: a tool of another team", () => {
  it.each([
    ["find_accounts", findAccounts, { query: "lakeview" }],
    ["find_accounts by stage", findAccounts, { stage: "Quoted" }],
    ["get_account", getAccount, { account: "10001" }],
    ["lookup_account", lookupAccount, { name: "Lakeview Dental Group" }],
    ["search_descriptions", searchDescriptions, { description: "dental Chicago" }],
    ["search_descriptions by stage", searchDescriptions, { stage: "Quoted" }],
    ["scan_followups", scanFollowups, { daysThreshold: 0 }],
    ["prepare_followup", prepareFollowup, { account: "10001" }],
    ["resolve_account", resolveAccountTool, { id: "10001" }],
    ["resolve_account by name", resolveAccountTool, { name: "Lakeview Dental Group" }],
    ["read_accounts", readAccounts, { question: "What stage is it in?", account: "10001" }],
    ["read_accounts of many", readAccounts, { question: "Which dentists are in Chicago?" }],
    ["read_accounts by stage", readAccounts, { question: "Which are quoted?", stage: "Quoted" }],
    ["update_account", updateAccount, { account: "10001", stage: "Bound" }],
  ] as const)("finds nothing by %s", async (_, tool, input) => {
    const others = files(HARBOR);
    const services = {
      files: others,
      timeZone: "UTC",
      clock: others.clock,
      stages: () => stageRules(others.db),
      near: async () => ["10001"],
      index: async () => true,
    };
    const at = call(tool, input);
    const answer = await (tool as ReadTool | InternalTool)
      .run(at.input, services, at.call)
      .catch((error: unknown) => String(error));
    // What was asked for may be said again; what is known of it may not.
    const known = /Lakeview Auto|Little Oaks|Chicago|Intake/;
    expect(JSON.stringify(answer)).not.toMatch(known);
    if (tool.effect === "read") expect(JSON.stringify(await run(tool, input))).toMatch(known);
    expect((await showAccount(deps, "10001")).state?.stage).toBe("Intake");
  });
});
