/** GROWTH: a team with 5,000 accounts, and an account with 10,000 sources: what is asked costs what it costs a new team. A walk through a table is refused by the database itself. */
import { beforeAll, describe, expect, it } from "vitest";
import { dueAccounts } from "../../../src/accounts/due.ts";
import { listAccounts, sumAccounts } from "../../../src/accounts/list.ts";
import { followupMaterials } from "../../../src/accounts/materials.ts";
import { resolveAccount, searchAccounts } from "../../../src/accounts/resolve.ts";
import { hasMail, mailIdentity } from "../../../src/accounts/same-mail.ts";
import { accountSource } from "../../../src/accounts/search-source.ts";
import { createAccount } from "../../../src/accounts/store.ts";
import { dbFor } from "../../../src/platform/db/index.ts";
import { DEFAULT_STAGES } from "../../../src/accounts/api/account-stages.ts";
import type { WorkspaceDeps } from "../../../src/workspace/index.ts";
import { records } from "../../support/node-d1.ts";
import { ALDER, DANA, files, freshFiles, HARBOR } from "../workspace/harness.ts";

const ACCOUNTS = 5_000;
const SOURCES = 10_000;
const NOW = Date.parse("2026-11-24T18:00:00.000Z");
/** Rows a statement may hand over, however many there are. */
const ROWS = 700;

let asked: { statements: number; most: number };

/** A team's files over records that count what is asked and handed over. */
function counted(tenantId: string): WorkspaceDeps {
  return { ...files(tenantId), clock: { now: () => NOW }, db: dbFor(counting(records), tenantId) };
}

