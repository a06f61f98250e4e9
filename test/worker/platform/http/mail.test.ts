/** The routes of e-mail: settings within the connection's list, changed by admins alone; attachments brought once; TENANT: nothing of another team. */
import { testContext } from "../../../support/context.ts";
import { eventually } from "../../../support/clock.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { findAccount } from "../../../../src/integrations/open.ts";
import { runMailCheck } from "../../../../src/messaging/open-mail.ts";
import { ALDER, HARBOR } from "../../../../sandbox/world/company.ts";
import { googleStatement } from "../../../../scripts/seed-statements.ts";
import { labelsOf, listLabels } from "../../../../src/integrations/google/read.ts";
import { sealCredential } from "../../../../src/integrations/connections/index.ts";
import type { MailSettings, MailState, MailView } from "../../../../src/messaging/api/mail.ts";
import { errorCode, request, signIn } from "../../../support/http-worker.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";

const OFFICE = "office@alderfinch.example";
const STEWARDS = "steward@alderfinch.example";

async function as(email: string, path: string, method = "GET", body?: unknown): Promise<Response> {
  return request(path, {
    method,
    headers: {
      cookie: await signIn(email),
      origin: "http://localhost:8787",
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
const dana = (path: string, method?: string, body?: unknown) =>
  as("dana@alderfinch.example", path, method, body);
const ruth = (path: string, method?: string, body?: unknown) =>
  as("ruth@harborlight.example", path, method, body);

const stateOf = async (): Promise<MailState> => (await dana("/api/mail")).json();

async function settingsWith(change: Partial<MailSettings>): Promise<MailSettings> {
  const { settings } = await stateOf();
  if (settings === null) throw new Error("not connected");
  return { ...settings, ...change };
}

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
});

describe("the settings", () => {
  it("begin with what the seeds say: every 15 minutes, leads every 5 from 8 to 8, the watched mailbox acting", async () => {
    const { connection, settings, version } = await stateOf();
    expect(connection?.mailboxes.map(({ address }) => address)).toContain("priya@alderfinch.example");
    expect(connection?.serviceAccount).toBe(ALDER.google.clientEmail);
    expect(version).toBe(0);
    expect(settings).toMatchObject({
      watched: [OFFICE, STEWARDS],
      answersAt: STEWARDS,
      actAs: { chat: OFFICE, background: OFFICE },
      checks: {
        general: { enabled: true, everyMinutes: 15, hours: null },
        leads: { enabled: true, everyMinutes: 5, hours: { from: "08:00", to: "20:00" } },
      },
      markInGmail: false,
    });
  });

  it("are changed by admins alone, once a version, and move the schedules with them", async () => {
    const before = await stateOf();
    const settings = await settingsWith({ watched: [], answersAt: null });
    const checks = {
      ...settings.checks,
      general: { ...settings.checks.general, everyMinutes: 30 },
      leads: { ...settings.checks.leads, enabled: false },
    };
    const body = { settings: { ...settings, checks }, version: before.version };
    expect((await as("priya@alderfinch.example", "/api/mail", "PUT", body)).status).toBe(403);
    const saved: MailState = await (await dana("/api/mail", "PUT", body)).json();
    expect(saved.version).toBe(1);
    expect(saved.checks.map(({ schedule }) => [schedule?.cadence, schedule?.status])).toEqual([
      [{ type: "every", minutes: 30 }, "active"],
      [{ type: "every", minutes: 5, window: { from: "08:00", to: "20:00" } }, "paused"],
    ]);
    const again = await dana("/api/mail", "PUT", body);
    expect(again.status).toBe(409);
    expect(await errorCode(again)).toBe("changed");
    expect(await runMailCheck(testContext(ALDER.id), "general")).toEqual({
      summary: "No mailbox is watched.",
    });
    const audit = await testEnv.DB.prepare(
      "select sentence from audit where action = 'mail_settings.changed'",
    ).all();
    expect(audit.results).toEqual([{ sentence: "Dana Whitfield changed the e-mail settings" }]);
  });

  it("name no one who is not on the connection's list, in no field", async () => {
    const stranger = "ceo@elsewhere.example";
    for (const change of [
      { watched: [OFFICE, stranger] },
      { calendars: [stranger] },
      { actAs: { chat: stranger, background: OFFICE } },
      { actAs: { chat: "own", background: stranger } },
    ]) {
      const settings = await settingsWith(change);
      const answer = await dana("/api/mail", "PUT", { settings, version: 0 });
      expect(answer.status).toBe(422);
      expect(await errorCode(answer)).toBe("invalid_arguments");
    }
    const theirs = await settingsWith({ watched: ["service@harborlight.example"] });
    expect((await dana("/api/mail", "PUT", { settings: theirs, version: 0 })).status).toBe(422);
  });

  it("stay when the key is replaced, and the list follows the connection", async () => {
    await dana("/api/mail", "PUT", { settings: await settingsWith({ markInGmail: true }), version: 0 });
    const serviceAccount = JSON.stringify(
      await control(`google/service-account?connection=${ALDER.google.connectionId}`),
    );
    const { sql, params } = await googleStatement(
      ALDER.id,
      {
        connectionId: ALDER.google.connectionId,
        serviceAccount,
        mailboxes: [{ address: OFFICE, name: "Front desk", watched: false }],
      },
      (scope, secret) => sealCredential(testEnv.MASTER_KEYS, scope, secret),
      new Date().toISOString(),
    );
    await testEnv.DB.prepare(sql)
      .bind(...params)
      .run();
    const { connection, settings, version } = await stateOf();
    expect(connection?.mailboxes).toEqual([{ address: OFFICE, name: "Front desk" }]);
    expect(settings).toMatchObject({ markInGmail: true, watched: [OFFICE] });
    expect(version).toBe(1);
  });

  it("say of each mailbox whether Gmail answers", async () => {
    const answer = await dana("/api/mail/test", "POST");
    const looked = ["dana@alderfinch.example", "marcus@alderfinch.example", "priya@alderfinch.example"];
    expect(await answer.json()).toEqual({
      mailboxes: [OFFICE, STEWARDS, ...looked].map((address) => ({ address, ok: true, problem: null })),
    });
    await control("faults", { service: "gmail", status: 403, count: 9 });
    const { mailboxes } = (await (await dana("/api/mail/test", "POST")).json()) as {
      mailboxes: { ok: boolean; problem: string }[];
    };
    await control("faults", { service: "gmail", clear: true });
    expect(mailboxes[0]).toMatchObject({ ok: false });
    expect(mailboxes[0]?.problem).toContain("google answered");
    expect(mailboxes[1]).toMatchObject({ ok: false });
    expect(mailboxes.slice(2)).toMatchObject(looked.map(() => ({ ok: true })));
    await control("faults", { service: "calendar", status: 403, count: 9 });
    const calendars = (await (await dana("/api/mail/test", "POST")).json()) as {
      mailboxes: { problem: string }[];
    };
    await control("faults", { service: "calendar", clear: true });
    expect(calendars.mailboxes.map(({ problem }) => problem)).toEqual([
      null,
      null,
      ...looked.map((): unknown => expect.stringMatching(/^Calendar: google answered/)),
    ]);
  });
});

describe("an e-mail with an attachment", () => {
  async function received(): Promise<MailView> {
    await control("inbound/email", {
      from: "Nora Quist <nora.quist@mail.example>",
      to: OFFICE,
      subject: "Lease",
      body: "See the file.",
      attachments: [{ name: "lease <1>.html", text: "<script>alert(1)</script>", contentType: "text/html" }],
    });
    await runMailCheck(testContext(ALDER.id), "general");
    const { items } = (await (await dana("/api/mails")).json()) as { items: MailView[] };
    if (items[0] === undefined) throw new Error("nothing was kept");
    return items[0];
  }

  it("gives it as a download, from Gmail once and then from our own store", async () => {
    const mail = await received();
    expect(mail.attachments).toEqual([
      { index: 0, name: "lease <1>.html", type: "text/html", sizeBytes: 25 },
    ]);
    const path = `/api/mails/${mail.id}/attachments/0`;
    const first = await dana(path);
    expect(await first.text()).toBe("<script>alert(1)</script>");
    expect(first.headers.get("content-type")).toBe("application/octet-stream");
    expect(first.headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''lease%20%3C1%3E.html",
    );
    expect(first.headers.get("x-content-type-options")).toBe("nosniff");
    await control("faults", { service: "gmail", status: 500, count: 50 });
    expect(await (await dana(path)).text()).toBe("<script>alert(1)</script>");
    await control("faults", { service: "gmail", clear: true });
    expect((await dana(`/api/mails/${mail.id}/attachments/1`)).status).toBe(404);
    expect((await dana(`/api/mails/${mail.id}/attachments/x`)).status).toBe(404);
  });

  it("TENANT: is nothing to another team, neither the e-mail nor its file, also once it is in our store", async () => {
    const mail = await received();
    await dana(`/api/mails/${mail.id}/attachments/0`);
    expect((await ruth(`/api/mails/${mail.id}/attachments/0`)).status).toBe(404);
    expect(await (await ruth("/api/mails")).json()).toEqual({ items: [], nextCursor: null });
    const theirs = (await (await ruth("/api/mail")).json()) as MailState;
    expect(theirs.connection?.id).toBe(HARBOR.google.connectionId);
    expect(JSON.stringify(theirs)).not.toContain("alderfinch");
    const found = await request("/api/mails");
    expect(found.status).toBe(401);
  });

  it("is marked in Gmail by a standing rule alone, through the ledger", async () => {
    const before = await received();
    await dana("/api/mail", "PUT", { settings: await settingsWith({ markInGmail: true }), version: 0 });
    const after = (await control("inbound/email", {
      from: "Nora Quist <nora.quist@mail.example>",
      to: OFFICE,
      subject: "Another",
      body: "Hello again.",
    })) as { id: string };
    await runMailCheck(testContext(ALDER.id), "general");
    // The approval's Workflow may be the one that does it.
    await eventually(async () => {
      const { results } = await testEnv.DB.prepare(
        "select a.rule, a.status, e.kind, e.status as effect from approvals a join effects e on e.approval_id = a.id where e.kind = 'email.label'",
      ).all();
      expect(results).toEqual([
        { rule: "standing.mail_labels", status: "done", kind: "email.label", effect: "done" },
      ]);
    });
    const own = await ownLabel();
    expect(await labelsOf(await office(), OFFICE, after.id)).toContain(own);
    expect(await labelsOf(await office(), OFFICE, before.id)).not.toContain(own);
  });
});

async function office() {
  const account = await findAccount(testContext(ALDER.id), "google");
  if (account === null) throw new Error("not connected");
  return account;
}

/** Id of the label in the mailbox. */
async function ownLabel(): Promise<string | undefined> {
  return (await listLabels(await office(), OFFICE)).find(({ name }) => name === "Steward")?.id;
}
