/** Texting a contact oneself: one act, one text, its receipt in the conversation, and the agent takes no turn of it. */
import { beforeEach, describe, expect, it } from "vitest";
import { ALDER } from "../../../../sandbox/world/company.ts";
import { DEFAULT_POLICY } from "../../../../src/team/api/policy.ts";
import { approvalSchema, type Approval } from "../../../../src/approvals/api/approval.ts";
import {
  directTextOptionsSchema,
  textEndpoints,
  type DirectTextOptions,
} from "../../../../src/messaging/api/texts.ts";
import { threadEndpoints } from "../../../../src/messaging/api/threads.ts";
import { errorCode, request, signIn } from "../../../support/http-worker.ts";
import { eventually, workOf } from "../../../support/clock.ts";
import { deliverEvent, deliverText } from "../../../support/quo-webhook.ts";
import { insertRow, quietTexts, waitingApproval } from "../../../support/rows.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";
import { messagesOf, TENANT } from "../../agent/conversations/harness.ts";

const MARIA = "+14125550142";
const CONVERSATION = { tenantId: TENANT, conversationId: `sms:${MARIA}`, source: "sms" as const };
let headers: Record<string, string>;

async function send(clientMessageId: string, text: string, number = MARIA): Promise<Response> {
  return request(`/api/texts/${encodeURIComponent(number)}/direct`, {
    method: "POST",
    headers,
    body: JSON.stringify({ clientMessageId, text }),
  });
}

async function sent(clientMessageId: string, text: string): Promise<Approval> {
  const answer = await send(clientMessageId, text);
  expect(answer.status).toBe(202);
  return approvalSchema.parse(await answer.json());
}

async function options(number = MARIA): Promise<DirectTextOptions> {
  const answer = await request(`/api/texts/${encodeURIComponent(number)}/direct`, { headers });
  return directTextOptionsSchema.parse(await answer.json());
}

async function outbox(): Promise<{ content: string; to: string[] }[]> {
  const { items } = (await control("outbox?service=quo")) as {
    items: { path: string; body: { content: string; to: string[] } }[];
  };
  return items.filter(({ path }) => path.endsWith("/messages")).map(({ body }) => body);
}

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  await quietTexts(TENANT);
  headers = {
    cookie: await signIn("dana@alderfinch.example"),
    origin: "http://localhost:8787",
    "content-type": "application/json",
  };
});

