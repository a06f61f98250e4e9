import { beforeEach, describe, expect, it } from "vitest";
import { ALDER } from "../../../../sandbox/world/company.ts";
import { seedStatements } from "../../../../scripts/seed-statements.ts";
import {
  openConnection,
  openWebhookSecrets,
  sealCredential,
} from "../../../../src/integrations/connections/index.ts";
import { quoConnections } from "../../../../src/integrations/quo/connection.ts";
import { connections, dbFor } from "../../../../src/platform/db/index.ts";
import { freshWorld, testEnv } from "../../../support/worker.ts";

beforeEach(freshWorld);

describe("a tenant's Quo connection", () => {
  it("opens for its own tenant and is none for another", async () => {
    const alder = await openConnection(
      dbFor(testEnv.DB, "tenant_alder"),
      testEnv.MASTER_KEYS,
      quoConnections,
      "conn_alder_quo",
    );
    expect(alder).toMatchObject({ id: "conn_alder_quo", credential: "quo_demo_alder" });
    expect(alder?.settings.lines.map(({ audience }) => audience)).toEqual(["external", "internal"]);
    const harbor = dbFor(testEnv.DB, "tenant_harbor");
    expect(await openConnection(harbor, testEnv.MASTER_KEYS, quoConnections, "conn_alder_quo")).toBeNull();
  });

  it("does not open with credentials copied from another tenant's row", async () => {
    const alder = await testEnv.DB.prepare(
      "SELECT credentials FROM connections WHERE id = 'conn_alder_quo'",
    ).first<{ credentials: string }>();
    await testEnv.DB.prepare("UPDATE connections SET credentials = ? WHERE id = 'conn_harbor_quo'")
      .bind(alder?.credentials)
      .run();
    await expect(
      openConnection(dbFor(testEnv.DB, "tenant_harbor"), testEnv.MASTER_KEYS, quoConnections),
    ).rejects.toMatchObject({ code: "not_configured" });
  });

  it("is sealed again under the newest master key, so that the old one can go", async () => {
    const db = dbFor(testEnv.DB, "tenant_alder");
    const newest = `next:${btoa(String.fromCharCode(...new Uint8Array(32).fill(7)))}`;
    await openConnection(db, `${newest},${testEnv.MASTER_KEYS}`, quoConnections);
    const quo = (await db.rows(connections)).find(({ vendor }) => vendor === "quo");
    expect(quo?.credentials).toMatch(/^v1\.next\./);
    expect(await openConnection(db, newest, quoConnections)).toMatchObject({ credential: "quo_demo_alder" });
  });

  it("takes a newer key and newer webhook secrets where the team is written again, and keeps the rest", async () => {
    const db = dbFor(testEnv.DB, "tenant_alder");
    const quo = { ...ALDER.quo, apiKey: "newer", webhookSecrets: ["bmV3ZXI=", "b2xkZXI="], lines: [] };
    const { google: _, ...company } = ALDER;
    const rows = await seedStatements(
      [{ ...company, name: "Renamed", quo }],
      (scope, secret) => sealCredential(testEnv.MASTER_KEYS, scope, secret),
      Date.now(),
    );
    await testEnv.DB.batch(rows.map(({ sql, params }) => testEnv.DB.prepare(sql).bind(...params)));
    const found = await openConnection(db, testEnv.MASTER_KEYS, quoConnections);
    expect(found).toMatchObject({ credential: "newer", settings: { ownCompany: ALDER.name } });
    expect(found?.settings.lines).toHaveLength(2);
    const row = (await db.rows(connections)).find(({ vendor }) => vendor === "quo");
    const scope = { tenantId: db.tenantId, connectionId: ALDER.quo.connectionId };
    expect(await openWebhookSecrets(testEnv.MASTER_KEYS, scope, row?.webhookSecrets ?? null)).toEqual(
      quo.webhookSecrets,
    );
    expect(
      await openConnection(dbFor(testEnv.DB, "tenant_harbor"), testEnv.MASTER_KEYS, quoConnections),
    ).toMatchObject({
      credential: "quo_demo_harbor",
    });
  });
});
