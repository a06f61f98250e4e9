/** Accounts in the one index: found by name, person and meaning as their files stand, by their own team alone, and gone with their folder. */
import { testContext } from "../../../support/context.ts";
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeEach, expect, it } from "vitest";
import type { SearchObject } from "../../../../durable-objects/search-object.ts";
import { changeAccount, createAccount, removeAccount } from "../../../../src/accounts/index.ts";
import { tenantHandle } from "../../../../src/agent/tools/tenant.ts";
import { systemJobs } from "../../../../src/agent/schedules/jobs.ts";
import { searchObjectName } from "../../../../src/kernel/tenant-names.ts";
import {
  searchPageSchema,
  searchStatusSchema,
  type SearchPage,
} from "../../../../src/platform/api/search.ts";
import { workOf } from "../../../support/clock.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { freshWorld, testEnv } from "../../../support/worker.ts";
import { until } from "../../agent/conversations/harness.ts";
import { ALDER, DANA, files } from "../../workspace/harness.ts";

const said = (words: string) => ({ evidence: { kind: "command", words } as const, origin: DANA });
const MARINA = {
  name: "Pier 9 Marina",
  stage: "Intake",
  industry: "Boat storage",
  location: "Austin, TX",
  primaryEmail: "desk@pier9.example",
  contacts: [{ name: "Ana Ruiz", role: "owner", email: "ana@pier9.example", phone: "+15125550133" }],
};
let cookie = "";

async function search(query: string, as = cookie): Promise<SearchPage> {
  const answer = await request(`/api/search?sources=account&${query}`, { headers: { cookie: as } });
  return searchPageSchema.parse(await answer.json());
}

const names = async (query: string, as?: string) => (await search(query, as)).items.map(({ title }) => title);
const stub = async () =>
  testEnv.SEARCH.getByName(await searchObjectName(ALDER)) as unknown as DurableObjectStub<SearchObject>;

beforeEach(async () => {
  await freshWorld();
  cookie = await signIn("dana@alderfinch.example");
});

it("is found by name, place and people, as it stands now, by its team alone, and by nothing once its folder is gone", async () => {
  const { id } = await createAccount(files(ALDER), { wanted: MARINA, ...said("Open it") });
  await workOf("events.consume", ALDER);
  for (const words of ["pier+mar&typing=1", "austin", "ana+ruiz", "desk@pier9.example", "512+555+0133", id])
    expect(await names(`q=${words}`), words).toEqual(["Pier 9 Marina"]);
  expect((await search("q=marina")).items).toMatchObject([
    { source: "account", id, url: `/accounts/${id}`, snippet: expect.stringContaining("Stage: Intake") },
  ]);
  expect(await names("q=marina", await signIn("ruth@harborlight.example"))).toEqual([]);

  await changeAccount(files(ALDER), id, { wanted: { stage: "Quoted" }, ...said("Quoted") });
  await workOf("events.consume", ALDER);
  expect([await names("q=intake"), await names("q=quoted")]).toEqual([[], ["Pier 9 Marina"]]);

  await removeAccount(files(ALDER), id, DANA);
  await workOf("events.consume", ALDER);
  await workOf("events.consume", ALDER);
  expect(await names("q=marina")).toEqual([]);
});

it("is in the index at once where an agent changed it, and says so", async () => {
  const { id } = await createAccount(files(ALDER), { wanted: MARINA, ...said("Open it") });
  expect(await names("q=marina")).toEqual([]);
  expect(await tenantHandle(testContext(ALDER)).indexAccount(id)).toBe(true);
  expect(await names("q=marina")).toEqual(["Pier 9 Marina"]);
  expect(await tenantHandle(testContext(ALDER)).indexAccount("99999")).toBe(false);
});

it("is repaired by the night and made again by a rebuild", async () => {
  await createAccount(files(ALDER), { wanted: MARINA, ...said("Open it") });
  await createAccount(files(ALDER), { wanted: { name: "Lakeshore Bakery" }, ...said("And this") });
  await workOf("events.consume", ALDER);
  const status = async () => {
    const answer = await request("/api/search/status", { headers: { cookie } });
    return searchStatusSchema.parse(await answer.json());
  };
  expect((await status()).bySource["account"]).toBe(2);
  await runInDurableObject(await stub(), (_, { storage: { sql } }) => {
    sql.exec("delete from passages where item in (select row from items where title = 'Pier 9 Marina')");
    sql.exec("delete from items where title = 'Pier 9 Marina'");
  });
  await systemJobs()["search.check"]?.(testContext(ALDER), {
    scheduleId: "check",
    slotAt: new Date().toISOString(),
  });
  const check = await until(async () => {
    await runDurableObjectAlarm(await stub());
    return (await status()).check ?? null;
  });
  expect(check).toMatchObject({ isWhole: true, missing: 1, outdated: 0, orphaned: 0 });
  expect(await names("q=marina")).toEqual(["Pier 9 Marina"]);
  await runInDurableObject(await stub(), (_, { storage: { sql } }) => sql.exec("delete from items"));
  await (await stub()).rebuild(ALDER);
  await until(async () => {
    await runDurableObjectAlarm(await stub());
    return (await status()).rebuild === null;
  });
  expect((await status()).bySource["account"]).toBe(2);
});