describe("a text a person sends themselves", () => {
  it("goes out once, approved by them, with its receipt in the conversation and no turn of the agent", async () => {
    const { id } = await sent("direct-1", "I am downstairs.\r\nCome to the door");
    // The approval's Workflow may be the one that sends it.
    const approval = await eventually(async () => {
      const now = approvalSchema.parse(await (await request(`/api/approvals/${id}`, { headers })).json());
      expect(now.status).toBe("done");
      return now;
    });
    expect(approval).toMatchObject({
      status: "done",
      decision: "approve",
      decidedBy: { name: "Dana Whitfield" },
      effects: [{ kind: "sms.send", status: "done", document: { to: { name: "Maria Lopez" } } }],
    });
    expect((await sent("direct-1", "Something else")).id).toBe(approval.id);
    expect(await outbox()).toEqual([
      expect.objectContaining({ content: "I am downstairs.\nCome to the door", to: [MARIA] }),
    ]);
    const messages = await messagesOf(CONVERSATION);
    expect(messages.map(({ parts }) => parts[0])).toMatchObject([
      { type: "outcome", state: "done", direct: true, words: "I am downstairs.\nCome to the door" },
    ]);
    expect(messages[0]?.queued).toBeFalsy();
    expect(await testEnv.DB.prepare("select count(*) as n from runs").first("n")).toBe(0);
    expect(await testEnv.DB.prepare("select reason from texts").first("reason")).toBe("own");
    const said = await testEnv.DB.prepare(
      "select sentence from audit where action = 'approval.approved'",
    ).first("sentence");
    expect(said).toBe("Dana Whitfield did it themselves: Text message to Maria Lopez");
  });

  it("leaves from the line its writer picks, of those that face the recipient", async () => {
    await testEnv.DB.prepare(
      "update connections set settings = json_set(settings, '$.lines[1].audience', 'external') where id = 'conn_alder_quo'",
    ).run();
    expect((await options()).lines.map(({ number }) => number)).toEqual(["+14125550100", "+14125550101"]);
    const from = async (number: string, id: string) =>
      request(`/api/texts/${encodeURIComponent(MARIA)}/direct`, {
        method: "POST",
        headers,
        body: JSON.stringify({ clientMessageId: id, text: "On our way", from: number }),
      });
    expect(await errorCode(await from("+14125550199", "direct-a"))).toBe("conflict");
    const answer = await from("+14125550101", "direct-b");
    expect(approvalSchema.parse(await answer.json()).effects[0]?.document).toMatchObject({
      from: { number: "+14125550101", phoneNumberId: "PNalderTeam" },
    });
  });

  it("stands in its thread of the inbox under their name, and a snoozed thread comes back by the clock", async () => {
    const path = `/api/text-threads/${encodeURIComponent(MARIA)}/act`;
    const threads = async (view: string) =>
      threadEndpoints.list.output.parse(
        await (await request(`/api/text-threads?view=${view}`, { headers })).json(),
      );
    const thread = async () => {
      await workOf("events.consume", TENANT);
      return textEndpoints.thread.output.parse(
        await (await request(`/api/texts/${encodeURIComponent(MARIA)}`, { headers })).json(),
      );
    };
    await deliverText({ id: "AC100", text: "Is anybody there?" });
    const open = (await thread()).state;
    expect(open).toMatchObject({ status: "open", line: "+14125550100" });
    expect((await threads("open")).items).toMatchObject([
      { number: MARIA, lastWords: "Is anybody there?", status: "open" },
    ]);
    const { id } = await sent("direct-1", "I am downstairs");
    await eventually(async () => {
      const now = approvalSchema.parse(await (await request(`/api/approvals/${id}`, { headers })).json());
      expect(now.status).toBe("done");
    });
    const answered = await thread();
    expect(answered.state).toMatchObject({ status: "answered", waitsSince: null });
    expect(answered.items).toMatchObject([
      { direction: "incoming" },
      { by: "Dana Whitfield", byHand: false },
    ]);

    const act = async (given: object) =>
      request(path, { method: "POST", headers, body: JSON.stringify({ line: open?.line, ...given }) });
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const snooze = { act: { kind: "snooze", until }, seenIncomingAt: open?.lastIncomingAt };
    expect((await act({ ...snooze, seenIncomingAt: null })).status).toBe(409);
    expect((await act(snooze)).status).toBe(200);
    expect((await threads("snoozed")).items).toMatchObject([{ number: MARIA, nextAt: until }]);
    await testEnv.DB.prepare("update text_threads set next_at = ?").bind(new Date().toISOString()).run();
    await workOf("threads.wake", TENANT);
    const back = await thread();
    expect(back.state).toMatchObject({ status: "open", nextAt: null });
    const note = async () =>
      threadEndpoints.addNote.output.parse(
        await (
          await request(`/api/text-threads/${encodeURIComponent(MARIA)}/notes`, {
            method: "POST",
            headers,
            body: JSON.stringify({
              line: open?.line,
              noteId: "note-1",
              words: "@Marcus can you look at it?",
            }),
          })
        ).json(),
      );
    expect((await note()).id).toBe((await note()).id);
    expect((await thread()).entries.at(-1)).toMatchObject({
      kind: "note",
      by: "Dana Whitfield",
      words: "@Marcus can you look at it?",
      mentions: ["Marcus Hale"],
    });
    const { results } = await testEnv.DB.prepare(
      "select title, audience from notifications where dedupe_key like '%mention:%'",
    ).all();
    expect(results).toEqual([
      {
        title: expect.stringMatching(/^Dana Whitfield mentioned you: /) as string,
        audience: '["user_demo_marcus"]',
      },
    ]);
    expect(await outbox()).toHaveLength(1);
    expect(back.entries).toMatchObject([
      { kind: "snoozed", by: "Dana Whitfield" },
      { kind: "returned", by: null },
    ]);
  });

  it("that is to be sent later waits for its time, and can be taken back until then", async () => {
    const sendAt = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString();
    const later = (id: string, at: string) =>
      request(`/api/texts/${encodeURIComponent(MARIA)}/direct`, {
        method: "POST",
        headers,
        body: JSON.stringify({ clientMessageId: id, text: "Happy Monday", sendAt: at }),
      });
    const approval = approvalSchema.parse(await (await later("direct-1", sendAt)).json());
    expect(approval).toMatchObject({ status: "approved", executeAfter: sendAt, undoable: true });
    const answer = await request(`/api/approvals/${approval.id}/undo`, {
      method: "POST",
      headers,
      body: "{}",
    });
    expect(approvalSchema.parse(await answer.json()).status).toBe("withdrawn");
    expect((await later("direct-2", new Date(Date.now() - 1000).toISOString())).status).toBe(400);

    const next = approvalSchema.parse(await (await later("direct-3", sendAt)).json());
    await sent("direct-4", "I am downstairs");
    const state = async () =>
      approvalSchema.parse(await (await request(`/api/approvals/${next.id}`, { headers })).json()).status;
    expect(await state(), "one's own other text changes nothing").toBe("approved");
    await deliverText({ id: "AC100", text: "Is anybody there?" });
    await eventually(async () => expect(await state()).toBe("stale"));
    const news = testEnv.DB.prepare(
      "select title, body, url, audience from notifications where dedupe_key like '%not_sent:%'",
    );
    await eventually(async () => {
      expect(await news.first()).toEqual({
        title: "Not sent to Maria Lopez, +1 412 555 0142",
        body: "A new text has come in on this thread. Your text: “Happy Monday”",
        url: `http://localhost:8787/texts/${encodeURIComponent(MARIA)}?again=${next.id}`,
        audience: '["user_demo_dana"]',
      });
    });
    expect((await outbox()).map(({ content }) => content)).toEqual(["I am downstairs"]);
  });

  it("BOUNCE: that the carrier couldn’t deliver says so on its card and in its thread, and reaches who approved it, once", async () => {
    const { id } = await sent("direct-1", "I am downstairs.");
    const approval = async () =>
      approvalSchema.parse(await (await request(`/api/approvals/${id}`, { headers })).json());
    await eventually(async () => expect((await approval()).status).toBe("done"));
    const effect = (await approval()).effects[0];
    const textId = effect?.receipt?.providerId ?? "";
    const told = () =>
      testEnv.DB.prepare(
        "select title, body, url, audience from notifications where dedupe_key like '%returned:%'",
      ).all();
    const report = (eventId: string, status: string) =>
      deliverEvent({
        id: eventId,
        object: "event",
        apiVersion: "v4",
        createdAt: new Date().toISOString(),
        type: "message.delivered",
        data: {
          object: {
            id: textId,
            object: "message",
            from: ALDER.quo.lines[0]!.number,
            to: [MARIA],
            direction: "outgoing",
            text: "I am downstairs.",
            status,
            createdAt: new Date().toISOString(),
            userId: "USdana0001",
            phoneNumberId: ALDER.quo.lines[0]!.phoneNumberId,
          },
        },
      });
    await report("EVsent", "sent");
    expect((await approval()).effects[0]?.receipt?.returned).toBeUndefined();
    expect((await told()).results).toEqual([]);
    const asksAt = () =>
      testEnv.DB.prepare("select due_at from texts where id = ?").bind(textId).first("due_at");
    expect(await asksAt(), "on its way, it is asked about").not.toBeNull();
    await report("EVarrived", "delivered");
    expect(await asksAt(), "arrived, it isn’t").toBeNull();
    expect((await report("EVlost", "undelivered")).status).toBe(200);
    await eventually(async () => {
      expect((await approval()).effects[0]?.receipt).toMatchObject({
        returned: "the carrier couldn’t deliver it",
        summary: expect.stringMatching(/^Undelivered: the carrier couldn’t deliver it\. /) as string,
      });
    });
    expect((await approval()).status).toBe("done");
    const once = [
      {
        title: expect.stringMatching(/^Undelivered: /) as string,
        body: "It was sent, but the carrier couldn’t deliver it.",
        url: `http://localhost:8787/approvals/${id}`,
        audience: '["user_demo_dana"]',
      },
    ];
    expect((await told()).results).toEqual(once);
    await report("EVlost2", "undelivered");
    expect((await told()).results).toEqual(once);
    expect(
      await testEnv.DB.prepare("select delivery from texts where id = ?").bind(textId).first("delivery"),
    ).toBe("undelivered");
    expect(await outbox()).toHaveLength(1);
  });

  it("BOUNCE: what didn’t arrive is found by asking, for the provider announces none", async () => {
    await control("quo/unreachable", { tenantId: TENANT, number: MARIA });
    const { id } = await sent("direct-1", "I am downstairs.");
    const receipt = async () => {
      const answer = await request(`/api/approvals/${id}`, { headers });
      return approvalSchema.parse(await answer.json()).effects[0]?.receipt;
    };
    await eventually(async () => expect(await receipt()).toBeTruthy());
    const row = () =>
      testEnv.DB.prepare("select id, delivery, due_at, received_at from texts").first<{
        id: string;
        delivery: string | null;
        due_at: string | null;
        received_at: string;
      }>();
    const dueAfter = async () => {
      const { due_at, received_at } = (await row()) ?? {};
      return (Date.parse(due_at ?? "") - Date.parse(received_at ?? "")) / 60_000;
    };
    const told = async () =>
      (
        await testEnv.DB.prepare(
          "select title, audience from notifications where dedupe_key like '%returned:%'",
        ).all()
      ).results;
    await eventually(async () => expect(await dueAfter()).toBe(1));
    // Not due yet: nobody is asked.
    await workOf("texts.arrivals", TENANT);
    expect(await dueAfter()).toBe(1);

    const minutesLater = (minutes: number) =>
      testEnv.DB.prepare(
        "update texts set received_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?), due_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')",
      )
        .bind(`-${minutes} minutes`)
        .run();
    const { items } = (await control("faults", { service: "quo", status: 503, method: "GET" })) as {
      items: { id: number }[];
    };
    await minutesLater(2);
    await workOf("texts.arrivals", TENANT);
    expect(await dueAfter(), "a provider that doesn’t answer is asked at the next time").toBeCloseTo(3, 1);
    await control("faults", { service: "quo", clear: true, id: items[0]?.id });

    await minutesLater(4);
    await workOf("texts.arrivals", TENANT);
    await workOf("inbox.sweep", TENANT, { key: MARIA });
    await eventually(async () => {
      expect(await receipt()).toMatchObject({ returned: "the carrier couldn’t deliver it" });
    });
    const once = [
      { title: expect.stringMatching(/^Undelivered: /) as string, audience: '["user_demo_dana"]' },
    ];
    await eventually(async () => expect(await told()).toEqual(once));
    expect(await row()).toMatchObject({ delivery: "undelivered", due_at: null });
    await minutesLater(40);
    await workOf("texts.arrivals", TENANT);
    await workOf("inbox.sweep", TENANT, { key: MARIA });
    expect(await told()).toEqual(once);
    expect(await row()).toMatchObject({ due_at: null });
    expect(await outbox()).toHaveLength(1);
  });

  it("makes the agent's waiting drafts to the same person stale", async () => {
    const draft = await waitingApproval({
      id: "approval_draft",
      conversation_id: CONVERSATION.conversationId,
      tool_call_id: "c1",
      thread_key: CONVERSATION.conversationId,
    });
    await insertRow("approvals", TENANT, draft);
    expect(await options()).toMatchObject({ waitingDrafts: 1, blocked: null, to: { name: "Maria Lopez" } });
    await sent("direct-1", "I will call you");
    const row = await testEnv.DB.prepare(
      "select status, stale_reason from approvals where id = 'approval_draft'",
    ).first();
    expect(row).toEqual({ status: "stale", stale_reason: "Dana Whitfield texted them directly" });
  });

  it("to somebody who opted out, or to our own line, is refused before anything is made", async () => {
    await control("inbound/sms", { from: MARIA, text: "STOP" });
    const answer = await send("direct-1", "Hello");
    expect(answer.status).toBe(409);
    expect(await errorCode(answer)).toBe("conflict");
    expect(await options()).toMatchObject({ blocked: "opted_out" });
    expect(await options("+14125550100")).toMatchObject({ blocked: "own_line" });
    expect((await send("direct-2", "Hello", "nobody")).status).toBe(404);
    expect(await testEnv.DB.prepare("select count(*) as n from approvals").first("n")).toBe(0);
  });

  it("in contacts' quiet hours is held until they end, and can be taken back until then", async () => {
    const hour = (shift: number): string =>
      new Date(Date.now() + shift * 3_600_000).toLocaleTimeString("en-GB", {
        timeZone: "America/New_York",
        hour: "2-digit",
        minute: "2-digit",
      });
    // Wide enough to hold now on the day the clocks change too.
    const contactQuietHours = { from: hour(-6), to: hour(6) };
    await testEnv.DB.prepare("update settings set policy = ? where tenant_id = ?")
      .bind(JSON.stringify({ ...DEFAULT_POLICY, contactQuietHours }), TENANT)
      .run();
    expect((await options()).quietUntil).not.toBeNull();
    const held = await sent("direct-1", "See you tomorrow");
    expect(held).toMatchObject({ status: "approved", undoable: true });
    const undone = await request(`/api/approvals/${held.id}/undo`, { method: "POST", headers });
    expect(await undone.json()).toMatchObject({ status: "withdrawn" });
    expect(await outbox()).toEqual([]);
  });

  it("whose fate no one knows asks a person, and is never sent again by itself", async () => {
    await control("faults", { service: "quo", status: 500, afterEffect: true, count: 1 });
    const approval = await sent("direct-1", "Are you there?");
    expect(["executing", "needs_human", "done"]).toContain(approval.status);
    expect((await sent("direct-1", "Are you there?")).id).toBe(approval.id);
    expect(await outbox()).toHaveLength(1);
  });

  it("to a person whose last text went to a group says who else got that, and that this goes to one", async () => {
    await deliverText({ id: "AC1", text: "Hi both", to: ["+14125550100", "+14125550143"] });
    expect((await options()).group.map(({ number }) => number)).toEqual(["+14125550143"]);
  });
});
