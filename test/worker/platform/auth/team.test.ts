import { beforeEach, describe, expect, it, vi } from "vitest";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { listColleagues } from "../../../../src/approvals/policy/index.ts";
import { teamMemberSchema } from "../../../../src/platform/api/members.ts";
import { errorCode, request, signIn } from "../../../support/http-worker.ts";
import { freshWorld, TIMEOUT, testEnv, tokenFor } from "../../../support/worker.ts";

const DANA = "user_demo_dana";
const MARCUS = "user_demo_marcus";
let dana: Record<string, string>;

const as = (cookie: string) => ({
  cookie,
  origin: "http://localhost:8787",
  "content-type": "application/json",
});
const patch = (headers: Record<string, string>, id: string, role: string) =>
  request(`/api/team/${id}`, { method: "PATCH", headers, body: JSON.stringify({ role }) });
const remove = (headers: Record<string, string>, id: string) =>
  request(`/api/team/${id}`, { method: "DELETE", headers });

async function sentences(): Promise<string[]> {
  const { results } = await testEnv.DB.prepare(
    "select sentence from audit where action like 'member.%' order by at, id",
  ).all<{ sentence: string }>();
  return results.map(({ sentence }) => sentence);
}

beforeEach(async () => {
  await freshWorld();
  dana = as(await signIn("dana@alderfinch.example"));
});

describe("an admin", () => {
  it("gives a member a role that holds at once, and the audit says so once", async () => {
    const marcus = as(await signIn("marcus@alderfinch.example"));
    expect((await patch(marcus, MARCUS, "admin")).status).toBe(403);
    for (let repeat = 0; repeat < 2; repeat++) {
      const answer = await patch(dana, MARCUS, "admin");
      expect(teamMemberSchema.parse(await answer.json())).toMatchObject({ id: MARCUS, role: "admin" });
    }
    expect((await patch(marcus, DANA, "member")).status).toBe(200);
    expect(await errorCode(await patch(dana, MARCUS, "member"))).toBe("forbidden");
    expect(await sentences()).toEqual([
      "Dana Whitfield made Marcus Hale an admin.",
      "Marcus Hale made Dana Whitfield a member.",
    ]);
  });

  it("sets a member's number, which then counts for nothing before it is proven, and no one else does", async () => {
    const set = (headers: Record<string, string>, phone: unknown) =>
      request(`/api/team/${MARCUS}`, { method: "PATCH", headers, body: JSON.stringify({ phone }) });
    const marcus = as(await signIn("marcus@alderfinch.example"));
    const colleagues = () => listColleagues(dbFor(testEnv.DB, "tenant_alder"));
    expect(await colleagues()).toContain("marcus@alderfinch.example");
    expect(await colleagues()).toContain("+14125550112");
    expect((await set(marcus, "+14125550177")).status).toBe(403);
    expect((await set(dana, "412 555")).status).toBe(400);
    expect(teamMemberSchema.parse(await (await set(dana, "+14125550177")).json())).toMatchObject({
      role: "member",
      phone: "+14125550177",
    });
    // What an admin sets counts once its member has proven it.
    expect(await colleagues()).not.toContain("+14125550177");
    expect(await colleagues()).not.toContain("+14125550112");
    expect((await set(dana, null)).status).toBe(200);
    await remove(dana, MARCUS);
    expect(await colleagues()).not.toContain("marcus@alderfinch.example");
    expect((await sentences()).slice(0, 2)).toEqual([
      "Dana Whitfield set the number of Marcus Hale.",
      "Dana Whitfield removed the number of Marcus Hale.",
    ]);
  });

  it("cannot leave the team without one, by role or by removal, also when two try at once", async () => {
    expect(await errorCode(await patch(dana, DANA, "member"))).toBe("conflict");
    expect(await errorCode(await remove(dana, DANA))).toBe("conflict");
    await patch(dana, MARCUS, "admin");
    const marcus = as(await signIn("marcus@alderfinch.example"));
    const answers = await Promise.all([remove(dana, MARCUS), remove(marcus, DANA)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await testEnv.DB.prepare(
      "select count(*) as n from users where tenant_id = 'tenant_alder' and role = 'admin' and removed_at is null",
    ).first<{ n: number }>();
    expect(left?.n).toBe(1);
  });

  it("removes a person: their sessions, sockets, scripts and devices end at once, and the domain does not let them back", async () => {
    const marcus = as(await signIn("marcus@alderfinch.example"));
    const token = await tokenFor("marcus@alderfinch.example");
    const bearer = { authorization: `Bearer ${token}` };
    const closes: number[] = [];
    for (const headers of [marcus, { ...bearer, origin: "http://localhost:8787" }]) {
      const opened = await request("/api/feed", { headers: { ...headers, upgrade: "websocket" } });
      opened.webSocket?.addEventListener("close", ({ code }) => closes.push(code));
      opened.webSocket?.accept();
    }
    await testEnv.DB.prepare(
      "insert into push_subscriptions (id, tenant_id, user_id, endpoint, p256dh, auth, device, created_at) values ('p', 'tenant_alder', ?, 'https://x', 'k', 'a', 'Phone', 'now')",
    )
      .bind(MARCUS)
      .run();
    expect((await remove(dana, MARCUS)).status).toBe(200);
    await vi.waitFor(() => expect(closes).toEqual([4401, 4401]), TIMEOUT);
    expect((await request("/api/me", { headers: marcus })).status).toBe(401);
    expect((await request("/api/me", { headers: bearer })).status).toBe(403);
    const devices = await testEnv.DB.prepare("select count(*) as n from push_subscriptions").first<{
      n: number;
    }>();
    expect(devices?.n).toBe(0);
    expect(await sentences()).toEqual(["Dana Whitfield removed Marcus Hale from the team."]);
    expect((await remove(dana, MARCUS)).status).toBe(404);
    const team = (await (await request("/api/team", { headers: dana })).json()) as {
      items: { id: string }[];
    };
    expect(team.items.map(({ id }) => id)).not.toContain(MARCUS);
  });
});
