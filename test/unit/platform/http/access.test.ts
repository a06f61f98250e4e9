/**
 * Who may call what: every route is asked without a session, as a member and as an admin, and what it answers is held against its row in the wire contract and
 * against `test/golden/endpoint-access.txt`. A new route, or one whose `access` changed, needs its line there.
 */
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import type { Endpoint } from "../../../../src/platform/api/endpoint.ts";
import { errorBodySchema } from "../../../../src/platform/api/common.ts";
import { contractModules } from "../../../../scripts/wire-contract.ts";
import { asPerson, SECRETS, testApp } from "../../../support/node-app.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const GOLDEN = join(import.meta.dirname, "../../../golden/endpoint-access.txt");

/** What a route's answers say of who may call it. `proof`: no session helps, it wants a token, a signature or a key of its own. */
type Access = "public" | "member" | "admin" | "operator" | "proof";

/** A deployment with records of its own. */
function deployment(operators = "") {
  return testApp({
    vars: { OPERATORS: operators, SECURITY_CONTACT: "mailto:security@steward.example" },
    bindings: { ASSETS: { fetch: () => Promise.resolve(new Response("{}")) } },
  });
}

const DANA = "dana@alderfinch.example";
const app = deployment();
const runByDana = deployment(DANA);
const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`;
const served = [...new Set(app.routes.filter(({ method }) => method !== "ALL").map(nameOf))].sort();

/** The rows of every table of the wire contract, also of tables that no index names. */
async function contract(): Promise<Map<string, Endpoint>> {
  const exported = await Promise.all(
    contractModules().map(async (file) => Object.values((await import(file)) as object) as unknown[]),
  );
  const tables = exported.flat().filter((value) => typeof value === "object" && value !== null);
  const rows = tables
    .flatMap((table) => [table, ...Object.values(table as Readonly<Record<string, unknown>>)])
    .filter(isEndpoint);
  return new Map(rows.map((row) => [nameOf(row), row]));
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === "object" && value !== null && "method" in value && "path" in value && "output" in value
  );
}

/** An address whose parameters name something that no one has. */
function addressOf(route: string): string {
  const [, path = ""] = route.split(" ");
  return path.replaceAll(/:\w+(?:\{[^}]*\})?\??/g, "unknown_id_0001");
}

async function askedBy(
  route: string,
  headers: Record<string, string>,
  server = app,
): Promise<[status: number, code: string | null]> {
  const [method = ""] = route.split(" ");
  const hasBody = method !== "GET" && method !== "DELETE";
  const answer = await server.request(addressOf(route), {
    method,
    headers: { origin: "http://localhost:8787", "content-type": "application/json", ...headers },
    ...(hasBody ? { body: "{}" } : {}),
  });
  const parsed = errorBodySchema.safeParse(await answer.json().catch(() => null));
  return [answer.status, parsed.success ? parsed.data.error.code : null];
}

const known = new Map<string, Promise<Access>>();

/** What the answers come to. An operator's address is not there for anybody else. */
function accessOf(route: string): Promise<Access> {
  const access = known.get(route) ?? askAll(route);
  known.set(route, access);
  return access;
}

async function askAll(route: string): Promise<Access> {
  // A route that changes something, such as the end of a session, does it to records of its own.
  const serverOf = (operators = "") =>
    !route.startsWith("GET ") ? deployment(operators) : operators === "" ? app : runByDana;
  const [signedOut] = await askedBy(route, {});
  if (signedOut !== 401 && signedOut !== 404) return "public";
  const [member, code] = await askedBy(route, asPerson(SECRETS.member), serverOf());
  if (signedOut === member) return "proof";
  // A session makes the difference, so it was asked for.
  expect(signedOut, route).toBe(401);
  const [admin] = await askedBy(route, asPerson(SECRETS.admin), serverOf());
  if (member === 403) {
    expect([code, admin === 403], route).toEqual(["forbidden", false]);
    return "admin";
  }
  const [operator] = await askedBy(route, asPerson(SECRETS.admin), serverOf(DANA));
  return admin === 404 && operator !== 404 ? "operator" : "member";
}

/** Tests of TENANT that walk whole tables of the contract with another team's ids. */
const ASKED_AS_ANOTHER_TEAM = ["tenant", "projects-tenant", "accounts"].map(
  (name) => `worker/platform/http/${name}.test.ts`,
);

/** Exported tables of the contract that have an address with a parameter, and the file each stands in. */
async function tablesWithIds(): Promise<[table: string, file: string][]> {
  const tables = new Map<object, [string, string]>();
  for (const file of contractModules())
    for (const [name, table] of Object.entries((await import(file)) as Record<string, object>))
      if (
        name.endsWith("Endpoints") &&
        Object.values(table).some((row) => isEndpoint(row) && row.path.includes(":"))
      )
        tables.set(table, [name, relative(ROOT, file)]);
  return [...tables.values()];
}

/** Whether a test walks all rows of a table, by its name or with everything its file exports. */
function isWalkedBy(source: string, [table, file]: [string, string]): boolean {
  const whole = new RegExp(`import \\* as (\\w+) from "[./]*/${file}"`).exec(source)?.[1];
  return (
    new RegExp(`Object\\.values\\(${table}\\)`).test(source) ||
    (whole !== undefined && new RegExp(`Object\\.(?:values|entries)\\(${whole}\\)`).test(source))
  );
}

describe("a route", () => {
  it("is there for every row of the wire contract", async () => {
    const rows = [...(await contract()).keys()];
    expect(rows.length).toBeGreaterThan(150);
    expect(rows.filter((row) => !served.includes(row))).toEqual([]);
  });

  it("lets in whom its row says, and refuses everybody else", async () => {
    const rows = await contract();
    for (const route of served) {
      const row = rows.get(route);
      if (row === undefined) continue;
      const access = await accessOf(route);
      if (row.access === "public") expect(["public", "proof"], route).toContain(access);
      else expect(access, route).toBe(row.access ?? "member");
    }
  });

  it("that takes an id is asked for another team's by a test that walks its whole table", async () => {
    const tests = await Promise.all(
      ASKED_AS_ANOTHER_TEAM.map((path) => readFile(join(ROOT, "test", path), "utf8")),
    );
    const tables = await tablesWithIds();
    expect(tables.length).toBeGreaterThan(25);
    expect(tables.filter((table) => !tests.some((source) => isWalkedBy(source, table)))).toEqual([]);
  });

  it("has its line among those that were looked at", async () => {
    const lines: string[] = [];
    for (const route of served) lines.push(`${await accessOf(route)} ${route}`);
    const golden = (await readFile(GOLDEN, "utf8").catch(() => "")).split("\n").filter((line) => line !== "");
    expect(lines.toSorted(), "see the top of this file").toEqual(golden);
  });
});
