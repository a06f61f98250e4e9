/** Whoever had a source read hears once that it was read, or what keeps it; nobody else's list says so. */
import { beforeEach, expect, it } from "vitest";
import { continueKnowledge } from "../../../../src/knowledge/sources/index.ts";
import type { NotificationView } from "../../../../src/notifications/api/notifications.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { TestService } from "../../../support/reader.ts";
import { freshWorld, testEnv } from "../../../support/worker.ts";

const TENANT = "tenant_alder";
const AT = "2026-11-20T10:00:00.000Z";
let service: TestService;
let dana: string;
let marcus: string;

beforeEach(async () => {
  await freshWorld();
  dana = await signIn("dana@alderfinch.example");
  marcus = await signIn("marcus@alderfinch.example");
  service = new TestService(TENANT, "document");
  for (let number = 1; number <= 5; number++)
    service.things.set(`d${number}`, { title: `Document ${number}`, text: `Words ${number}`, at: AT });
  service.things.set("d6", { title: "Sealed", text: "", at: AT, fails: 403 });
});

async function asker() {
  const row = await testEnv.DB.prepare("select id, name from users where email = 'dana@alderfinch.example'");
  const { id, name } = (await row.first<{ id: string; name: string }>()) ?? { id: "", name: "" };
  return { kind: "user", id, name } as const;
}

async function heard(cookie: string): Promise<NotificationView[]> {
  const answer = await request("/api/notifications", { headers: { cookie } });
  const { items } = await answer.json<{ items: NotificationView[] }>();
  return items.filter(({ title }) => title.includes("the documents"));
}

/** Looks at the source as often as it's due, so many times an hour apart. */
async function work(times: number, deps = () => service.deps): Promise<void> {
  for (let turn = 0; turn < times; turn++) {
    await continueKnowledge(deps(), Date.now() + service.aheadMs + 60_000);
    service.aheadMs += 61 * 60_000;
  }
}

it("says what was read, in how long and what was not, with a link to it, once", async () => {
  const { id } = await service.add(await asker());
  service.aheadMs += 7 * 60_000;
  await work(4);
  const [news, ...more] = await heard(dana);
  expect(more).toEqual([]);
  expect(news).toMatchObject({
    title: "Steward read the documents in Google (office@alderfinch.example)",
    body: "6 items read in 7 minutes. Search finds them now. 1 item couldn’t be read, or not completely.",
    url: `${testEnv.APP_URL}/sources/${id}`,
  });
  expect(await heard(marcus)).toEqual([]);
});

it("says it once where the reading was killed between telling and noting its end", async () => {
  await service.add(await asker());
  let kills = 2;
  const killed = () => {
    const { deps } = service;
    const tellAsker: typeof deps.tellAsker = async (news) => {
      await deps.tellAsker(news);
      if (kills-- > 0) throw new Error("killed");
    };
    return { ...deps, tellAsker };
  };
  await work(4, killed);
  expect(kills).toBeLessThan(0);
  expect(await heard(dana)).toHaveLength(1);
});

it("says what keeps it, once, and that it was read once it was", async () => {
  await service.add(await asker());
  service.problem = 503;
  await work(5);
  expect(await heard(dana)).toEqual([]);
  await work(5);
  const stuck = await heard(dana);
  expect(stuck.map(({ title }) => title)).toEqual([
    "Steward couldn’t read the documents in Google (office@alderfinch.example)",
  ]);
  expect(stuck[0]?.body).toContain("couldn’t be reached");
  service.problem = null;
  await work(2);
  const all = await heard(dana);
  expect(all).toHaveLength(2);
  expect(all.find(({ title }) => title.startsWith("Steward couldn’t"))?.resolution).toBe(
    "Steward read the documents in Google (office@alderfinch.example)",
  );
});

it("tells the admins where whoever asked is nobody of the team any more", async () => {
  await service.add({ kind: "user", id: "user_gone", name: "Gone" });
  await work(2);
  expect(await heard(dana)).toHaveLength(1);
  expect(await heard(marcus)).toEqual([]);
});
