/** Google by one person's consent, against the sandbox's real consent page, token endpoint and APIs. */
import { beforeEach, describe, expect, it } from "vitest";
import { GOOGLE_APP } from "../../../../sandbox/google/consents.ts";
import { connections, consents } from "../../../../src/platform/db/index.ts";
import { googleConnections } from "../../../../src/integrations/google/connection.ts";
import { keepConnection } from "../../../../src/integrations/connections/index.ts";
import { connect } from "../../../../src/integrations/connect.ts";
import { connectionView } from "../../../../src/integrations/connection-views.ts";
import { listEvents } from "../../../../src/integrations/google/calendar.ts";
import { listFiles } from "../../../../src/integrations/google/drive.ts";
import { mailStanding } from "../../../../src/integrations/open-mailboxes.ts";
import { listIds, listLabels } from "../../../../src/integrations/google/read.ts";
import { googleSetup } from "../../../../src/integrations/google/setup.ts";
import { SCOPES } from "../../../../src/integrations/google/scopes.ts";
import { disconnect, testConnection } from "../../../../src/integrations/manage-connections.ts";
import { startConsent } from "../../../../src/integrations/oauth/consent.ts";
import { endConsent } from "../../../../src/integrations/oauth/revocation.ts";
import type { Tenant } from "../../../../src/agent/tools/tenant.ts";
import { calendar } from "../../../../src/integrations/calendars/tools/index.ts";
import { createEvent } from "../../../../src/integrations/calendars/tools/create-event.ts";
import type { AnyTool, ExternalTool } from "../../../../src/agent/tools/define-tool.ts";
import type { Toolset } from "../../../../src/agent/tools/define-toolset.ts";
import { appendToSheet } from "../../../../src/integrations/google/tools/drive/append-to-sheet.ts";
import { createDocument } from "../../../../src/integrations/google/tools/drive/create-document.ts";
import { drive } from "../../../../src/integrations/google/tools/drive/index.ts";
import { mail } from "../../../../src/messaging/tools/mail/index.ts";
import { sendEmail } from "../../../../src/messaging/tools/mail/send-email.ts";
import { sortEmails } from "../../../../src/messaging/tools/mail/sort-emails.ts";
import { seenIn } from "../../agent/tools/world.ts";
import { TEAM } from "../connections/acme.ts";
import { consentedWorld, DANA, HOUR_MS, MARCUS } from "./consented.ts";

let world: ReturnType<typeof consentedWorld>;
beforeEach(() => {
  world = consentedWorld();
});

const DAY = { from: "2026-03-18T00:00:00.000Z", to: "2026-03-19T00:00:00.000Z" };
const owner = (address: string) => ({ address, name: address });
const refreshes = () => world.exchanges.filter((form) => form.get("grant_type") === "refresh_token");
/** A tool's look at the inbox. */
const look = async () => listIds(await world.account(), DANA, "in:inbox", 1);

