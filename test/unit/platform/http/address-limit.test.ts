/** Requests without a sign-in are limited by address, on every route that needs none. */
import { describe, expect, it } from "vitest";
import { networkOf } from "../../../../src/platform/http/middleware/address-limit.ts";
import { contractModules } from "../../../../scripts/wire-contract.ts";
import { asPerson, SECRETS, testApp } from "../../../support/node-app.ts";

interface Row {
  readonly method: string;
  readonly path: string;
  readonly access?: string;
}

const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && "method" in value && "path" in value;

/** Endpoints for whoever asks, by their tables; what `npm run tenant` asks proves itself with the master key. */
const contract = await Promise.all(contractModules().map((file) => import(file) as Promise<object>));
const ROWS = contract
  .flatMap((exported) => Object.values(exported) as unknown[])
  .flatMap((table) => (typeof table === "object" && table !== null ? Object.values(table) : []))
  .filter(isRow);
const PUBLIC = ROWS.filter(
  ({ access, path }) => access === "public" && !/^\/api\/(team-|operator\/team\/)/.test(path),
);
const OTHERS: readonly Row[] = [
  { method: "GET", path: "/health" },
  { method: "POST", path: "/oauth/register" },
  { method: "POST", path: "/oauth/token" },
  { method: "POST", path: "/oauth/revoke" },
];
const ADDRESS = "203.0.113.9";

function limited(mostAllowed = 0) {
  const asked: string[] = [];
  const counter = (name: string) => ({
    limit: ({ key }: { readonly key: string }) =>
      Promise.resolve({ success: asked.push(`${name} ${key}`) <= mostAllowed }),
  });
  const app = testApp({
    bindings: { PUBLIC_REQUESTS: counter("public"), ENTRY_REQUESTS: counter("entry") },
  });
  const ask = ({ method, path }: Row, headers: Record<string, string>) =>
    app.request(path, { method, headers: { "content-type": "application/json", ...headers } });
  return { asked, ask };
}

describe("a request without a sign-in", () => {
  it("is refused on every such route where its address has asked too often, with when to try again", async () => {
    expect(PUBLIC.length).toBeGreaterThanOrEqual(5);
    for (const row of [...PUBLIC, ...OTHERS]) {
      const { asked, ask } = limited();
      const answer = await ask(row, { "cf-connecting-ip": ADDRESS });
      expect([row.path, answer.status]).toEqual([row.path, 429]);
      expect(answer.headers.get("retry-after")).toBe("60");
      expect(asked).toEqual([expect.stringMatching(/^(?:public|entry) 203\.0\.113\.9$/)]);
    }
  });

  it("that tries a secret or stores something is counted more strictly", async () => {
    const strict = ["/api/session", "/api/invites/preview", "/api/invites/accept", "/oauth/register"];
    for (const path of strict) {
      const { asked, ask } = limited();
      await ask({ method: "POST", path }, { "cf-connecting-ip": ADDRESS });
      expect(asked).toEqual([`entry ${ADDRESS}`]);
    }
  });

  it("with a cookie or token that opens nothing is counted like a wrong sign-in, on every route of members", async () => {
    const members = ROWS.filter(({ access, path }) => access !== "public" && !path.startsWith("/api/team-"));
    expect(members.length).toBeGreaterThan(100);
    for (const row of members) {
      const { asked, ask } = limited(1);
      const place = { "cf-connecting-ip": ADDRESS };
      const wrong = { ...asPerson("x".repeat(43)), ...place };
      const path = row.path.replaceAll(/:\w+/g, "id_1");
      const statuses = [await ask({ ...row, path }, wrong), await ask({ ...row, path }, wrong)].map(
        ({ status }) => status,
      );
      expect([row.path, statuses]).toEqual([row.path, [401, 429]]);
      expect(asked).toEqual([`entry ${ADDRESS}`, `entry ${ADDRESS}`]);
      // Another person of the same office works on, and who shows no secret tries none.
      expect((await ask({ ...row, path }, place)).status).toBe(401);
      expect(asked).toHaveLength(2);
    }
  });

  it("of this machine itself is not counted, nor is a member's", async () => {
    const { asked, ask } = limited();
    for (const address of ["127.0.0.1", "::1"])
      expect((await ask({ method: "GET", path: "/health" }, { "cf-connecting-ip": address })).status).toBe(
        200,
      );
    await ask(
      { method: "GET", path: "/api/me" },
      { ...asPerson(SECRETS.member), "cf-connecting-ip": ADDRESS },
    );
    expect(asked).toEqual([]);
  });
});

it.each([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:0001:0002::6", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
])("counts %s as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
