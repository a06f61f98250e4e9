/** Hashes of what was erased: nothing without the deployment's keys, and the same after they rotate. */
import { expect, it } from "vitest";
import { dbFor, tenantDb } from "../../../../src/platform/db/index.ts";
import { erasedKeys } from "../../../../src/platform/db/tables/erased.ts";
import { erasedHash, wasErased } from "../../../../src/platform/erased/index.ts";
import { nodeD1 } from "../../../support/node-d1.ts";

const MARIA = "+14125550142";
const AT = "2026-11-21T12:00:00.000Z";
const key = (byte: number): string => Buffer.alloc(32, byte).toString("base64");

const OLD = `old:${key(1)}`;
const opened = (masterKeys: string, { d1 = nodeD1(), tenantId = "tenant_alder" } = {}) =>
  dbFor(d1, tenantId, masterKeys);

it("are other ones under another key and for another team, and the same however an address is written", () => {
  const hash = erasedHash(opened(OLD), MARIA);
  expect(hash).toMatch(/^old\.[\w-]{43}$/);
  expect(erasedHash(opened(OLD, { tenantId: "tenant_harbor" }), MARIA)).not.toBe(hash);
  expect(erasedHash(opened(OLD), "Maria@Example.com")).toBe(erasedHash(opened(OLD), "maria@example.com"));
  expect(erasedHash(opened(`old:${key(2)}`), MARIA)).not.toBe(hash);
});

it("still count after a new key was put before the one they were made with", async () => {
  const d1 = nodeD1();
  const before = opened(OLD, { d1 });
  await before.batch([before.insert(erasedKeys, { hash: erasedHash(before, MARIA), erasedAt: AT })]);
  const db = opened(`new:${key(2)}, ${OLD}`, { d1 });
  expect(erasedHash(db, MARIA)).toMatch(/^new\./);
  expect(await wasErased(db, ["+14125550143", MARIA], "2026-11-21T11:00:00.000Z")).toBe(true);
  expect(await wasErased(db, [MARIA], "2026-11-21T13:00:00.000Z")).toBe(false);
  expect(await wasErased(db, ["+14125550143"], "2026-11-21T11:00:00.000Z")).toBe(false);
});

it("are made with the keys that the deployment's configuration holds, wherever a team lives", () => {
  const env = { DB: nodeD1(), MASTER_KEYS: OLD };
  const hash = erasedHash(opened(OLD), MARIA);
  expect(erasedHash(tenantDb(env, "tenant_alder"), MARIA)).toBe(hash);
  const two = { ...env, DB_2: nodeD1() };
  expect(erasedHash(tenantDb(two, "tenant_alder"), MARIA)).toBe(hash);
});
