/** Who may see the deployment as a whole: whom its configuration names, and nobody by a role in a team. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { operatorEndpoints, TEAM_DAY_USD } from "../../../../src/team/api/operator.ts";
import { parseConfig } from "../../../../src/platform/config.ts";
import { insertInto } from "../../../support/insert-into.ts";
import { bareD1 } from "../../../support/node-d1.ts";
import { asPerson, COMPLETE_VARS, SECRETS, testApp } from "../../../support/node-app.ts";

/** A deployment in which a team's reading of contacts is late and rests after failures, and one of its e-mails fails. */
async function deployment(operators: string) {
  const sent: unknown[] = [];
  const queue = {
    sendBatch: (batch: readonly { readonly body: unknown }[]) =>
      Promise.resolve(void sent.push(...batch.map(({ body }) => body))),
  };
  const app = testApp({
    vars: { OPERATORS: operators },
    bindings: { URGENT: queue, INBOX: queue, JOBS: queue, TIMED: queue, POLLS: queue, LONG: queue },
  });
  const { records } = app;
  await records
    .prepare(
      "insert into tenants (id, name, time_zone, created_at) values (?, 'Harbor', 'UTC', '2026-01-01')",
    )
    .bind(HARBOR)
    .run();
  await insertInto(records, "contact_syncs", HARBOR, { due_at: "2026-11-21T11:49:48.000Z" });
  const rests = { kind: "contacts.sync", until: RESTS_UNTIL, failures: 3, problem: "internal" };
  await insertInto(records, "work_leases", HARBOR, rests);
  const { mailbox, id } = MAIL;
  await insertInto(records, "mail_backlog", HARBOR, {
    mailbox,
    id,
    attempts: 5,
    listed_at: RESTS_UNTIL,
    due_at: RESTS_UNTIL,
  });
  const state = async () => {
    const read = async (sql: string): Promise<unknown> => (await records.prepare(sql).all()).results;
    return {
      sent,
      work: await read("select until from work_leases"),
      mail: await read("select attempts from mail_backlog"),
      given: await read("select actor_name as by from audit where action = 'mail.given_up'"),
    };
  };
  return { app, state };
}

const HARBOR = "tenant_harbor";
const RESTS_UNTIL = "2026-11-21T13:00:00.000Z";
const MAIL = { tenantId: HARBOR, mailbox: "office@harborlight.example", id: "m1" };
const BODIES: Readonly<Record<string, unknown>> = {
  retryWork: { tenantId: HARBOR, kind: "contacts.sync" },
  retryMail: MAIL,
  dropMail: MAIL,
};

function requests(secret: string | null) {
  return Object.entries(operatorEndpoints).map(([name, { path, method }]) => {
    const headers =
      secret === null
        ? { "content-type": "application/json" }
        : asPerson(secret, { "content-type": "application/json" });
    const body = BODIES[name];
    return [
      path,
      { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
    ] as const;
  });
}

it("nobody but an operator sees or does anything here, a team's admin neither", async () => {
  for (const operators of ["", "somebody@steward.example"]) {
    const { app, state } = await deployment(operators);
    const before = await state();
    for (const secret of [SECRETS.admin, SECRETS.member])
      for (const [path, init] of requests(secret))
        expect((await app.request(path, init)).status, path).toBe(404);
    for (const [path, init] of requests(null)) expect((await app.request(path, init)).status, path).toBe(401);
    expect(await state()).toEqual(before);
  }
});

it("an operator is whom the configuration names, in any case, without being an admin", async () => {
  const { app, state } = await deployment("Somebody@steward.example, MARCUS@alderfinch.example");
  for (const [path, init] of requests(SECRETS.member))
    expect((await app.request(path, init)).status, path).toBe(200);
  expect(await state()).toEqual({
    sent: [{ tenantId: HARBOR, kind: "contacts.sync", key: "" }],
    work: [{ until: "2026-11-21T12:00:00.000Z" }],
    mail: [{ attempts: -1 }],
    given: [{ by: "marcus@alderfinch.example" }],
  });
  const me = async (secret: string): Promise<unknown> =>
    (await app.request("/api/me", { headers: asPerson(secret) })).json();
  expect(await me(SECRETS.member)).toMatchObject({ features: expect.arrayContaining(["operator"]) });
  expect(await me(SECRETS.admin)).toMatchObject({ features: expect.not.arrayContaining(["operator"]) });
});

it("health tells operators how long the oldest item waits and whether that is late", async () => {
  const { app } = await deployment("marcus@alderfinch.example");
  const answer = await app.request("/api/health", { headers: asPerson(SECRETS.member) });
  expect(await answer.json()).toEqual({
    status: "late",
    version: "9.9.9",
    commit: null,
    detail: {
      database: "ok",
      waitingSeconds: expect.objectContaining({ "contacts.sync": 612, "texts.calls": null }),
    },
  });
});

it("health tells members the version and the commit; who isn't signed in learns nothing, and nothing is read for them", async () => {
  const app = testApp({
    records: bareD1(),
    vars: { CF_VERSION_METADATA: { id: "v", tag: "3f2a1bc" }, OPERATORS: "marcus@alderfinch.example" },
  });
  for (const path of ["/api/health", "/health"]) {
    const answer = await app.request(path);
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(await answer.json()).toEqual({ status: "ok" });
  }
  const stranger = await testApp({}).request("/api/health", { headers: asPerson("x".repeat(43)) });
  expect([stranger.status, await stranger.json()]).toEqual([200, { status: "ok" }]);
  const member = await (
    await deployment("")
  ).app.request("/api/health", { headers: asPerson(SECRETS.member) });
  expect(await member.json()).toEqual({ status: "ok", version: "9.9.9", commit: null });
});

it("health takes the commit from the tag of the deployed version", () => {
  expect(parseConfig({ ...COMPLETE_VARS, CF_VERSION_METADATA: { id: "v", tag: "3f2a1bc" } }).commit).toBe(
    "3f2a1bc",
  );
});

it("a team's day costs on the page what the docs count", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/capacity.md"), "utf8");
  const [, together] = /\*\*together\*\*[^*]*\*\*([\d.]+)\*\*/.exec(page) ?? [];
  expect(Number(together)).toBe(TEAM_DAY_USD);
});