function counting(database: D1Database): D1Database {
  const prepared = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (name === "bind") return (...values: unknown[]) => prepared(target.bind(...values));
        if (typeof value !== "function") return value;
        return async (...given: unknown[]) => {
          const answer: unknown = await (value as (...all: unknown[]) => unknown).apply(target, given);
          const results = Array.isArray(answer)
            ? answer
            : (answer as { results?: unknown[] } | null)?.results;
          asked.statements += 1;
          asked.most = Math.max(asked.most, results?.length ?? 1);
          return answer;
        };
      },
    });
  return new Proxy(database, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (name === "prepare") return (words: string) => prepared(target.prepare(words));
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

/** What work costs: statements, and the most rows one of them hands over. */
async function costOf(work: () => Promise<unknown>): Promise<typeof asked> {
  asked = { statements: 0, most: 0 };
  await work();
  return asked;
}

const COUNT = "with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)";
const KIND = "substr('Bakery   TruckingDental  Florist  Brewery  ', 1 + 9 * (i % 5), 9)";
const PLACE = "substr('Chicago ILPlano TX  Gary IN   Erie PA   ', 1 + 10 * (i % 4), 10)";
const NAME = `'Company ' || i || ' ' || trim(${KIND})`;
const AT = "strftime('%Y-%m-%dT%H:00:00.000Z', '2026-11-24', '-' || i || ' hours')";
const GIVEN: Readonly<Record<string, string>> = {
  id: "cast(20000 + i as text)",
  number: "20000 + i",
  name: NAME,
  sort_name: `lower(${NAME})`,
  location: `trim(${PLACE})`,
  description: `${NAME} || ' | ' || trim(${PLACE})`,
  last_contact_at: AT,
};

/** Copies the team's first account, and gives it sources. */
async function grow(): Promise<void> {
  const { results } = await records.prepare("select name from pragma_table_info('accounts')").all();
  const columns = results.map(({ name }) => String(name));
  const values = columns.map((column) => GIVEN[column] ?? `a."${column}"`);
  await records
    .prepare(
      `${COUNT} insert into accounts (${columns.join()}) select ${values.join()} from n, accounts a where a.tenant_id = ?`,
    )
    .bind(ACCOUNTS, ALDER)
    .run();
  for (const word of [
    `'company'`,
    "cast(i as text)",
    `lower(trim(${KIND}))`,
    `lower(substr(${PLACE}, 1, 4))`,
  ])
    await records
      .prepare(
        `${COUNT} insert or ignore into account_words (tenant_id, word, account_id) select ?, ${word}, ${GIVEN["id"] ?? ""} from n`,
      )
      .bind(ACCOUNTS, ALDER)
      .run();
  await records
    .prepare(
      `${COUNT} insert into account_sources (tenant_id, account_id, id, kind, item, party, direction, at, sha256, summary, failures, filed_at)
       select ?, '10001', 'source-' || i, 'emails', 'mail-' || i, 'alma@kessler.example', 'incoming', ${AT}, i, 'whole', 0, ${AT} from n`,
    )
    .bind(SOURCES, ALDER)
    .run();
}

const PREMIUM = { name: "Premium", kind: "money" } as const;
/** How many accounts have a premium, of $3 each. */
const WITH_PREMIUM = 4_000;

async function givePremiums(): Promise<void> {
  await records
    .prepare(
      `${COUNT} insert into account_values (tenant_id, account_id, field, value, hundredths) select ?, ${GIVEN["id"] ?? ""}, 'premium', '3', 300 from n`,
    )
    .bind(WITH_PREMIUM, ALDER)
    .run();
}

beforeAll(async () => {
  await freshFiles();
  for (const tenant of [ALDER, HARBOR])
    await createAccount(files(tenant), {
      wanted: { name: "Kessler Bakery", stage: "Quoted", location: "Chicago, IL" },
      evidence: { kind: "command", words: "Open it" },
      origin: DANA,
    });
  await grow();
  await givePremiums();
});

type Ask = (deps: WorkspaceDeps) => Promise<unknown>;
const ASKS: Readonly<Record<string, Ask>> = {
  "the list": ({ db }) => listAccounts(db, {}),
  "the list of a stage": ({ db }) => listAccounts(db, { stages: ["Quoted"] }),
  "the list by a field": ({ db }) => listAccounts(db, { by: { field: PREMIUM } }),
  "the list by a field most don't have": ({ db }) =>
    listAccounts(db, { by: { field: { name: "Carrier", kind: "text" } } }),
  "the totals": ({ db }) => sumAccounts(db, [PREMIUM], {}),
  "the list of a word many hold": ({ db }) => listAccounts(db, { q: "chicago" }),
  "the scan": ({ db }) => dueAccounts(db, DEFAULT_STAGES, { limit: 10 }, NOW),
  "an exact name": ({ db }) => resolveAccount(db, { name: "Kessler Bakery", description: null }),
  "a misspelled name": ({ db }) => resolveAccount(db, { name: "Kesler Bakerry", description: null }),
  "a description all fit": ({ db }) => searchAccounts(db, "the bakery company in Chicago"),
  "what search is told of an account": ({ db }) => accountSource(db).load(["10001"]),
  "a page of what search is told": ({ db }) => accountSource(db).page(null, 100),
  "whether an e-mail is filed": async ({ db }) =>
    hasMail(
      db,
      "10001",
      "other",
      await mailIdentity({ messageId: "<a@b>", from: "a@b", subject: "", at: "2026-11-24T18:00:00Z" }),
    ),
  "what a follow-up is drafted from": (deps) => followupMaterials(deps, DEFAULT_STAGES, { id: "10001" }),
};

describe("a team of 5,000 accounts, one of them with 10,000 sources", () => {
  it.each(Object.entries(ASKS))("asks no more for %s than a new team, bounded in rows", async (_, ask) => {
    const fresh = await costOf(() => ask(counted(HARBOR)));
    const grown = await costOf(() => ask(counted(ALDER)));
    // The words of the newest sources are read, at most a dozen of them and three summaries.
    expect(grown.statements).toBeLessThanOrEqual(fresh.statements + 2 * 15);
    expect(grown.most).toBeLessThanOrEqual(ROWS);
  });

  it("adds up the values of all of them", async () => {
    expect(await sumAccounts(files(ALDER).db, [PREMIUM], {})).toEqual([
      { name: "Premium", amount: 3 * WITH_PREMIUM, accounts: WITH_PREMIUM },
    ]);
  });

  it("finds what is meant among all of them", async () => {
    const { db } = files(ALDER);
    expect(await resolveAccount(db, { name: "Company 4711 Trucking", description: null })).toMatchObject({
      kind: "one",
      account: { id: "24711" },
    });
    expect(await resolveAccount(db, { name: "Kessler Bakery", description: null })).toMatchObject({
      kind: "one",
      account: { id: "10001" },
    });
  });
});
