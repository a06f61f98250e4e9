/** Joining by an address at the team's domain, where an admin is asked. */
import { beforeEach, describe, expect, it } from "vitest";
import { errorCode, request, signIn } from "../../../support/http-worker.ts";
import { freshWorld, testEnv, tokenFor } from "../../../support/worker.ts";

const NINA = "nina.new@alderfinch.example";

beforeEach(freshWorld);

const as = async (email: string) => ({
  cookie: await signIn(email),
  origin: "http://localhost:8787",
  "content-type": "application/json",
});
const exchange = async (email: string) =>
  request("/api/session", { method: "POST", headers: { authorization: `Bearer ${await tokenFor(email)}` } });
const requestsOf = async (headers: Record<string, string>) =>
  (await (await request("/api/team/join-requests", { headers })).json()) as {
    domains: string[];
    items: { id: string; email: string; name: string }[];
  };
const decide = (headers: Record<string, string>, id: string, decision: string) =>
  request(`/api/team/join-requests/${id}/decision`, {
    method: "POST",
    headers,
    body: JSON.stringify({ decision }),
  });
const rows = async (sql: string) => (await testEnv.DB.prepare(sql).all()).results;

describe("a request to join", () => {
  it("is made by signing in, waits, is told to the person, and admins hear of it once", async () => {
    const dana = await as("dana@alderfinch.example");
    for (const email of [NINA, NINA, "nina.new+phone@alderfinch.example"]) {
      const answer = await exchange(email);
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({
        error: {
          code: "stranger",
          message: expect.stringMatching(/^Your request to join .+ is waiting for an admin\./) as string,
          details: { waiting: true },
        },
      });
    }
    const bearer = { authorization: `Bearer ${await tokenFor(NINA)}` };
    expect((await request("/api/me", { headers: bearer })).status).toBe(403);
    expect(await rows("select id from users where email like 'nina%'")).toEqual([]);
    const { domains, items } = await requestsOf(dana);
    expect(domains).toContain("alderfinch.example");
    expect(items).toMatchObject([{ email: NINA }]);
    const alerts = await rows(
      "select title, body, url from notifications where dedupe_key like 'alert:join_request:%'",
    );
    expect(alerts).toMatchObject([{ title: "Someone at alderfinch.example wants to join" }]);
    expect(JSON.stringify(alerts)).not.toMatch(/nina/i);
  });

  it("is an admin's of this team to decide: approved once, they are a member from then on", async () => {
    await exchange(NINA);
    const [dana, marcus, ruth] = await Promise.all(
      ["dana@alderfinch.example", "marcus@alderfinch.example", "ruth@harborlight.example"].map(as),
    );
    if (dana === undefined || marcus === undefined || ruth === undefined) throw new Error("no one");
    const id = (await requestsOf(dana)).items[0]?.id ?? "";
    expect((await request("/api/team/join-requests", { headers: marcus })).status).toBe(403);
    expect((await decide(marcus, id, "approve")).status).toBe(403);
    expect((await requestsOf(ruth)).items).toEqual([]);
    expect((await decide(ruth, id, "approve")).status).toBe(404);
    expect((await exchange(NINA)).status).toBe(403);
    expect((await decide(dana, id, "approve")).status).toBe(200);
    expect(await errorCode(await decide(dana, id, "decline"))).toBe("not_found");
    expect((await requestsOf(dana)).items).toEqual([]);
    const joined = await exchange("nina.new+laptop@alderfinch.example");
    expect(await joined.json()).toMatchObject({
      user: { email: NINA },
      tenant: { id: "tenant_alder" },
      role: "member",
    });
    expect(await rows("select sentence from audit where action like 'member.%'")).toEqual([
      { sentence: expect.stringMatching(/^Dana Whitfield let .+ join as a member\.$/) as string },
    ]);
    expect(
      await rows(
        "select id from notifications where dedupe_key like 'alert:join_request:%' and resolved_at is null",
      ),
    ).toEqual([]);
  });

  it("that was declined stays so, also where joining is opened later, until an invite", async () => {
    await exchange(NINA);
    const dana = await as("dana@alderfinch.example");
    const id = (await requestsOf(dana)).items[0]?.id ?? "";
    expect((await decide(dana, id, "decline")).status).toBe(200);
    const { policy, version } = (await (await request("/api/policy", { headers: dana })).json()) as {
      policy: Record<string, unknown>;
      version: number;
    };
    expect(policy["joinByDomain"]).toBe("ask");
    for (const [index, joinByDomain] of ["ask", "open", "off"].entries()) {
      const body = JSON.stringify({ policy: { ...policy, joinByDomain }, version: version + index });
      expect((await request("/api/policy", { method: "PUT", headers: dana, body })).status).toBe(200);
      expect(await (await exchange("nina.new+x@alderfinch.example")).text()).toContain(
        "declined your request",
      );
    }
    // Off: nobody asks.
    expect(await (await exchange("otto@alderfinch.example")).text()).toContain(
      "Ask a team admin for an invite link.",
    );
    expect(await rows("select id from join_requests where decided_at is null")).toEqual([]);

    const invite = await request("/api/invites", {
      method: "POST",
      headers: dana,
      body: JSON.stringify({ role: "member" }),
    });
    const secret = ((await invite.json()) as { url: string }).url.split("#")[1];
    const accepted = await request("/api/invites/accept", {
      method: "POST",
      headers: {
        authorization: `Bearer ${await tokenFor("nina.new+x@alderfinch.example")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ secret }),
    });
    expect(await accepted.json()).toMatchObject({ user: { email: NINA } });
    expect((await exchange(NINA)).status).toBe(200);
  });

  it("is over once the person joined by an invite; a removed one comes back by an invite under the same name", async () => {
    await exchange(NINA);
    const dana = await as("dana@alderfinch.example");
    const link = async () => {
      const made = await request("/api/invites", {
        method: "POST",
        headers: dana,
        body: JSON.stringify({ role: "member" }),
      });
      return ((await made.json()) as { url: string }).url.split("#")[1];
    };
    const accept = async (email: string, secret: string | undefined) =>
      request("/api/invites/accept", {
        method: "POST",
        headers: { authorization: `Bearer ${await tokenFor(email)}`, "content-type": "application/json" },
        body: JSON.stringify({ secret }),
      });
    const first = (await (await accept(NINA, await link())).json()) as { user: { id: string } };
    expect((await requestsOf(dana)).items).toEqual([]);
    expect((await request(`/api/team/${first.user.id}`, { method: "DELETE", headers: dana })).status).toBe(
      200,
    );
    expect((await exchange("nina.new+x@alderfinch.example")).status).toBe(403);
    const back = (await (await accept("nina.new+x@alderfinch.example", await link())).json()) as typeof first;
    expect(back.user.id).toBe(first.user.id);
    // Another team's invite doesn't take them over.
    const ruth = await as("ruth@harborlight.example");
    const theirs = await request("/api/invites", {
      method: "POST",
      headers: ruth,
      body: JSON.stringify({ role: "admin" }),
    });
    const secret = ((await theirs.json()) as { url: string }).url.split("#")[1];
    expect(await errorCode(await accept("nina.new+y@alderfinch.example", secret))).toBe("conflict");
  });
});
