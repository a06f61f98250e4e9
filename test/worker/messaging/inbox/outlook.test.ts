/**
 * Outlook through the Worker's own routes: connected by signing in, e-mail read once and answered through an approval, the calendar looked
 * into through the gate, and what is approved done once.
 */
import { beforeEach, describe, expect, it } from "vitest";
import { runMailCheck } from "../../../../src/messaging/open-mail.ts";
import { runTool as gateOf } from "../../../../src/agent/open.ts";
import type { EmailPart } from "../../../../src/agent/api/message.ts";
import type { Approval, ApprovalRow } from "../../../../src/approvals/api/approval.ts";
import type { MailState, MailView } from "../../../../src/messaging/api/mail.ts";
import { dispatchAll, workOf } from "../../../support/clock.ts";
import { testContext } from "../../../support/context.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { insertRow, sendAtOnce } from "../../../support/rows.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";
import { calls, messagesOf, says, script, until } from "../../agent/conversations/harness.ts";

const TENANT = "tenant_harbor";
const CLAIMS = "claims@harborlight.example";

let cookie: string;
let serial = 0;

async function ruth(path: string, method = "GET", body?: unknown): Promise<Response> {
  return request(path, {
    method,
    redirect: "manual",
    headers: { cookie, origin: testEnv.APP_URL, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** To Microsoft and back. */
async function connected(allow: string | null): Promise<unknown> {
  const started = await ruth("/api/connections/microsoft/consent", "POST", { allow });
  const { url } = await started.json<{ url: string }>();
  const form = new URLSearchParams(new URL(url).searchParams);
  form.set("account", CLAIMS);
  form.set("decision", "accept");
  const back = await fetch(url.split("?")[0] ?? "", { method: "POST", body: form, redirect: "manual" });
  const { pathname, search } = new URL(back.headers.get("location") ?? "");
  const landed = await ruth(`${pathname}${search}`);
  const consent = new URL(landed.headers.get("location") ?? "", testEnv.APP_URL).searchParams.get("consent");
  const kept = await ruth("/api/connections/microsoft", "PUT", { typed: null, consent, chosen: {} });
  expect(kept.status).toBe(200);
  return kept.json();
}

async function check() {
  const checked = await runMailCheck(testContext(TENANT), "general");
  await dispatchAll();
  return checked;
}

/** An e-mail from outside whose words hold a marker of their own, as the mailbox lists it. */
async function inbound(words: string) {
  const marker = `outlookmark${Date.now()}x${++serial}`;
  const { id, messageId } = (await control("inbound/email", {
    from: "Nora Quist <nora.quist@mail.example>",
    to: CLAIMS,
    subject: "My claim",
    body: `${words} ${marker}`,
    attachments: [{ filename: "photo.txt", text: "A photo." }],
  })) as { id: string; messageId: string };
  return { marker, messageId, id: id.replace(/=+$/, "") };
}

async function mailOf(id: string): Promise<MailView> {
  const { items } = await (await ruth("/api/mails")).json<{ items: MailView[] }>();
  const found = items.find((mail) => mail.id === id);
  if (found === undefined) throw new Error("not on record");
  return found;
}

/** The model answers the e-mail, or does something else about it; its draft. */
async function drafted(
  words: string,
  [tool, input]: readonly [tool: string, input: Record<string, unknown>] = [
    "send_email",
    { to: "nora.quist@mail.example", subject: "Re: My claim", text: "On Monday." },
  ],
): Promise<{ approval: Approval; mail: MailView; messageId: string }> {
  const { marker, id, messageId } = await inbound(words);
  const answer = tool === "send_email" ? { ...input, replyToEmailId: id } : input;
  await script(marker, [{ stopReason: "tool_use", content: [calls(marker, tool, answer)] }, says("Done.")]);
  await check();
  const mail = await mailOf(id);
  const approval = await until(async () => {
    const { items } = await (await ruth("/api/approvals?status=pending")).json<{ items: ApprovalRow[] }>();
    const row = items.find(({ conversationId }) => conversationId === mail.conversationId);
    return row === undefined ? undefined : (await ruth(`/api/approvals/${row.id}`)).json<Approval>();
  });
  return { approval, mail, messageId };
}

const approve = ({ id, effectHash }: Approval) =>
  ruth(`/api/approvals/${id}/decision`, "POST", { decision: "approve", effectHash });
const statusOf = async (id: string) => (await (await ruth(`/api/approvals/${id}`)).json<Approval>()).status;

/** What a dead attempt did is found out later. */
async function reconciled(id: string): Promise<void> {
  const past = "2026-11-21T00:00:00.000Z";
  await testEnv.DB.prepare("update effects set deadline_at = ?").bind(past).run();
  await testEnv.DB.prepare("update approvals set due_at = ?").bind(past).run();
  await workOf("approvals.reconcile", TENANT);
  await until(async () => (await statusOf(id)) === "done");
}

interface Outlook {
  readonly messages: readonly {
    readonly folder: string;
    readonly subject: string;
    readonly conversationId: string;
    readonly messageId: string;
  }[];
}
async function sentItems(): Promise<Outlook["messages"]> {
  const { mailboxes } = (await control("microsoft")) as { mailboxes: (Outlook & { address: string })[] };
  const mine = mailboxes.find(({ address }) => address === CLAIMS);
  return (mine?.messages ?? []).filter(
    ({ folder, messageId }) => folder === "sentitems" && messageId.startsWith("<steward_"),
  );
}

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  await control("microsoft-login", { end: true });
  await sendAtOnce(TENANT);
  cookie = await signIn("ruth@harborlight.example");
  expect((await ruth("/api/connections/microsoft/consent", "POST", { allow: null })).status).toBe(400);
  expect((await ruth("/api/connections/google", "DELETE")).status).toBe(200);
  await connected(null);
  await connected("calendarWrite");
});

describe("a team that signs in to Microsoft 365", () => {
  it("has what is new read once, with its files, in a conversation of its thread", async () => {
    const { marker, id } = await inbound("Is it covered?");
    await script(marker, [says("[NO_ACTION_NEEDED] A question.")]);
    expect(await check()).toEqual({ summary: "1 new e-mail." });
    expect(await check()).toEqual({ summary: "Nothing new." });
    const mail = await mailOf(id);
    expect(mail).toMatchObject({ mailbox: CLAIMS, state: "handed", subject: "My claim" });
    const messages = await messagesOf({
      tenantId: TENANT,
      conversationId: mail.conversationId,
      source: "email",
    });
    const parts = messages.flatMap(({ parts: some }) => some.filter(({ type }) => type === "email"));
    expect(parts).toMatchObject([
      {
        emailId: id,
        from: { name: "Nora Quist", address: "nora.quist@mail.example" },
      } satisfies Partial<EmailPart>,
    ]);
    expect(await (await ruth(`/api/mails/${id}/attachments/0`)).text()).toBe("A photo.");
    const state = await (await ruth("/api/mail")).json<MailState>();
    expect(state.connection).toMatchObject({
      service: "Outlook",
      serviceAccount: null,
      lacks: [],
      mailboxes: [{ address: CLAIMS }],
    });
    expect(await (await ruth("/api/mail/test", "POST")).json()).toEqual({
      mailboxes: [{ address: CLAIMS, ok: true, problem: null }],
    });
  });

  it("answers through an approval, once, in the thread, and takes its own e-mail for no answer by hand", async () => {
    const { approval, mail } = await drafted("When do you come?");
    expect((await approve(approval)).status).toBe(200);
    await until(async () => (await statusOf(approval.id)) === "done");
    const sent = await sentItems();
    expect(sent).toMatchObject([{ subject: "Re: My claim" }]);
    expect(sent[0]?.conversationId.replace(/=+$/, "")).toBe(mail.threadId);
    expect(await check()).toEqual({ summary: "Nothing new." });
  });

  it("sends once where Graph's answer is lost: what was sent is found by its Message-ID", async () => {
    const { approval } = await drafted("Did you get this?");
    await control("faults", {
      service: "microsoft",
      status: 503,
      count: 1,
      afterEffect: true,
      method: "POST",
    });
    await approve(approval);
    expect(await sentItems()).toHaveLength(1);
    expect(await statusOf(approval.id)).toBe("executing");
    await reconciled(approval.id);
    expect(await sentItems()).toHaveLength(1);
  });

  it("is told of an answer that a colleague gave in Outlook itself, and the draft says so", async () => {
    const { approval, messageId } = await drafted("Who answers me?");
    await control("microsoft/by-hand", { mailbox: CLAIMS, messageId, reply: "I do." });
    expect(await check()).toEqual({ summary: "Nothing new, 1 answered by hand." });
    const seen = await (await ruth(`/api/approvals/${approval.id}`)).json<Approval>();
    expect(JSON.stringify(seen)).toContain("I do.");
  });
});

describe("its calendar", () => {
  const VISIT = {
    calendar: CLAIMS,
    title: "Adjuster at Quist",
    start: "2031-03-11 10:00",
    end: "2031-03-11 11:00",
    guests: "nora.quist@mail.example",
    meet: true,
  };

  const look = async (input: Record<string, string | number>) => {
    const runTool = gateOf(testContext(TENANT));
    const { status, content } = await runTool(
      { id: `toolu_${++serial}`, name: "list_events", input },
      {
        tenantId: TENANT,
        timeZone: "America/Chicago",
        conversationId: "chat-1",
        conversationTitle: "Chat",
        runId: "run-1",
        agent: "steward",
        speaker: { kind: "user", id: "user_demo_ruth", name: "Ruth Castellan" },
        recentTexts: [],
      },
    );
    return {
      status,
      content,
      answer: JSON.parse(content) as { items?: Record<string, unknown>[]; free?: unknown[] },
    };
  };

  const eventsAt = async () => {
    const { items } = (await control("outbox?service=microsoft")) as {
      items: { method: string; body: { event?: { subject: string } } | null }[];
    };
    return items.flatMap(({ method, body }) =>
      body?.event === undefined ? [] : [`${method} ${body.event.subject}`],
    );
  };

  it("is listed with series and answers, and tells when a colleague is free, not what keeps them", async () => {
    await insertRow("users", TENANT, {
      id: "user_renewals",
      email: "renewals@harborlight.example",
      name: "Renewals Desk",
      role: "member",
      created_at: "2026-11-20T10:00:00.000Z",
    });
    const today = new Date().toISOString().slice(0, 10);
    const to = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);
    const own = await look({ from: today, to, calendar: CLAIMS });
    expect(own.answer.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: "Adjuster at Dube Trucking", guests: ["Patrick Dube (accepted)"] }),
        expect.objectContaining({ title: "Open claims", repeats: true }),
      ]),
    );
    const { content, answer } = await look({ from: today, to, calendar: "Renewals", freeFor: 60 });
    expect(answer.items).toEqual(
      expect.arrayContaining([expect.objectContaining({ title: "(busy; no more is shown)" })]),
    );
    expect(answer.items?.some((item) => "id" in item)).toBe(false);
    expect(content).not.toMatch(/Dentist|Renewals of the month/);
    expect(answer.free?.length).toBeGreaterThan(0);
    // Ruth's own sign-in address is at no mailbox there.
    expect((await look({ from: today, calendar: "ruth@harborlight.example" })).status).toBe("failed");
  });

  it("gets an approved event with its Teams link, whose card says that Outlook e-mails the guests, and gives it back", async () => {
    const { approval } = await drafted("Come on Tuesday.", ["create_event", VISIT]);
    expect(JSON.stringify(approval)).toContain("Outlook e-mails the invitation to nora.quist@mail.example.");
    expect((await approve(approval)).status).toBe(200);
    await until(async () => (await statusOf(approval.id)) === "done");
    const done = await (await ruth(`/api/approvals/${approval.id}`)).json<Approval>();
    expect(done.effects[0]?.receipt?.summary).toContain("Video call: https://teams.microsoft.com/");
    expect(await eventsAt()).toEqual(["POST Adjuster at Quist"]);
    const { answer } = await look({ from: "2031-03-11", to: "2031-03-11" });
    expect(answer.items).toMatchObject([{ title: "Adjuster at Quist", start: "Tue 2031-03-11 10:00" }]);
    const undone = await ruth(`/api/approvals/${approval.id}/compensate`, "POST", {});
    expect(undone.status).toBe(200);
  });

  it("gets an event once where Graph's answer is lost", async () => {
    const { approval } = await drafted("Come on Wednesday.", ["create_event", VISIT]);
    await control("faults", {
      service: "microsoft",
      status: 503,
      count: 1,
      afterEffect: true,
      method: "POST",
    });
    await approve(approval);
    expect(await statusOf(approval.id)).toBe("executing");
    await reconciled(approval.id);
    expect(await eventsAt()).toEqual(["POST Adjuster at Quist"]);
  });
});
