/** An admin deletes the team: after a week in which it can be called off, nobody is signed in, nothing that waited goes out, and the clock erases everything of it and nothing of another team. */
import { beforeEach, expect, it } from "vitest";
import { contextOf } from "../../../../src/platform/context.ts";
import { teamTables } from "../../../../src/platform/db/move-rows.ts";
import type { Env } from "../../../../src/platform/env.ts";
import { tenantFilePrefix } from "../../../../src/kernel/tenant-names.ts";
import { searchTeam } from "../../../../src/team/backup/index.ts";
import { backupDeps } from "../../../../src/team/backup/open.ts";
import { workOf } from "../../../support/clock.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { insertRow, waitingApproval } from "../../../support/rows.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";

const [ALDER, HARBOR] = ["tenant_alder", "tenant_harbor"];
const deployment = () => contextOf(testEnv as Env);

let dana: string;

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  dana = await signIn("dana@alderfinch.example");
});

const send = (cookie: string, path: string, body: unknown): Promise<Response> =>
  request(path, {
    method: "POST",
    headers: { cookie, "content-type": "application/json", origin: testEnv.APP_URL },
    body: JSON.stringify(body),
  });

async function rowsOf(team: string): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const { name } of teamTables())
    all[name] = (
      await testEnv.DB.prepare(`select * from ${name} where tenant_id = ? order by rowid`).bind(team).all()
    ).results;
  return all;
}

it("is an admin's alone, who types the team's name", async () => {
  const marcus = await signIn("marcus@alderfinch.example");
  expect((await send(marcus, "/api/team/delete", { name: "Alder & Finch" })).status).toBe(403);
  expect((await send(dana, "/api/team/delete", { name: "Alder" })).status).toBe(400);
  expect((await request("/api/me", { headers: { cookie: dana } })).status).toBe(200);
});

interface Shown {
  readonly tenant: { readonly name: string };
  readonly deletion: { readonly at: string; readonly by: string } | null;
}

const meOf = async (cookie: string): Promise<Shown> =>
  (await request("/api/me", { headers: { cookie } })).json<Shown>();

it("waits a week, of which everyone hears, and any admin calls it off", async () => {
  const marcus = await signIn("marcus@alderfinch.example");
  const { tenant, deletion } = await meOf(dana);
  expect(deletion).toBeNull();
  const callOff = (cookie: string) =>
    request("/api/team/keep", { method: "POST", headers: { cookie, origin: testEnv.APP_URL } });
  expect((await callOff(dana)).status).toBe(409);

  expect((await send(dana, "/api/team/delete", { name: tenant.name })).status).toBe(200);
  const shown = await meOf(marcus);
  expect(shown.deletion?.by).toBe("Dana Whitfield");
  const days = (Date.parse(shown.deletion?.at ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
  const { items } = await (
    await request("/api/notifications", { headers: { cookie: marcus } })
  ).json<{ items: { title: string; body: string }[] }>();
  expect(items).toContainEqual(
    expect.objectContaining({
      title: expect.stringMatching(/^This team will be deleted on \w{3}, /) as string,
      body: "Dana Whitfield asked for it. Until then everything works, and any admin can call it off.",
    }),
  );
  expect(await workOf("teams.delete", ALDER)).toBe("done");
  expect((await meOf(marcus)).deletion).not.toBeNull();

  expect((await callOff(marcus)).status).toBe(403);
  expect((await callOff(dana)).status).toBe(200);
  expect((await meOf(marcus)).deletion).toBeNull();
  const { results } = await testEnv.DB.prepare(
    "select sentence from audit where action like 'team.deletion%'",
  ).all<{ sentence: string }>();
  expect(results.map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(/^Dana Whitfield planned to delete the team on \w{3}, /) as string,
    "Dana Whitfield called off the team’s deletion",
  ]);
});

it("signs everyone out after the week, withdraws what waited, and erases everything in every place", async () => {
  const { tenant } = await meOf(dana);
  const marcus = await signIn("marcus@alderfinch.example");
  const ruth = await signIn("ruth@harborlight.example");
  expect((await send(dana, "/api/workspace/write", { path: "areas/a.md", content: "# A\n" })).status).toBe(
    200,
  );
  expect((await send(ruth, "/api/workspace/write", { path: "areas/b.md", content: "# B\n" })).status).toBe(
    200,
  );
  await insertRow("approvals", ALDER, await waitingApproval({ id: "a1", conversation_id: "c1" }));
  const harbor = await rowsOf(HARBOR);
  const theirs = await tenantFilePrefix(HARBOR);

  expect((await send(dana, "/api/team/delete", { name: tenant.name })).status).toBe(200);
  await testEnv.DB.prepare("update team_records set due_at = '2026-11-20T10:00:00.000Z'").run();
  expect(await workOf("teams.delete", ALDER)).toBe("done");
  for (const cookie of [dana, marcus])
    expect((await request("/api/me", { headers: { cookie } })).status).toBe(401);
  const status = await testEnv.DB.prepare("select status from approvals where id = 'a1'").first("status");
  expect([null, "withdrawn"]).toContain(status);

  expect(Object.values(await rowsOf(ALDER)).flat()).not.toEqual([]);
  await testEnv.DB.prepare("update team_records set started_at = '2026-11-20T10:00:00.000Z'").run();
  expect(await workOf("teams.delete", ALDER)).toBe("done");
  expect(await searchTeam(backupDeps(deployment()), ALDER)).toEqual([]);
  expect((await testEnv.FILES.list({ prefix: await tenantFilePrefix(ALDER) })).objects).toEqual([]);
  expect(Object.values(await rowsOf(ALDER)).flat()).toEqual([]);

  // The other team goes on meanwhile: its queue adds rows.
  for (const [table, before] of Object.entries(harbor))
    expect((await rowsOf(HARBOR))[table]?.length, table).toBeGreaterThanOrEqual(before.length);
  expect((await testEnv.FILES.list({ prefix: theirs })).objects.length).toBeGreaterThan(0);
  expect((await request("/api/me", { headers: { cookie: ruth } })).status).toBe(200);
  // Repeats find nothing to do.
  expect(await workOf("teams.delete", ALDER)).toBe("done");
});
