/** Who may see the deployment as a whole: whom its configuration names, and nobody by a role in a team. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { OperatorServices } from "../../../../src/features/http-services.ts";
import { operatorEndpoints, TEAM_DAY_USD } from "../../../../src/team/api/operator.ts";
import { parseConfig } from "../../../../src/platform/config.ts";
import { asPerson, COMPLETE_VARS, SECRETS, testApp } from "../../../support/http-services.ts";

function deployment(operators: string) {
  const asked: unknown[][] = [];
  const note = (...args: unknown[]): Promise<void> => Promise.resolve(void asked.push(args));
  const operator: OperatorServices = {
    waiting: () =>
      Promise.resolve([
        { name: "mail.sweep", title: "Retry delayed e-mails", seconds: 612, late: true },
        { name: "texts.calls", title: "Collect calls", seconds: null, late: false },
      ]),
    clockJobs: () => Promise.resolve([]),
    failing: () => Promise.resolve({ work: [], mail: [] }),
    retryWork: note,
    retryMail: note,
    dropMail: note,
  };
  const app = testApp({ vars: { OPERATORS: operators }, services: { operator } });
  return { asked, app };
}

const MAIL = { tenantId: "tenant_harbor", mailbox: "office@harborlight.example", id: "m1" };
const BODIES: Readonly<Record<string, unknown>> = {
  retryWork: { tenantId: "tenant_harbor", kind: "texts.calls" },
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
    const { app, asked } = deployment(operators);
    for (const secret of [SECRETS.admin, SECRETS.member])
      for (const [path, init] of requests(secret))
        expect((await app.request(path, init)).status, path).toBe(404);
    for (const [path, init] of requests(null)) expect((await app.request(path, init)).status, path).toBe(401);
    expect(asked).toEqual([]);
  }
});

it("an operator is whom the configuration names, in any case, without being an admin", async () => {
  const { app, asked } = deployment("Somebody@steward.example, MARCUS@alderfinch.example");
  for (const [path, init] of requests(SECRETS.member))
    expect((await app.request(path, init)).status, path).toBe(200);
  const { tenantId, ...key } = MAIL;
  expect(asked).toEqual([
    ["tenant_harbor", "texts.calls"],
    [tenantId, key],
    [tenantId, key, "marcus@alderfinch.example"],
  ]);
  const me = async (secret: string): Promise<unknown> =>
    (await app.request("/api/me", { headers: asPerson(secret) })).json();
  expect(await me(SECRETS.member)).toMatchObject({ features: expect.arrayContaining(["operator"]) });
  expect(await me(SECRETS.admin)).toMatchObject({ features: expect.not.arrayContaining(["operator"]) });
});

it("health tells operators how long the oldest item waits and whether that is late", async () => {
  const { app } = deployment("marcus@alderfinch.example");
  const answer = await app.request("/api/health", { headers: asPerson(SECRETS.member) });
  expect(await answer.json()).toEqual({
    status: "late",
    version: "9.9.9",
    commit: null,
    detail: { database: "ok", waitingSeconds: { "mail.sweep": 612, "texts.calls": null } },
  });
});

it("health tells members the version and the commit; who isn't signed in learns nothing, and nothing is read for them", async () => {
  const reads: string[] = [];
  const refuse = (what: string) => () => Promise.reject(new Error(what, { cause: reads.push(what) }));
  const system = { isReachable: refuse("database"), findSession: refuse("session") };
  const app = testApp({
    services: {
      auth: { system } as never,
      operator: { waiting: refuse("waiting") } as never,
      config: { ...parseConfig(COMPLETE_VARS), commit: "3f2a1bc", operators: ["marcus@alderfinch.example"] },
    },
  });
  for (const path of ["/api/health", "/health"]) {
    const answer = await app.request(path);
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(await answer.json()).toEqual({ status: "ok" });
  }
  expect(reads).toEqual([]);
  const stranger = await testApp({}).request("/api/health", { headers: asPerson("x".repeat(43)) });
  expect([stranger.status, await stranger.json()]).toEqual([200, { status: "ok" }]);
  const member = await deployment("").app.request("/api/health", { headers: asPerson(SECRETS.member) });
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
