import { beforeEach, describe, expect, it } from "vitest";
import { findConversation, listOpenQuestions } from "../../../../src/agent/conversations/index.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { runs, runTraces } from "../../../../src/agent/tables/conversations.ts";
import { testContext } from "../../../support/context.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";
import {
  calls,
  DANA,
  messagesOf,
  newIdentity,
  objectOf,
  Page,
  requestsOf,
  says,
  script,
  session,
  TENANT,
  textOf,
  until,
} from "./harness.ts";

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
});

describe("a turn", () => {
  it("answers a message over the socket: accepted, streamed, committed, finished", async () => {
    expect(navigator.userAgent).toBe("Cloudflare-Workers");
    const identity = newIdentity();
    await script("marker-hello", [says("Hello Dana, how can I help?")]);
    const page = await Page.open(identity, await session());
    page.say({ type: "hello" });
    await page.next("snapshot");
    const id = page.send("marker-hello Hi there");
    expect(await page.next("message.accepted")).toMatchObject({ clientMessageId: id, duplicate: false });
    await page.next("turn.finished", (frame) => frame.stopReason === "end_turn");
    expect(page.streamed()).toBe("Hello Dana, how can I help?");
    expect(page.frames.map(({ seq }) => seq)).toEqual(page.frames.map((_, index) => index + 1));
    const [asked, answered] = await messagesOf(identity);
    expect(asked).toMatchObject({ id, role: "user", author: { kind: "user", name: "Dana Whitfield" } });
    expect(answered).toMatchObject({
      role: "assistant",
      parts: [{ type: "text", text: "Hello Dana, how can I help?" }],
    });
    page.close();
  });

  it("projects the conversation and its run to D1, once each", async () => {
    const identity = newIdentity();
    await script("marker-d1", [says("Done.")]);
    await (
      await objectOf(identity)
    ).send(identity, { messageId: "m1", author: DANA, text: "marker-d1 what is open this week for us?" });
    const db = dbFor(testEnv.DB, TENANT);
    expect(await findConversation(db, null, identity.conversationId)).toMatchObject({
      title: "marker-d1 what is open this week for us?",
    });
    const listed = await until(async () => {
      const row = await findConversation(db, null, identity.conversationId);
      return row?.status === "idle" && row.preview === "Done." ? row : null;
    });
    expect(listed.unread).toBe(true);
    expect(listed.costUsd).toBeGreaterThan(0);
    const [run] = await db.rows(runs);
    expect(run).toMatchObject({
      status: "finished",
      stopReason: "end_turn",
      modelCalls: 1,
      conversationId: identity.conversationId,
      agent: "steward",
      mode: "propose",
      model: "claude-sonnet-5-5",
    });
    const steps = (await db.rows(runTraces)).flatMap((trace) => trace.steps);
    expect(steps.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "model claude-sonnet-5-5",
      "hook alert",
    ]);
  });

  it("takes a repeated message once and answers as before", async () => {
    const identity = newIdentity();
    await script("marker-dup", [says("One."), says("Two.")]);
    const object = await objectOf(identity);
    const message = { messageId: "m1", author: DANA, text: "marker-dup" };
    const answers = await Promise.all([
      object.send(identity, message),
      object.send(identity, message),
      object.send(identity, message),
    ]);
    expect(answers.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(new Set(answers.map(({ turnId }) => turnId)).size).toBe(1);
    await until(async () => (await messagesOf(identity)).length === 2);
    expect((await object.send(identity, message)).duplicate).toBe(true);
    expect(await requestsOf("marker-dup")).toHaveLength(1);
  });

  it("queues what comes during a turn and answers it in order", async () => {
    const identity = newIdentity();
    await script("marker-first", [says("First answer.")]);
    await script("marker-second", [says("Second answer.")]);
    await script("marker-third", [says("Third answer.")]);
    const object = await objectOf(identity);
    await control("faults", { service: "anthropic", hang: true });
    for (const name of ["first", "second", "third"]) {
      await object.send(identity, { messageId: name, author: DANA, text: `marker-${name}` });
    }
    const waiting = await messagesOf(identity);
    await control("faults", { service: "anthropic", clear: true });
    expect(waiting.filter(({ queued }) => queued === true).map(({ id }) => id)).toEqual(["second", "third"]);
    await until(
      async () => (await messagesOf(identity)).filter(({ role }) => role === "assistant").length === 3,
    );
    const said = (await messagesOf(identity)).map(textOf);
    expect(said).toEqual([
      "marker-first",
      "First answer.",
      "marker-second",
      "Second answer.",
      "marker-third",
      "Third answer.",
    ]);
  });

  it("shows a page that comes in mid-answer the text so far, then the rest, nothing twice", async () => {
    const identity = newIdentity();
    const text = "The quick brown fox jumps over the lazy dog. ".repeat(60).trim();
    await script("marker-snap", [says(text, { chunkDelayMs: 15 })]);
    const first = await Page.open(identity, await session());
    first.say({ type: "hello" });
    const startedMs = Date.now();
    first.send("marker-snap");
    await first.next("text.delta");
    const second = await Page.open(identity, await session());
    second.say({ type: "hello" });
    const snapshot = await second.next("snapshot");
    expect(snapshot.turn?.attempt).toBe(1);
    await second.next("turn.finished");
    const seconds = (Date.now() - startedMs) / 1000;
    const later = second.of("text.delta").filter(({ seq }) => seq > snapshot.seq);
    expect((snapshot.turn?.text ?? "") + later.map((frame) => frame.text).join("")).toBe(text);
    // Twenty frames a second at most; the text comes in more than sixty pieces a second.
    expect(first.of("text.delta").length).toBeLessThan(20 * seconds + 2);
    first.close();
    second.close();
  });

  it("stops when a person says so, keeps what was said, and goes on with the next message", async () => {
    const identity = newIdentity();
    await script("marker-stop", [says("word ".repeat(2_000), { chunkDelayMs: 20 })]);
    await script("marker-after", [says("Going on.")]);
    const page = await Page.open(identity, await session());
    page.send("marker-stop");
    await page.next("text.delta");
    page.say({ type: "turn.stop" });
    await page.next("turn.finished", (frame) => frame.stopReason === "stopped_by_user");
    const partial = textOf((await messagesOf(identity)).at(-1)!);
    expect(partial.startsWith("word")).toBe(true);
    expect(partial.length).toBeLessThan(7_500);
    page.send("marker-after");
    await page.next("turn.finished", (frame) => frame.stopReason === "end_turn");
    expect((await messagesOf(identity)).map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
    page.close();
  });
});

describe("tools in a turn", () => {
  it("runs reads, shows the steps, sends the results in the order of the calls", async () => {
    const identity = newIdentity();
    await script("marker-reads", [
      {
        content: [
          calls("a", "search_contacts", { query: "Dana" }),
          calls("b", "search_contacts", { query: "Marcus" }),
        ],
      },
      says("Found both."),
    ]);
    const page = await Page.open(identity, await session());
    page.send("marker-reads");
    await page.next("turn.finished");
    expect(page.of("tool.started").map(({ name }) => name)).toEqual(["search_contacts", "search_contacts"]);
    expect(page.of("tool.finished").map(({ status }) => status)).toEqual(["ok", "ok"]);
    const results = (await messagesOf(identity))[2]!;
    expect(results.parts.map((part) => (part as { tool_use_id?: string }).tool_use_id)).toEqual([
      "toolu_a",
      "toolu_b",
    ]);
    const [, second] = await requestsOf("marker-reads");
    expect(JSON.stringify(second?.request)).toContain("toolu_b");
    page.close();
  });

  it("stops at a question, notifies whom it names, and takes one of its options for the answer", async () => {
    const identity = newIdentity();
    const asked = { question: "Which Maria?", options: ["Maria Lopez", "Maria Chen"], to: "Priya" };
    await script("marker-ask", [{ content: [calls("q", "ask_user", asked)] }, says("Maria Lopez it is.")]);
    const page = await Page.open(identity, await session());
    page.send("marker-ask");
    expect(await page.next("question.asked")).toMatchObject({
      question: { question: "Which Maria?", toolCallId: "toolu_q" },
    });
    await page.next("turn.finished", (frame) => frame.stopReason === "waiting_answer");
    page.say({ type: "hello" });
    const snapshot = await page.next("snapshot");
    expect(snapshot.questions?.[0]?.options).toEqual(["Maria Lopez", "Maria Chen"]);
    expect(snapshot.conversation.status).toBe("waiting_answer");
    const rung = () =>
      testEnv.DB.prepare(
        "select title, url, resolution from notifications where dedupe_key like '%question:%' and subject_id = ?",
      )
        .bind(identity.conversationId)
        .first<{ title: string; url: string; resolution: string | null }>();
    const path = `/conversations/${identity.conversationId}`;
    expect((await until(rung)).title).toBe("Steward has a question for Priya Raman");
    expect((await rung())?.url).toContain(path);
    const open = async () => {
      const { items } = await listOpenQuestions(testContext(TENANT), null);
      return items.filter(({ conversationId }) => conversationId === identity.conversationId);
    };
    const [listed] = await until(async () => (await open()).length === 1 && (await open()));
    expect(listed).toMatchObject({ question: { question: "Which Maria?", to: { name: "Priya Raman" } } });
    page.send("Maria Lopez");
    await page.next("turn.finished", (frame) => frame.stopReason === "end_turn");
    await until(async () => (await rung())?.resolution?.startsWith("Answered by ") === true);
    expect(await open()).toEqual([]);
    expect(textOf((await messagesOf(identity)).at(-1)!)).toBe("Maria Lopez it is.");
    page.close();
  });

  it("asks with a form, refuses values that do not fit it, and hands the agent what was filled in by field", async () => {
    const identity = newIdentity();
    const fields = [
      { id: "unit", label: "Unit", type: "select", options: ["4B", "6A"] },
      { id: "note", label: "Note", type: "text" },
    ];
    await script("marker-form", [
      { content: [calls("f", "ask_user", { question: "About the leak", fields, minFilled: 2 })] },
      says("4B it is."),
    ]);
    const page = await Page.open(identity, await session());
    page.send("marker-form");
    expect(await page.next("question.asked")).toMatchObject({ question: { fields, minFilled: 2 } });
    await page.next("turn.finished", (frame) => frame.stopReason === "waiting_answer");
    const fill = (values: Record<string, string>) =>
      page.say({
        type: "message.send",
        clientMessageId: `form-${Object.keys(values).length}`,
        text: "The form",
        answer: { toolCallId: "toolu_f", values },
      });
    fill({ unit: "4B" });
    expect(await page.next("error")).toMatchObject({
      clientMessageId: "form-1",
      error: { code: "invalid_arguments", message: "Fill in every field." },
    });
    fill({ unit: "4B", note: "It drips" });
    await page.next("turn.finished", (frame) => frame.stopReason === "end_turn");
    const said = (await messagesOf(identity)).find(({ id }) => id === "form-2");
    expect(said?.parts).toEqual([
      { type: "text", text: "Unit: 4B\nNote: It drips" },
      { type: "answer", toolCallId: "toolu_f", values: { unit: "4B", note: "It drips" } },
    ]);
    const [, second] = await requestsOf("marker-form");
    expect(JSON.stringify(second?.request)).toContain(
      JSON.stringify('{"unit":"4B","note":"It drips"}').slice(1, -1),
    );
    page.close();
  });

  it("stops at an approval without asking the model again, and shows the card", async () => {
    const identity = newIdentity();
    await script("marker-gate", [
      { content: [calls("s", "send_message", { to: "+14125550111", text: "The plumber comes at 3." })] },
      says("This must not be asked for."),
    ]);
    const page = await Page.open(identity, await session());
    page.send("marker-gate");
    const { approval } = await page.next("approval.requested");
    expect(approval.effects[0]?.document).toMatchObject({ text: "The plumber comes at 3." });
    await page.next("turn.finished", (frame) => frame.stopReason === "waiting_approval");
    expect(await requestsOf("marker-gate")).toHaveLength(1);
    page.say({ type: "hello" });
    const snapshot = await page.next("snapshot");
    expect(snapshot.approvals.map(({ id }) => id)).toEqual([approval.id]);
    expect(snapshot.conversation.status).toBe("waiting_approval");
    page.close();
  });
});

describe("a model that fails", () => {
  it("is asked again, with a notice, when it is busy", async () => {
    const identity = newIdentity();
    await script("marker-busy", [{ error: { status: 529, type: "overloaded_error" } }, says("Here I am.")]);
    const page = await Page.open(identity, await session());
    page.send("marker-busy");
    await page.next("turn.finished", (frame) => frame.stopReason === "end_turn");
    expect(page.of("turn.notice").map(({ notice }) => notice)[0]).toContain("busy");
    expect(page.of("turn.notice").at(-1)?.notice).toBeNull();
    expect(page.streamed()).toBe("Here I am.");
    page.close();
  });

  it("makes the text of a cut stream void and asks again as a new attempt", async () => {
    const identity = newIdentity();
    await script("marker-cut", [
      says("Half of an answer that is cut off somewhere", { cutAfterChunks: 4, chunkDelayMs: 60 }),
      says("Whole."),
    ]);
    const page = await Page.open(identity, await session());
    page.send("marker-cut");
    const restarted = await page.next("turn.restarted");
    expect(restarted.attempt).toBe(2);
    await page.next("turn.finished", (frame) => frame.stopReason === "end_turn");
    expect(page.streamed(2)).toBe("Whole.");
    expect((await messagesOf(identity)).map(textOf)).toEqual(["marker-cut", "Whole."]);
    page.close();
  });

  it("fails the turn openly when the request is refused, and the next message works", async () => {
    const identity = newIdentity();
    await script("marker-refused", [{ error: { status: 401, type: "authentication_error" } }]);
    await script("marker-again", [says("Back.")]);
    const page = await Page.open(identity, await session());
    page.send("marker-refused");
    const failed = await page.next("turn.failed");
    expect(failed.error.code).toBe("not_configured");
    page.say({ type: "hello" });
    expect((await page.next("snapshot")).conversation).toMatchObject({
      status: "failed",
      lastStop: { reason: "failed", code: "not_configured" },
    });
    page.send("marker-again");
    await page.next("turn.finished", (frame) => frame.stopReason === "end_turn");
    page.close();
  });
});
