import { beforeEach, describe, expect, it } from "vitest";
import {
  acceptInvite,
  createInvite,
  listInvites,
  previewInvite,
  revokeInvite,
} from "../../../../src/platform/auth/index.ts";
import { askToJoin, listJoinRequests } from "../../../../src/platform/auth/join-requests.ts";
import { audit, dbFor, systemDb, users } from "../../../../src/platform/db/index.ts";
import { eq } from "drizzle-orm";
import { demoD1 } from "../../../support/node-d1.ts";

const DAY_MS = 24 * 3_600_000;
const TENANT = { id: "tenant_alder", name: "Alder & Finch", timeZone: "America/New_York" };
const DANA = {
  user: {
    id: "user_demo_dana",
    email: "dana@alderfinch.example",
    name: "Dana Whitfield",
    role: "admin" as const,
    lastSeenAt: null,
  },
  tenant: TENANT,
  sessionId: "s",
  expiresAt: "2027-01-01T00:00:00.000Z",
  via: "session" as const,
};
const LENA = { email: "lena.new@mail.example", name: "" };

let now: number;
let deps: Parameters<typeof createInvite>[0] & Parameters<typeof acceptInvite>[0];
beforeEach(async () => {
  const d1 = await demoD1();
  now = Date.parse("2026-11-22T12:00:00Z");
  let ids = 0;
  deps = {
    system: systemDb(d1),
    db: (tenantId) => dbFor(d1, tenantId),
    clock: { now: () => now },
    ids: { newId: () => `id_${++ids}_${crypto.randomUUID()}` },
  };
});

const refused = (run: Promise<unknown>) =>
  run.then(
    () => "done",
    (error: { code?: string }) => error.code,
  );

describe("invite links", () => {
  it("are made a hundred times a day at most, revoked ones included", async () => {
    for (let made = 0; made < 100; made++) {
      const { invite } = await createInvite(deps, DANA, { role: "member", email: `p${made}@mail.example` });
      await revokeInvite(deps, DANA, invite.id);
    }
    expect(await refused(createInvite(deps, DANA, { role: "member" }))).toBe("rate_limited");
    now += DAY_MS;
    expect(await refused(createInvite(deps, DANA, { role: "member" }))).toBe("done");
  });
});

describe("an invite link", () => {
  it("signs one new person into this team with the chosen role, and the audit says who did what", async () => {
    const { secret } = await createInvite(deps, DANA, { role: "admin" });
    expect(await previewInvite(deps, secret)).toMatchObject({ invitedBy: "Dana Whitfield", role: "admin" });
    const joined = await acceptInvite(deps, LENA, secret);
    expect(joined).toMatchObject({
      user: { email: LENA.email, name: "Lena New", role: "admin" },
      tenant: { id: TENANT.id },
    });
    expect(await refused(acceptInvite(deps, { email: "second@mail.example", name: "" }, secret))).toBe(
      "not_found",
    );
    expect(await deps.system.listPerson("second@mail.example")).toEqual([]);
    expect(await listInvites(deps, DANA)).toEqual([]);
    const told = await deps.db(TENANT.id).rows(audit, eq(audit.area, "member"));
    expect(told.map(({ sentence }) => sentence).sort()).toEqual([
      "Dana Whitfield made an invite link for an admin.",
      "Lena New joined as an admin with Dana Whitfield’s invite link.",
    ]);
  });

  it("for an address lets only that person in, under any tag of it, and the link stays good for them", async () => {
    const { invite, secret } = await createInvite(deps, DANA, { role: "member", email: LENA.email });
    expect(invite.email).toBe(LENA.email);
    expect(await previewInvite(deps, secret)).toMatchObject({ email: LENA.email });
    await expect(acceptInvite(deps, { email: "eve@mail.example", name: "" }, secret)).rejects.toMatchObject({
      code: "conflict",
      message: `This invite is for ${LENA.email}. Sign in with that address.`,
    });
    expect(await deps.system.listPerson("eve@mail.example")).toEqual([]);
    const joined = await acceptInvite(deps, { email: "lena.new+work@mail.example", name: "" }, secret);
    expect(joined.user).toMatchObject({ email: LENA.email, role: "member" });
  });

  it("lets only one of two people in who open it at the same moment", async () => {
    const { secret } = await createInvite(deps, DANA, { role: "member" });
    const both = await Promise.all(
      ["one@mail.example", "two@mail.example"].map((email) =>
        refused(acceptInvite(deps, { email, name: "" }, secret)),
      ),
    );
    expect(new Set(both)).toEqual(new Set(["done", "not_found"]));
  });

  it("settles what its guest had asked before: nobody is asked to let a member in, or one who was removed", async () => {
    const db = deps.db(TENANT.id);
    await askToJoin(db, { email: LENA.email, name: "Lena New" }, now);
    expect((await listJoinRequests(db)).items).toHaveLength(1);
    const { secret } = await createInvite(deps, DANA, { role: "member" });
    const { user } = await acceptInvite(deps, LENA, secret);
    expect((await listJoinRequests(db)).items).toEqual([]);
    await db.update(users, { removedAt: new Date(now).toISOString() }, eq(users.id, user.id));
    expect((await listJoinRequests(db)).items).toEqual([]);
  });

  it("is worth nothing once it is revoked or a week old, and its secret is kept nowhere", async () => {
    const first = await createInvite(deps, DANA, { role: "member" });
    await revokeInvite(deps, DANA, first.invite.id);
    expect(await refused(acceptInvite(deps, LENA, first.secret))).toBe("not_found");
    const second = await createInvite(deps, DANA, { role: "member" });
    now += 7 * DAY_MS;
    expect(await refused(previewInvite(deps, second.secret))).toBe("not_found");
    expect(await refused(acceptInvite(deps, LENA, second.secret))).toBe("not_found");
    expect(await listInvites(deps, DANA)).toEqual([]);
    expect(await deps.system.listPerson(LENA.email)).toEqual([]);
  });

  it("moves nobody from another team, and somebody who is here already keeps their role and the link", async () => {
    const { secret } = await createInvite(deps, DANA, { role: "member" });
    const elsewhere = { ...DANA, tenant: { ...TENANT, id: "tenant_other" } };
    const other = await createInvite(deps, elsewhere, { role: "admin" });
    expect(await refused(acceptInvite(deps, { email: DANA.user.email, name: "" }, other.secret))).not.toBe(
      "done",
    );
    expect(await acceptInvite(deps, { email: DANA.user.email, name: "" }, secret)).toMatchObject({
      user: { role: "admin" },
    });
    expect(await listInvites(deps, DANA)).toHaveLength(1);
  });
});
