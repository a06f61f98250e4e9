/** Hashes of what was erased: nothing without the deployment's keys, and the same after they rotate. */
import { beforeEach, expect, it, vi } from "vitest";
import { dbFor, type TenantDb } from "../../../../src/platform/db/index.ts";
import { erasedKeys } from "../../../../src/team/tables/erasure.ts";
import { erasedHash, wasErased } from "../../../../src/platform/erased/index.ts";
import { nodeD1 } from "../../../support/node-d1.ts";

const MARIA = "+14125550142";
const AT = "2026-11-21T12:00:00.000Z";
const key = (byte: number): string => Buffer.alloc(32, byte).toString("base64");

let db: TenantDb;
beforeEach(() => {
  vi.stubEnv("MASTER_KEYS", `old:${key(1)}`);
  db = dbFor(nodeD1(), "tenant_alder");
});

it("are other ones under another key and for another team, and the same however an address is written", () => {
  const hash = erasedHash("tenant_alder", MARIA);
  expect(hash).toMatch(/^old\.[\w-]{43}$/);
  expect(erasedHash("tenant_harbor", MARIA)).not.toBe(hash);
  expect(erasedHash("tenant_alder", "Maria@Example.com")).toBe(
    erasedHash("tenant_alder", "maria@example.com"),
  );
  vi.stubEnv("MASTER_KEYS", `old:${key(2)}`);
  expect(erasedHash("tenant_alder", MARIA)).not.toBe(hash);
});

it("still count after a new key was put before the one they were made with", async () => {
  await db.batch([db.insert(erasedKeys, { hash: erasedHash("tenant_alder", MARIA), erasedAt: AT })]);
  vi.stubEnv("MASTER_KEYS", `new:${key(2)}, old:${key(1)}`);
  expect(erasedHash("tenant_alder", MARIA)).toMatch(/^new\./);
  expect(await wasErased(db, ["+14125550143", MARIA], "2026-11-21T11:00:00.000Z")).toBe(true);
  expect(await wasErased(db, [MARIA], "2026-11-21T13:00:00.000Z")).toBe(false);
  expect(await wasErased(db, ["+14125550143"], "2026-11-21T11:00:00.000Z")).toBe(false);
});