describe("signing in at Google", () => {
  it("asks for reading and sending e-mail at once and nothing else, for access that lasts, with PKCE and state", async () => {
    const { url } = await world.signedIn();
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      access_type: "offline",
      include_granted_scopes: "true",
      prompt: "consent",
      code_challenge_method: "S256",
      redirect_uri: "https://steward.example/api/connections/google/callback",
    });
    const scopes = url.searchParams.get("scope")?.split(" ") ?? [];
    expect(scopes.filter((scope) => !/openid|userinfo/.test(scope))).toEqual([SCOPES.read, SCOPES.send]);
    expect(url.searchParams.has("login_hint")).toBe(false);
  });

  it("connects one account: its mailbox and calendar, and nobody else's", async () => {
    const { connection } = await world.step();
    expect(connection).toMatchObject({ connected: true, account: DANA, consentedBy: DANA, problem: null });
    const account = await world.account();
    expect(account.connection.settings).toMatchObject({
      mailboxes: [{ address: DANA, name: "Dana Whitfield" }],
      mail: { watched: [DANA], calendars: [DANA], actAs: { chat: DANA, background: DANA }, answersAt: null },
    });
    expect((await look()).length).toBe(1);
    await expect(listIds(account, MARCUS, "in:inbox", 1)).rejects.toMatchObject({ status: 403 });
    expect(world.requests.filter(({ url }) => url.includes("gmail"))).not.toContainEqual(
      expect.objectContaining({ url: expect.stringContaining("marcus") }),
    );
  });

  it("keeps no token open, in the database or on the page", async () => {
    await world.connected("send");
    const [consent] = world.consents().consents;
    const bearers = world.requests.flatMap(({ headers }) => headers?.["authorization"]?.slice(7) ?? []);
    await look();
    const shown = JSON.stringify([
      await world.db.rows(connections),
      await world.db.rows(consents),
      await connectionView(world.deps, "google"),
      world.alerts,
    ]);
    const secrets = [...(consent?.refreshes.map(({ token }) => token) ?? []), ...bearers];
    expect(secrets.length).toBeGreaterThan(2);
    for (const secret of secrets) expect(shown).not.toContain(secret);
  });

  it("says that somebody canceled, and keeps nothing", async () => {
    expect((await world.signedIn({ decision: "cancel" })).outcome).toEqual({ kind: "denied" });
    expect(await world.db.rows(connections)).toEqual([]);
  });

  it("believes no other issuer", async () => {
    const { url } = await startConsent(world.deps, "google", {
      userId: TEAM.by.id,
      sessionId: TEAM.sessionId,
    });
    const { params } = await world.decide(url, {});
    params.set("iss", "https://accounts.elsewhere.example");
    const { finishConsent } = await import("../../../../src/integrations/oauth/consent.ts");
    const owned = { userId: TEAM.by.id, sessionId: TEAM.sessionId };
    expect(await finishConsent(world.deps, "google", params, owned)).toMatchObject({
      kind: expect.stringMatching(/refused|unreachable/),
    });
    expect(world.exchanges).toEqual([]);
  });

  it("names the account on a repeat, and asks again for what was allowed", async () => {
    await world.connected("send");
    const { url, page } = await world.signedIn();
    expect(url.searchParams.get("login_hint")).toMatch(/^\d{21}$/);
    expect(page).toMatch(new RegExp(`value="${DANA}" checked`));
    expect(url.searchParams.get("scope")).toContain(SCOPES.send);
  });

  it("never takes the place of a service account", async () => {
    const kept = {
      id: "conn_acme_google",
      kind: googleConnections,
      settings: { mailboxes: [{ address: DANA, name: "Dana" }] },
      webhookSecrets: null,
      credential: "{}",
      grant: null,
    };
    const change = { by: TEAM.by, auditId: "a1", title: "Google", nowMs: world.deps.clock.now() };
    const consent = (await world.signedIn()).outcome;
    await keepConnection(world.db, world.deps.masterKeys, kept, change);
    expect(await connectionView(world.deps, "google")).toMatchObject({
      consent: false,
      note: expect.stringContaining("service account is in use"),
    });
    const refused = { code: "invalid_request" };
    await expect(world.signedIn()).rejects.toMatchObject(refused);
    const approach = {
      typed: null,
      consent: consent.kind === "granted" ? consent.consentId : "",
      chosen: {},
    };
    await expect(connect(world.deps, "google", approach, TEAM)).rejects.toMatchObject(refused);
    expect((await world.db.rows(connections))[0]).toMatchObject({ grant: null });
  });
});

