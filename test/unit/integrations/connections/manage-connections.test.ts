/** The Connections page on real records and the sandbox's phone system: a key is proven before it is kept, and nothing secret comes out. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../../../src/platform/audit/index.ts";
import { openConnection, openWebhookSecrets } from "../../../../src/integrations/connections/index.ts";
import { quoConnections } from "../../../../src/integrations/quo/connection.ts";
import { audit, connections, dbFor, type TenantDb } from "../../../../src/platform/db/index.ts";
import { connect as connectVendor } from "../../../../src/integrations/connect.ts";
import { connectionViews } from "../../../../src/integrations/connection-views.ts";
import {
  disconnect,
  disconnectNext,
  testConnection,
  type ConnectionPagesDeps,
} from "../../../../src/integrations/manage-connections.ts";
import { IntegrationError } from "../../../../src/kernel/errors.ts";
import type { OutsideHttp } from "../../../../src/kernel/outside-http.ts";
import type { Chosen } from "../../../../src/integrations/api/connections.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { httpTo } from "../../../support/sandbox-http.ts";
import { NOW, quoWorld, type QuoWorld } from "../quo/quo-world.ts";
import { pagesWith } from "./acme.ts";

const MASTER_KEYS = `k1:${btoa("0123456789abcdef0123456789abcdef")}`;
const KEY = "quo_demo_alder";
const DANA: Actor = { kind: "user", id: "user_dana", name: "Dana Whitfield" };
const TEAM = { name: "Acme Homes", by: DANA, sessionId: "s1" };
const URL_OF = /^https:\/\/steward\.example\/webhooks\/quo\/conn_acme_quo$/;

let d1: D1Database;
let db: TenantDb;
let world: QuoWorld;
let deps: ConnectionPagesDeps;
let jobsChanged: number;

beforeEach(() => {
  d1 = nodeD1();
  db = dbFor(d1, "tenant_acme");
  world = quoWorld();
  jobsChanged = 0;
  deps = pagesWith({
    db,
    http: httpTo([world.quo], () => world.passTime(1000)),
    jobsChanged: async () => void jobsChanged++,
  });
});

async function questionFor(typed: Record<string, string> | null) {
  const { question } = await connectVendor(deps, "quo", { typed, consent: null, chosen: {} }, TEAM);
  return question ?? expect.unreachable("nothing was asked");
}

async function connect(typed: Record<string, string> | null = { key: KEY }) {
  const { options } = await questionFor(typed);
  const lines = Object.fromEntries(
    options.map(({ id }, index) => [id, index === 0 ? "external" : "internal"]),
  );
  const { connection } = await connectVendor(deps, "quo", { typed, consent: null, chosen: { lines } }, TEAM);
  return connection ?? expect.unreachable("still asking");
}

async function webhooks() {
  const { body } = await world.call("GET", "/v1/webhooks");
  return (body.data as { url: string; events: string[] }[]).filter(({ url }) => URL_OF.test(url));
}

async function viewOf(vendor: string) {
  return (await connectionViews(deps)).find((view) => view.vendor === vendor);
}

describe("a team without connections", () => {
  it("sees each service that has tools, and how it would be added", async () => {
    const views = await connectionViews(deps);
    const added = views.map(({ vendor, connected, key, page }) => [
      vendor,
      connected,
      key?.fields.map(({ name }) => name) ?? null,
      page,
    ]);
    expect(added).toEqual(
      expect.arrayContaining([
        ["quo", false, ["key"], null],
        ["clickup", false, ["token"], null],
        ["google", false, null, null],
        ["github", false, null, "/settings/mirror"],
      ]),
    );
  });

  it("has nothing to test or to disconnect", async () => {
    for (const vendor of ["quo", "nothing"]) {
      await expect(testConnection(deps, vendor)).rejects.toMatchObject({ code: "not_found" });
      await expect(disconnect(deps, vendor, DANA)).rejects.toMatchObject({ code: "not_found" });
    }
  });
});

describe("connecting Quo by a key", () => {
  it("keeps the key sealed, sets the webhooks up, and hands nothing secret out", async () => {
    const view = await connect();
    expect(view).toMatchObject({ connected: true, problem: null, workedAt: new Date(NOW).toISOString() });

    const opened = await openConnection(db, MASTER_KEYS, quoConnections);
    expect(opened).toMatchObject({ credential: KEY, settings: { ownCompany: "Acme Homes" } });
    const [row] = await db.rows(connections);
    const owner = { tenantId: "tenant_acme", connectionId: row?.id ?? "" };
    const [secret] = await openWebhookSecrets(MASTER_KEYS, owner, row?.webhookSecrets ?? null);
    expect(secret).toMatch(/^[A-Za-z0-9+/=]{20,}$/);

    const told = (await webhooks()).flatMap(({ events }) => events);
    expect(told).toEqual(expect.arrayContaining(["message.received", "call.completed"]));
    const shown = JSON.stringify([view, await connectionViews(deps), await db.rows(audit), row]);
    for (const hidden of [KEY, secret ?? ""]) expect(shown).not.toContain(hidden);
    expect(jobsChanged).toBe(1);
    expect(world.quo.violations?.()).toEqual([]);
  });

  it("keeps nothing of a key that isn't accepted, and says what to do", async () => {
    const typed = { key: "quo_wrong_key" };
    const choices: Chosen[] = [{}, { lines: { PN1: "external" } }];
    for (const chosen of choices)
      await expect(connectVendor(deps, "quo", { typed, consent: null, chosen }, TEAM)).rejects.toMatchObject({
        code: "invalid_request",
        message: expect.stringMatching(/didn’t accept.*Settings → API/),
      });
    expect(await db.rows(connections)).toEqual([]);
    expect(await webhooks()).toEqual([]);
  });

  it("takes no line that the key doesn't open", async () => {
    const wrong: Record<string, string>[] = [{ PNofSomebodyElse: "external" }, {}];
    for (const lines of wrong) {
      const approach = { typed: { key: KEY }, consent: null, chosen: { lines } };
      await expect(connectVendor(deps, "quo", approach, TEAM)).rejects.toMatchObject({
        code: "invalid_request",
      });
    }
    const [line] = (await questionFor({ key: KEY })).options;
    const chosen = { lines: { [line?.id ?? ""]: "everybody" } };
    await expect(
      connectVendor(deps, "quo", { typed: { key: KEY }, consent: null, chosen }, TEAM),
    ).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(await db.rows(connections)).toEqual([]);
    expect(await webhooks()).toEqual([]);
  });

  it("asks the vendor nothing with what can't be a key", async () => {
    const asked = { ...deps, http: () => Promise.reject(new Error("nothing is asked")) };
    const wrong: Record<string, string>[] = [{}, { key: "" }, { key: "two words of it" }];
    for (const typed of wrong)
      await expect(
        connectVendor(asked, "quo", { typed, consent: null, chosen: {} }, TEAM),
      ).rejects.toMatchObject({
        code: "invalid_request",
        message: "API key doesn’t look right. Copy it again.",
      });
  });

  it("makes no second webhook where it is repeated", async () => {
    await connect();
    const before = await webhooks();
    await connect();
    expect(await webhooks()).toEqual(before);
    expect(await db.rows(connections)).toHaveLength(1);
  });

  it("offers the lines with who they faced before", async () => {
    await connect();
    expect((await questionFor({ key: KEY })).options.map(({ use }) => use)).toEqual(["external", "internal"]);
  });

  it("changes who the lines face without a new key", async () => {
    await connect();
    const [before] = await db.rows(connections);
    const [shared, team] = (await questionFor(null)).options.map(({ id }) => id);
    const chosen = { lines: { [team ?? ""]: "external" } };
    const { connection } = await connectVendor(deps, "quo", { typed: null, consent: null, chosen }, TEAM);
    expect(connection).toMatchObject({ connected: true, problem: null });
    const opened = await openConnection(db, MASTER_KEYS, quoConnections);
    expect(opened?.settings.lines).toMatchObject([{ phoneNumberId: team, audience: "external" }]);
    const [after] = await db.rows(connections);
    expect(after?.credentials).toBe(before?.credentials);
    expect((await questionFor(null)).options.find(({ id }) => id === shared)?.use).toBeNull();
    expect((await db.rows(audit)).map(({ sentence }) => sentence)).toContain(
      "Dana Whitfield changed what Quo is used for",
    );
  });

  it("changes nothing without a key where none is stored", async () => {
    const approach = { typed: null, consent: null, chosen: {} };
    await expect(connectVendor(deps, "quo", approach, TEAM)).rejects.toMatchObject({ code: "not_found" });
    await connect();
    await disconnect(deps, "quo", DANA);
    await expect(connectVendor(deps, "quo", approach, TEAM)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a connection", () => {
  it("is tested: a refused key is said in words, and the last success stays", async () => {
    await connect();
    const refusing: OutsideHttp = async () => ({ status: 401, headers: new Headers(), text: "{}" });
    const later = { ...deps, http: refusing, clock: { now: () => NOW + 60_000 } };
    expect(await testConnection(later, "quo")).toMatchObject({
      connected: true,
      workedAt: new Date(NOW).toISOString(),
      checkedAt: new Date(NOW + 60_000).toISOString(),
      problem: { message: "Quo didn’t accept the key.", advice: expect.stringContaining("replace the key") },
    });
    expect(await testConnection(deps, "quo")).toMatchObject({ problem: null });
  });

  it("is tested: a service that is away is no refused key", async () => {
    await connect();
    const away: OutsideHttp = () =>
      Promise.reject(new IntegrationError("quo", "no answer", { outcome: "not_applied" }));
    expect((await testConnection({ ...deps, http: away }, "quo")).problem?.message).toBe(
      "Quo couldn’t be reached.",
    );
  });

  it("is disconnected with the whole team, one after another; a vendor that is away holds nothing up", async () => {
    await connect();
    expect(await webhooks()).not.toEqual([]);
    expect(await disconnectNext(deps, DANA)).toBe(true);
    expect(await webhooks()).toEqual([]);
    expect((await viewOf("quo"))?.connected).toBe(false);
    expect(await disconnectNext(deps, DANA)).toBe(false);

    await connect();
    const away: OutsideHttp = () =>
      Promise.reject(new IntegrationError("quo", "no answer", { outcome: "not_applied" }));
    expect(await disconnectNext({ ...deps, http: away }, DANA)).toBe(true);
    expect((await viewOf("quo"))?.connected).toBe(false);
  });

  it("is disconnected: webhooks and secrets are gone, and it can be connected again as the same one", async () => {
    await connect();
    const [before] = await db.rows(connections);
    expect(await disconnect(deps, "quo", DANA)).toMatchObject({
      connection: { connected: false, account: null },
      notice: null,
    });
    expect(await webhooks()).toEqual([]);
    expect(await db.rows(connections)).toMatchObject([{ credentials: "", webhookSecrets: null }]);
    expect(await openConnection(db, MASTER_KEYS, quoConnections)).toBeNull();

    await connect();
    const [after] = await db.rows(connections);
    expect(after?.id).toBe(before?.id);
    expect((await db.rows(audit)).map(({ sentence }) => sentence)).toEqual(
      expect.arrayContaining(["Dana Whitfield connected Quo with a key", "Dana Whitfield disconnected Quo"]),
    );
  });

  it("is disconnected although the vendor refuses its key", async () => {
    await connect();
    const refusing: OutsideHttp = async () => ({ status: 401, headers: new Headers(), text: "{}" });
    expect(await disconnect({ ...deps, http: refusing }, "quo", DANA)).toMatchObject({
      connection: { connected: false },
    });
  });

  it("is nobody else's", async () => {
    await connect();
    const others = { ...deps, db: dbFor(d1, "tenant_other") };
    expect((await connectionViews(others)).some(({ connected }) => connected)).toBe(false);
    await expect(disconnect(others, "quo", DANA)).rejects.toMatchObject({ code: "not_found" });
    expect((await viewOf("quo"))?.connected).toBe(true);
  });
});
