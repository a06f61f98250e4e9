/** A team's own fields of accounts: kept with the account, and its list is sorted, filtered and added up by them. */
import { beforeEach, describe, expect, it } from "vitest";
import {
  changeAccount,
  createAccount,
  importLines,
  removeAccount,
  showAccount,
} from "../../../src/accounts/index.ts";
import { accountValues } from "../../../src/accounts/tables/accounts.ts";
import { INSURANCE_FIELDS } from "../../../src/accounts/api/account-fields.ts";
import { DEFAULT_STAGES } from "../../../src/accounts/api/account-stages.ts";
import { request, signIn } from "../../support/http-worker.ts";
import { freshWorld } from "../../support/worker.ts";
import { ALDER, DANA, files, HARBOR } from "../workspace/harness.ts";

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

let cookie = "";

async function ask(method: string, path: string, body?: object) {
  const headers = { cookie, "content-type": "application/json", origin: "http://localhost:8787" };
  const answer = await request(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const evidence = { kind: "page", name: "Dana Whitfield" } as const;
const make = (name: string, stage: string, details: string[], tenant = ALDER) =>
  createAccount(files(tenant), { wanted: { name, stage, details }, evidence, origin: DANA });

async function names(query: string): Promise<string[]> {
  const { status, body } = await ask("GET", `/api/accounts?${query}`);
  expect(status).toBe(200);
  return (body["items"] as { name: string }[]).map(({ name }) => name);
}

beforeEach(async () => {
  await freshWorld();
  cookie = await signIn("dana@alderfinch.example");
  const { body } = await ask("GET", "/api/accounts/stages");
  const fields = INSURANCE_FIELDS;
  const saved = await ask("PUT", "/api/accounts/fields", { fields, version: body["version"] });
  expect(saved.body["fields"]).toEqual(fields);
});

describe("the list", () => {
  let pier = "";
  beforeEach(async () => {
    await make("Ash Bakery", "Bound", [`Renewal date: ${inDays(40)}`, "Premium: 900"]);
    ({ id: pier } = await make("Pier 9 Marina", "Quoted", [
      `Renewal date: ${inDays(10)}`,
      "Premium: 18400.5",
    ]));
    await make("Lark Florist", "Quoted", [`Renewal date: ${inDays(400)}`, "Premium: 2000", "Carrier: Acme"]);
    await make("No Date Diner", "Quoted", []);
    await make("Their Own", "Quoted", [`Renewal date: ${inDays(5)}`, "Premium: 7"], HARBOR);
  });

  it("is sorted by a date, an amount and words, both ways, a page after another, and holds only this team's", async () => {
    expect(await names("sort=Renewal%20date")).toEqual([
      "Pier 9 Marina",
      "Ash Bakery",
      "Lark Florist",
      "No Date Diner",
    ]);
    expect(await names("sort=premium&order=desc")).toEqual([
      "Pier 9 Marina",
      "Lark Florist",
      "Ash Bakery",
      "No Date Diner",
    ]);
    expect(await names("sort=Carrier")).toEqual([
      "Lark Florist",
      "Ash Bakery",
      "No Date Diner",
      "Pier 9 Marina",
    ]);
    expect(await names("sort=Carrier&stage=Bound")).toEqual(["Ash Bakery"]);
    const first = await ask("GET", "/api/accounts?sort=premium&limit=2");
    expect((first.body["items"] as { name: string }[]).map(({ name }) => name)).toEqual([
      "Ash Bakery",
      "Lark Florist",
    ]);
    expect(await names(`sort=premium&limit=2&cursor=${String(first.body["nextCursor"])}`)).toEqual([
      "Pier 9 Marina",
      "No Date Diner",
    ]);
  });

  it.each([1, 2, 3])("in pages of %i, accounts without the value come last, each once", async (limit) => {
    const all: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { body } = await ask(
        "GET",
        `/api/accounts?sort=Carrier&limit=${limit}${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      const items = body["items"] as { name: string }[];
      expect(items.length).toBeGreaterThan(0);
      all.push(...items.map(({ name }) => name));
      cursor = body["nextCursor"] as string | null;
    }
    expect(all).toEqual(["Lark Florist", "Ash Bakery", "No Date Diner", "Pier 9 Marina"]);
  });

  it("shows what is due within days, of one stage too, and adds up what it shows", async () => {
    expect(await names("sort=Renewal%20date&within=60")).toEqual(["Pier 9 Marina", "Ash Bakery"]);
    expect(await names("sort=Renewal%20date&within=60&stage=Bound")).toEqual(["Ash Bakery"]);
    const totals = async (query: string) =>
      (await ask("GET", `/api/accounts/totals?${query}`)).body["totals"];
    expect(await totals("")).toEqual([{ name: "Premium", amount: 21_300.5, accounts: 3 }]);
    expect(await totals("stage=Quoted")).toEqual([{ name: "Premium", amount: 20_400.5, accounts: 2 }]);
    expect(await totals("sort=Renewal%20date&within=60")).toEqual([
      { name: "Premium", amount: 19_300.5, accounts: 2 },
    ]);
  });

  it("follows a change and a removal", async () => {
    await changeAccount(files(ALDER), pier, {
      wanted: { details: [`Renewal date: ${inDays(300)}`] },
      evidence,
      origin: DANA,
    });
    expect(await names("sort=Renewal%20date")).toEqual([
      "Ash Bakery",
      "Pier 9 Marina",
      "Lark Florist",
      "No Date Diner",
    ]);
    expect(await names("sort=premium")).toEqual([
      "Ash Bakery",
      "Lark Florist",
      "No Date Diner",
      "Pier 9 Marina",
    ]);
    await removeAccount(files(ALDER), pier, DANA);
    expect(await names("sort=Renewal%20date")).toEqual(["Ash Bakery", "Lark Florist", "No Date Diner"]);
    expect(await files(ALDER).db.rows(accountValues)).toHaveLength(5);
  });

  it("has those without a stage by a blank", async () => {
    await make("No Stage Deli", "", ["Premium: 5"]);
    expect(await names("stage=%20")).toEqual(["No Stage Deli"]);
    expect(await names("stage=%20&sort=Premium")).toEqual(["No Stage Deli"]);
  });

  it("says what it can't be sorted by", async () => {
    expect(await ask("GET", "/api/accounts?sort=Height")).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining("Accounts have no field “Height”. They have: ") } },
    });
    expect(await ask("GET", "/api/accounts?sort=Premium&within=60")).toMatchObject({ status: 400 });
    expect(await ask("GET", "/api/accounts?within=60")).toMatchObject({ status: 400 });
  });
});

it("a changed value is in the history with its previous value, and replaying the history yields the state", async () => {
  const { id } = await make("Pier 9 Marina", "Quoted", ["Carrier: Acme", "Premium: 100"]);
  await changeAccount(files(ALDER), id, {
    wanted: { details: ["Carrier: Acme", "Premium: 250"] },
    evidence,
    origin: DANA,
  });
  const { state, entries, problems } = await showAccount(files(ALDER), id);
  expect(state?.details).toEqual(["Carrier: Acme", "Premium: 250"]);
  expect(entries[0]?.changes).toEqual([
    { field: "details", old: ["Carrier: Acme", "Premium: 100"], new: ["Carrier: Acme", "Premium: 250"] },
  ]);
  expect(problems).toEqual([]);
});

it("an import fills them", async () => {
  const record = { kind: "account", name: "Lark Florist", details: ["Premium: 2000"] };
  const by = DANA.author;
  const deps = { files: files(ALDER), rules: DEFAULT_STAGES, timeZone: "America/Chicago", by };
  expect(await importLines(deps, [{ line: 2, record }])).toMatchObject([{ outcome: "made" }]);
  expect(await names("sort=Premium")).toEqual(["Lark Florist"]);
});