describe("what is allowed", () => {
  it("is allowed one by one, and the page says what isn't yet", async () => {
    await world.connected();
    const labels = async () =>
      (await connectionView(world.deps, "google")).capabilities.flatMap(({ label, allowed }) =>
        allowed ? [] : [label],
      );
    expect(await labels()).toEqual([
      "archiving and labeling e-mail",
      "reading the calendar",
      "changing the calendar",
      "reading files in Drive",
      "creating Google Docs",
      "adding rows to sheets",
    ]);
    const account = await world.account();
    const drive = listFiles(account, DANA, {}, { limit: 1 });
    await expect(drive).rejects.toMatchObject({
      message: "an admin has to allow reading files in Drive under Settings → Connections → Google",
      outcome: "not_applied",
    });
    const calendar = listEvents(account, owner(DANA), owner(DANA), DAY);
    await expect(calendar).rejects.toThrow(/allow reading the calendar/);
    expect(world.requests.some(({ url }) => /drive|calendar/.test(url))).toBe(false);
    await world.step({}, "drive");
    expect((await listFiles(await world.account(), DANA, {}, { limit: 1 })).files.length).toBe(1);
    expect(await labels()).not.toContain("reading files in Drive");
    expect((await look()).length).toBe(1);
  });

  it("is what Google granted, not what was asked: an unticked box stays so", async () => {
    await world.connected("calendar");
    const { outcome } = await world.signedIn({}, "drive");
    expect(outcome.kind).toBe("granted");
    // Everything was taken back at Google: now all is asked for at once, and one box is unticked.
    await world.control({ end: true });
    const { connection } = await world.step({ without: ["gmail.readonly"] });
    expect(connection?.capabilities).toContainEqual({
      name: "read",
      label: "reading e-mail",
      allowed: false,
    });
    await expect(look()).rejects.toThrow(/allow reading e-mail/);
    const events = await listEvents(await world.account(), owner(DANA), owner(DANA), DAY);
    expect(Array.isArray(events)).toBe(true);
    expect(await testConnection(world.deps, "google")).toMatchObject({ problem: null });
    expect(await mailStanding(world.db)).toMatchObject({
      unread:
        "E-mail isn’t read: an admin has to allow reading e-mail under Settings → Connections → Google.",
    });
    expect(world.alerts).toEqual([]);
  });

  it("is asked for before anything is proposed", async () => {
    await world.step({ without: ["gmail.send"] });
    const account = await world.account();
    const tenant = {
      account: async () => account,
      timeZone: async () => "America/New_York",
      clock: world.deps.clock,
      db: world.deps.db,
    } as unknown as Tenant;
    const acting = { conversationId: "c", agent: "steward", runId: "r", speaker: null, callId: null };
    const acts: [Toolset, AnyTool, object, RegExp][] = [
      [mail, sendEmail, { to: "harold.finch@mail.example", subject: "Hi", text: "Hi" }, /sending e-mail/],
      [mail, sortEmails, { ids: ["m1"], change: "archive" }, /archiving and labeling e-mail/],
      [drive, createDocument, { title: "Letter", text: "Hi" }, /creating Google Docs/],
      [drive, createDocument, { title: "Letter", text: "Hi", folder: "Policies" }, /only in My Drive/],
      [drive, appendToSheet, { file: "Key log", rows: [["1"]] }, /adding rows to sheets/],
      [
        calendar,
        createEvent,
        { calendar: DANA, title: "Visit", start: "2026-03-20 10:00", end: "2026-03-20 11:00" },
        /changing the calendar/,
      ],
    ];
    const before = world.requests.length;
    for (const [toolset, tool, input, words] of acts) {
      const services = await toolset.open(tenant, acting);
      const act = tool as ExternalTool;
      await expect(
        (async () => act.resolve(act.input.parse(input), services as never, seenIn()))(),
      ).rejects.toMatchObject({ message: expect.stringMatching(words), outcome: "not_applied" });
    }
    expect(world.requests.length).toBe(before);
  });

  it("counts changing the calendar as reading it", async () => {
    await world.connected("calendarWrite");
    const { capabilities } = await connectionView(world.deps, "google");
    expect(capabilities).toContainEqual({ name: "calendar", label: "reading the calendar", allowed: true });
    const events = await listEvents(await world.account(), owner(DANA), owner(DANA), DAY);
    expect(Array.isArray(events)).toBe(true);
  });

  it("is checked by Google too: a token without the scope gets its 403", async () => {
    await world.connected();
    const bearer = world.requests.findLast(({ headers }) => headers?.["authorization"] !== undefined);
    const answer = await world.deps.http({
      vendor: "google",
      method: "GET",
      url: "http://sandbox.test/google/drive/drive/v3/files",
      headers: { authorization: bearer?.headers?.["authorization"] ?? "" },
      changes: false,
    });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.text)).toMatchObject({
      error: {
        status: "PERMISSION_DENIED",
        message: "Request had insufficient authentication scopes.",
        errors: [{ reason: "insufficientPermissions" }],
        details: [{ reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT" }],
      },
    });
  });
});

