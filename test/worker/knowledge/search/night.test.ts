/** The nightly job that holds the index against the records: what was changed behind its back is repaired, and the page about it says so. */
import { testContext } from "../../../support/context.ts";
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeEach, expect, it } from "vitest";
import { systemJobs } from "../../../../src/agent/schedules/jobs.ts";
import { searchObjectName } from "../../../../src/kernel/tenant-names.ts";
import { continueKnowledge } from "../../../../src/knowledge/sources/index.ts";
import { searchPageSchema, searchStatusSchema } from "../../../../src/platform/api/search.ts";
import { workOf } from "../../../support/clock.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { TestService } from "../../../support/reader.ts";
import { freshWorld, testEnv } from "../../../support/worker.ts";
import { DANA, TENANT, until } from "../../agent/conversations/harness.ts";

const AT = "2026-11-20T10:00:00.000Z";
let cookie: string;

beforeEach(async () => {
  await freshWorld();
  cookie = await signIn("dana@alderfinch.example");
});

async function found(word: string): Promise<string[]> {
  const answer = await request(`/api/search?q=${word}&sources=document`, { headers: { cookie } });
  return searchPageSchema.parse(await answer.json()).items.map(({ title }) => title);
}

const stub = async () =>
  testEnv.SEARCH.getByName(await searchObjectName(TENANT)) as unknown as DurableObjectStub;

/** The row of a thing in the index. */
const rowOf = async (title: string): Promise<unknown> =>
  runInDurableObject(await stub(), (_object, state) => [
    ...state.storage.sql.exec("select * from items where title = ?", title),
  ]);

it("repairs what is missing and what is gone, and touches nothing else", async () => {
  const service = new TestService(TENANT, "document");
  for (const name of ["Alpha", "Bravo", "Canary"])
    service.things.set(name, { title: name, text: `Words of ${name.toLowerCase()}sheet`, at: AT });
  await service.add(DANA);
  await continueKnowledge(service.deps, Date.now() + 60_000);
  await workOf("events.consume", TENANT);
  expect(await found("words+of")).toHaveLength(3);
  const canary = await rowOf("Canary");

  await runInDurableObject(await stub(), (_object, state) => {
    const { sql } = state.storage;
    sql.exec("delete from passages where item in (select row from items where title = 'Alpha')");
    sql.exec("delete from items where title = 'Alpha'");
  });
  await testEnv.DB.prepare("delete from knowledge_items where title = 'Bravo'").run();
  expect([await found("alphasheet"), await found("bravosheet")]).toEqual([[], ["Bravo"]]);

  await systemJobs()["search.check"]?.(testContext(TENANT), { scheduleId: "check", slotAt: AT });
  const status = async () => {
    const answer = await request("/api/search/status", { headers: { cookie } });
    return searchStatusSchema.parse(await answer.json()).check ?? null;
  };
  const check = await until(async () => {
    await runDurableObjectAlarm(await stub());
    return status();
  });
  expect(check).toMatchObject({ isWhole: true, missing: 1, outdated: 0, orphaned: 1, vectors: 0 });
  expect([await found("alphasheet"), await found("bravosheet")]).toEqual([["Alpha"], []]);
  expect(await rowOf("Canary")).toEqual(canary);
});
