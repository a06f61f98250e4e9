import { describe, expect, it } from "vitest";
import {
  needsResealing,
  openCredential,
  sealCredential,
} from "../../../../src/integrations/connections/sealed.ts";

const key = (fill: number): string => Buffer.alloc(32, fill).toString("base64");
const KEYS = `k2:${key(2)},k1:${key(1)}`;
const SCOPE = { tenantId: "tenant_alder", connectionId: "conn_alder_quo", field: "apiKey" };

describe("sealed credentials", () => {
  it("open for the tenant, connection and field they were sealed for", async () => {
    const sealed = await sealCredential(KEYS, SCOPE, "quo_demo_alder");
    expect(sealed).toMatch(/^v1\.k2\./);
    expect(sealed).not.toContain("quo_demo_alder");
    expect(await openCredential(KEYS, SCOPE, sealed)).toBe("quo_demo_alder");
  });

  it.each([
    ["tenant", { ...SCOPE, tenantId: "tenant_harbor" }],
    ["connection", { ...SCOPE, connectionId: "conn_harbor_quo" }],
    ["field", { ...SCOPE, field: "webhookSecret" }],
  ])("do not open for another %s", async (_what, scope) => {
    const sealed = await sealCredential(KEYS, SCOPE, "secret");
    await expect(openCredential(KEYS, scope, sealed)).rejects.toMatchObject({ code: "not_configured" });
  });

  it("open with an older key after a rotation and say that they should be sealed again", async () => {
    const sealed = await sealCredential(`k1:${key(1)}`, SCOPE, "secret");
    expect(await openCredential(KEYS, SCOPE, sealed)).toBe("secret");
    expect(needsResealing(KEYS, sealed)).toBe(true);
    expect(needsResealing(KEYS, await sealCredential(KEYS, SCOPE, "secret"))).toBe(false);
  });

  it("do not open once their key is gone, or when a byte was changed", async () => {
    const sealed = await sealCredential(`k1:${key(1)}`, SCOPE, "secret");
    await expect(openCredential(`k2:${key(2)}`, SCOPE, sealed)).rejects.toMatchObject({
      code: "not_configured",
    });
    const last = sealed.at(-2) === "A" ? "B" : "A";
    const changed = `${sealed.slice(0, -2)}${last}${sealed.slice(-1)}`;
    await expect(openCredential(KEYS, SCOPE, changed)).rejects.toMatchObject({ code: "not_configured" });
  });

  it("differ each time, and keys of a wrong length are refused", async () => {
    expect(await sealCredential(KEYS, SCOPE, "secret")).not.toBe(await sealCredential(KEYS, SCOPE, "secret"));
    await expect(sealCredential("k1:c2hvcnQ=", SCOPE, "secret")).rejects.toMatchObject({
      code: "not_configured",
    });
    await expect(sealCredential("", SCOPE, "secret")).rejects.toMatchObject({ code: "not_configured" });
  });
});