describe("access by consent", () => {
  beforeEach(() => world.connected());

  it("is renewed once for twenty calls at the same time, by the same refresh token for ever", async () => {
    for (let round = 1; round <= 2; round++) {
      world.passTime(HOUR_MS + 1);
      await Promise.all(Array.from({ length: 20 }, look));
      expect(refreshes()).toHaveLength(round);
    }
    expect(new Set(refreshes().map((form) => form.get("refresh_token"))).size).toBe(1);
    expect(world.alerts).toEqual([]);
  });

  it("is renewed where Google takes it no more before its time", async () => {
    await world.control({ endAccess: true });
    expect((await look()).length).toBe(1);
    expect(refreshes()).toHaveLength(1);
    await look();
    expect(refreshes()).toHaveLength(1);
    expect(world.alerts).toEqual([]);
  });

  it("that was taken back at Google is told once, and nobody asks again", async () => {
    world.passTime(10 * 60_000);
    await world.control({ end: true });
    const gone = { code: "not_configured", message: expect.stringMatching(/access to Google has ended/) };
    for (let call = 0; call < 3; call++) await expect(look()).rejects.toMatchObject(gone);
    expect(refreshes()).toHaveLength(1);
    expect(world.alerts.map(({ title }) => title)).toEqual(["Google needs to be connected again"]);
    expect(await connectionView(world.deps, "google")).toMatchObject({
      problem: { message: "Steward’s access to Google has ended." },
    });
    expect(await mailStanding(world.db)).toMatchObject({ unread: expect.stringMatching(/connected again/) });
    await world.step();
    expect((await look()).length).toBe(1);
    expect(await mailStanding(world.db)).toEqual({ unread: null, mayLabel: false });
  });

  it("stays as it is while Google is away", async () => {
    world.passTime(HOUR_MS + 1);
    world.goAway(true);
    await expect(look()).rejects.toMatchObject({ vendor: "google" });
    world.goAway(false);
    world.passTime(5_001);
    expect((await look()).length).toBe(1);
    expect(world.alerts).toEqual([]);
  });

  it("is given back at Google by any of its tokens, and once it has ended already", async () => {
    const refresh = world.consents().consents[0]?.refreshes[0]?.token ?? "";
    const tokens = { access: "gone", refresh, expiresAtMs: null };
    const address = (variable: string): string =>
      world.deps.addresses[variable as keyof typeof world.deps.addresses];
    const given = { tokens, client: GOOGLE_APP, address, http: world.deps.http, clock: world.deps.clock };
    await googleSetup.consent?.revoke?.(given);
    expect(world.consents().consents).toEqual([]);
    await googleSetup.consent?.revoke?.(given);
    await expect(look()).rejects.toThrow(/has ended/);
  });

  it("is given back at Google when it is disconnected, and the page says where Google didn't confirm it", async () => {
    const { connection, notice } = await disconnect(world.deps, "google", TEAM.by);
    expect({ notice, left: world.consents().consents }).toEqual({ notice: null, left: [] });
    expect(connection).toMatchObject({ connected: false });
    expect(await world.db.rows(connections)).toMatchObject([{ credentials: "", grant: null }]);
    const [given] = world.requests.filter(({ url }) => url.endsWith("/revoke"));
    expect(String(given?.body)).toMatch(/^token=/);

    await world.step();
    const away = {
      ...world.deps,
      http: (async (request) =>
        request.url.endsWith("/revoke")
          ? { status: 503, headers: new Headers(), text: "" }
          : world.deps.http(request)) as typeof world.deps.http,
    };
    expect((await disconnect(away, "google", TEAM.by)).notice).toMatch(
      /Google didn’t confirm that it has ended/,
    );
  });

  it("of another account is said before it takes the place of the one there is, and given back on Cancel", async () => {
    const { outcome } = await world.signedIn({ account: MARCUS });
    const consent = outcome.kind === "granted" ? outcome.consentId : expect.unreachable(outcome.kind);
    const step = await connect(world.deps, "google", { typed: null, consent, chosen: {} }, TEAM);
    expect(step.question?.text).toBe(
      `This is another account than before: ${MARCUS} instead of ${DANA}. Steward will use what ${MARCUS} can see, and no longer what ${DANA} can.`,
    );
    expect((await world.db.rows(connections))[0]?.grant?.account.name).toBe(DANA);
    const owned = { userId: TEAM.by.id, sessionId: TEAM.sessionId };
    expect(await endConsent(world.deps, "google", consent, owned)).toEqual({ notice: null });
    expect(world.consents().consents).toHaveLength(1);
    expect((await look()).length).toBe(1);
    // The same account's own sign-in lives on what giving it back would end.
    const again = (await world.signedIn()).outcome;
    await endConsent(world.deps, "google", again.kind === "granted" ? again.consentId : "", owned);
    world.passTime(HOUR_MS + 1);
    expect((await look()).length).toBe(1);
  });

  it("isn't given back when the same account signs in again: that would end the new one too", async () => {
    await world.step();
    expect(world.requests.some(({ url }) => url.endsWith("/revoke"))).toBe(false);
    expect(await listLabels(await world.account(), DANA)).not.toEqual([]);
  });

  it("keeps what was set on the E-mail page when the same account signs in again", async () => {
    const before = (await world.account()).connection.settings;
    const [row] = await world.db.rows(connections);
    const mail = { ...before.mail, watched: [], markInGmail: true };
    await world.d1
      .prepare("UPDATE connections SET settings = ? WHERE id = ?")
      .bind(JSON.stringify({ ...before, mail }), row?.id)
      .run();
    await world.step({}, "send");
    expect((await world.account()).connection.settings).toMatchObject({ mail, since: before.since });
  });
});
