/** Starting a team with a work address: whose address may, what it makes, and that it is off unless the deployment allows it. */
import { beforeEach, describe, expect, it } from "vitest";
import { TENANTS } from "../../../sandbox/world/company.ts";
import { cookieOf, request } from "../../support/http-worker.ts";
import { workOf } from "../../support/clock.ts";
import { freshWorld, testEnv, tokenFor } from "../../support/worker.ts";

const ON = { SIGN_UP: "on" };
const NORA = "nora@brooklane.example";
const TEAM = { team: "Brook Lane Homes", timeZone: "America/Chicago", work: "property" };

beforeEach(freshWorld);

const post = async (
  path: string,
  email: string | null,
  body: unknown,
  vars: Readonly<Record<string, unknown>> = ON,
): Promise<Response> =>
  request(
    path,
    {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(email === null ? {} : { authorization: `Bearer ${await tokenFor(email)}` }),
      },
      body: JSON.stringify(body),
    },
    vars,
  );
const signUp = (email: string | null, body: object = TEAM, vars?: Readonly<Record<string, unknown>>) =>
  post("/api/sign-up", email, body, vars);
/** Teams besides those of the demo. */
const teams = async (): Promise<number> =>
  ((await testEnv.DB.prepare("select count(*) as n from tenants").first<number>("n")) ?? 0) - TENANTS.length;

interface Refused {
  readonly error: { readonly code: string; readonly message: string; readonly details?: object };
}
const refusal = async (answer: Response): Promise<Refused["error"]> =>
  ((await answer.json()) as Refused).error;

describe("signing up", () => {
  it("makes a team of its own for a work address nobody uses here: its admin is in, with first files and steps", async () => {
    const known = await refusal(await post("/api/session", NORA, {}));
    expect(known).toMatchObject({ code: "stranger", details: { canStart: true } });
    const answer = await signUp("nora+new@brooklane.example");
    expect(answer.status).toBe(200);
    const me = (await answer.json()) as { tenant: { id: string } };
    expect(me).toMatchObject({
      user: { email: NORA },
      tenant: { name: "Brook Lane Homes", timeZone: "America/Chicago", work: "property" },
      role: "admin",
    });
    const headers = { cookie: cookieOf(answer) };
    expect(await (await request("/api/me", { headers })).json()).toMatchObject({ user: { email: NORA } });
    const { steps } = (await (await request("/api/first-steps", { headers })).json()) as {
      steps: { done: boolean }[];
    };
    expect(steps.filter(({ done }) => done)).toEqual([]);
    await workOf("jobs.ensure", me.tenant.id);
    const file = await request("/api/workspace/read?path=MEMORY.md", { headers });
    expect(await file.text()).toContain("We are Brook Lane Homes.");
    const audit = await (await request("/api/audit", { headers })).text();
    expect(audit).toContain("started the team with an address at brooklane.example.");
    // Nothing of any other team is there.
    expect(await (await request("/api/contacts?limit=5", { headers })).json()).toMatchObject({ items: [] });
  });

  it("leads colleagues to its admin, and repeats to the same team", async () => {
    const first = (await (await signUp(NORA)).json()) as { tenant: { id: string } };
    const again = (await (await signUp(NORA, { ...TEAM, team: "Another" })).json()) as typeof first;
    expect(again.tenant.id).toBe(first.tenant.id);
    const colleague = await refusal(await signUp("owen@brooklane.example"));
    expect(colleague).toMatchObject({ code: "stranger", details: { waiting: true } });
    const requests = await testEnv.DB.prepare("select email, tenant_id from join_requests").all();
    expect(requests.results).toEqual([{ email: "owen@brooklane.example", tenant_id: first.tenant.id }]);
    expect(await teams()).toBe(1);
  });

  it("makes one team of several requests at once, and every person ends in it or asks to join it", async () => {
    const people = ["nora", "owen", "pia", "nora"].map((name) => `${name}@brooklane.example`);
    const answers = await Promise.all(people.map((email) => signUp(email)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const answer of answers) expect([200, 403, 409]).toContain(answer.status);
    expect(await teams()).toBe(1);
    const rows = await testEnv.DB.prepare(
      "select count(*) as n from users join tenants on tenants.id = users.tenant_id where email like '%@brooklane.example' and role = 'admin'",
    ).first<number>("n");
    expect(rows).toBe(1);
  });

  it.each([
    ["a free address", "sam@gmail.com", TEAM, 403, "stranger"],
    ["an unknown time zone", NORA, { ...TEAM, timeZone: "Mars/Olympus" }, 400, "invalid_request"],
    ["no name", NORA, { ...TEAM, team: "  " }, 400, "invalid_request"],
    ["no sign-in", null, TEAM, 401, "unauthenticated"],
  ] as const)("refuses %s and makes nothing", async (_, email, body, status, code) => {
    const answer = await signUp(email, body);
    expect(answer.status).toBe(status);
    expect((await refusal(answer)).code).toBe(code);
    expect(await teams()).toBe(0);
  });

  it("does not bring a removed member back as the admin of anything", async () => {
    await testEnv.DB.prepare(
      "update users set removed_at = 'x' where email = 'lena@alderfinch.example'",
    ).run();
    expect((await refusal(await signUp("lena@alderfinch.example"))).message).toContain("was removed");
    expect(await teams()).toBe(0);
  });

  it("is off unless the deployment allows it, and then says whom to ask", async () => {
    const contact = "mailto:hello@steward.example";
    const vars = { SIGN_UP: "off", SIGN_UP_CONTACT: contact };
    for (const answer of [await signUp(NORA, TEAM, vars), await post("/api/session", NORA, {}, vars)])
      expect(await refusal(answer)).toMatchObject({
        code: "stranger",
        message: "No one at brooklane.example is part of a team here.",
        details: { contact },
      });
    expect(await teams()).toBe(0);
    const offered = async (given: object): Promise<unknown> =>
      (await (await request("/api/sign-in", {}, given as Record<string, unknown>)).json()) as object;
    expect(await offered(vars)).toMatchObject({ signUp: false });
    expect(await offered(ON)).toMatchObject({ signUp: true });
  });

  it("is counted by address, whatever is asked", async () => {
    const counted: string[] = [];
    const ENTRY_REQUESTS = {
      limit: ({ key }: { key: string }) => {
        counted.push(key);
        return Promise.resolve({ success: key !== "sign-up" });
      },
    };
    const answer = await request(
      "/api/sign-up",
      {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "cf-connecting-ip": "203.0.113.9",
          authorization: `Bearer ${await tokenFor(NORA)}`,
        },
        body: JSON.stringify(TEAM),
      },
      { ...ON, ENTRY_REQUESTS },
    );
    expect(answer.status).toBe(429);
    expect(counted).toEqual(["203.0.113.9", "sign-up"]);
    expect(await teams()).toBe(0);
  });
});
