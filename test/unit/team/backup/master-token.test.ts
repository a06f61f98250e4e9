/** Who may back up, restore and delete a team: whoever holds a master key, and no person by any role or address. */
import { expect, it } from "vitest";
import { masterAuthorization, requireMaster } from "../../../../src/platform/auth/master-token.ts";
import { TEAM_FILE, teamCopyEndpoints } from "../../../../src/team/api/team-copies.ts";
import { asPerson, SECRETS, testApp } from "../../../support/node-app.ts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const key = (id: string, letter: string): string => `${id}:${letter.repeat(43)}=`;
const [NEW, OLD] = [key("k2", "B"), key("k1", "A")];
const REMOVE = { method: "POST", address: "/api/operator/team/delete" };

it("a token is of one request, some minutes and a key the deployment has", async () => {
  const authorization = await masterAuthorization(OLD, REMOVE, NOW);
  const check = (keys: string, change: object = {}, nowMs = NOW) =>
    requireMaster(keys, { ...REMOVE, authorization, ...change }, nowMs);
  await check(`${NEW},${OLD}`);
  await check(OLD, {}, NOW + 4 * 60_000);
  const refused: (() => Promise<void>)[] = [
    () => check(NEW),
    () => check(key("k1", "C")),
    () => check(OLD, { method: "GET" }),
    () => check(OLD, { address: "/api/operator/team/search" }),
    () => check(OLD, {}, NOW + 6 * 60_000),
    () => check(OLD, {}, NOW - 60 * 60_000),
    () => check(OLD, { authorization: null }),
    () => check(OLD, { authorization: authorization.slice(0, -1) }),
    () =>
      check(OLD, { authorization: authorization.replace(/\d{13}/, (until) => String(Number(until) + 1)) }),
    () => check(OLD, { authorization: "Steward-Master k1.." }),
  ];
  for (const one of refused) await expect(one()).rejects.toMatchObject({ code: "not_found" });
});

it("no session opens any of it, an operator's neither; with a token a team is deleted only by its whole id", async () => {
  const wiped: string[] = [];
  const object = (name: string) => ({
    wipe: () => Promise.resolve(void wiped.push(name)).then(() => ({})),
    left: () => Promise.resolve({}),
    reset: () => Promise.resolve(),
  });
  const place = (name: string) => ({ getByName: () => object(name) });
  const app = testApp({
    vars: { OPERATORS: "dana@alderfinch.example", MASTER_KEYS: OLD },
    bindings: {
      TENANTS: place("team"),
      SEARCH: place("search"),
      VECTOR_INDEX: place("vectors"),
      FILES: { list: () => Promise.resolve({ objects: [], truncated: false }) },
    },
  });
  const isThere = async () =>
    (await app.records.prepare("select id from tenants where id = 'tenant_alder'").first()) !== null;
  const json = { "content-type": "application/json" };
  const body = JSON.stringify({ team: "tenant_alder", confirm: "tenant_alder" });
  for (const { path } of Object.values(teamCopyEndpoints))
    for (const headers of [json, asPerson(SECRETS.admin, json)])
      expect((await app.request(path, { method: "POST", headers, body })).status, path).toBe(404);
  for (const method of ["GET", "PUT"])
    expect((await app.request(`${TEAM_FILE}?team=tenant_alder&name=a`, { method })).status).toBe(404);
  expect([await isThere(), wiped]).toEqual([true, []]);

  const authorization = await masterAuthorization(OLD, REMOVE, NOW);
  const remove = (confirm: string) =>
    app.request(REMOVE.address, {
      method: "POST",
      headers: { ...json, authorization },
      body: JSON.stringify({ team: "tenant_alder", confirm }),
    });
  expect((await remove("alder")).status).toBe(400);
  expect([await isThere(), wiped]).toEqual([true, []]);
  for (let step = 0; step < 20 && (await isThere()); step++)
    expect((await remove("tenant_alder")).status).toBe(200);
  expect([await isThere(), new Set(wiped)]).toEqual([false, new Set(["team", "search", "vectors"])]);
});
