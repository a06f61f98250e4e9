/** A question to a colleague: whose devices ring, what settles it, and that a draft beside it neither hides nor closes it. */
import { runs } from "../../../../src/agent/tables/conversations.ts";
import { project } from "../../../../src/agent/conversations/project.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { Author } from "../../../../src/agent/api/message.ts";
import { openQuestions } from "../../../../src/agent/conversations/state.ts";
import { noticeOf, type Notice } from "../../../../src/agent/conversations/background-run.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { notifications, pushSubscriptions } from "../../../../src/notifications/tables/notifications.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { tell, type NotificationDeps } from "../../../../src/notifications/index.ts";
import type { Question } from "../../../../src/agent/api/conversation-frames.ts";
import type { RunEnd } from "../../../../src/agent/runs/index.ts";
import { freshRecords, records } from "../../../support/node-d1.ts";
import { IDENTITY, Memory, memorySql } from "./memory.ts";

const DANA = { kind: "user", id: "user_demo_dana", name: "Dana Whitfield" } as const;
const PRIYA = "user_demo_priya";
const NOW = Date.parse("2026-11-23T18:00:00Z");
const db = () => dbFor(records, "tenant_alder");

beforeEach(() => freshRecords());

const QUESTION: Question = {
  toolCallId: "toolu_q",
  question: "When can you show 4B?",
  options: ["Monday", "Tuesday"],
  requiredFor: null,
  to: { kind: "colleague", name: "Priya Raman", userId: PRIYA },
};

/** A turn of Dana's that ended with a question. */
function asked(
  question: Question,
  reason: "waiting_answer" | "waiting_approval" = "waiting_answer",
  watched = false,
): Memory {
  const memory = new Memory();
  memory.watched = watched;
  memory.say("Ask when we can show 4B.");
  const turn = memory.log.next()?.turn.id ?? "";
  memory.log.note({ question });
  memory.log.end(turn, { reason, error: null });
  return memory;
}

function depsWith(sendPush: NotificationDeps["sendPush"]): NotificationDeps {
  return {
    db: db(),
    clock: { now: () => NOW },
    ids: { newId: () => crypto.randomUUID() },
    logger: silentLogger,
    sendPush,
    timeZone: async () => "America/New_York",
    appUrl: "https://app.example",
    allowsEndpoint: () => true,
    publish: async () => {},
    sleep: async () => {},
  };
}

function takeNotices({ log }: Memory): Notice[] {
  const entries = log.store.outbox().filter(({ kind }) => kind === "notice");
  const notices = entries.flatMap((entry) => noticeOf(log, entry) ?? []);
  log.store.clearOutbox(entries);
  return notices;
}

it("is quoted in the record of its run", async () => {
  const { log } = asked(QUESTION);
  await project(db(), log);
  expect(await db().rows(runs)).toMatchObject([{ outcome: QUESTION.question }]);
});

it("rings the colleague's devices alone, in the agent's words, until somebody answers", async () => {
  for (const userId of [DANA.id, PRIYA])
    await db().insert(pushSubscriptions, {
      id: `device_${userId}`,
      userId,
      sessionId: null,
      endpoint: `https://push.example/${userId}`,
      p256dh: "k",
      auth: "a",
      device: "Phone",
      createdAt: "2026-11-01T00:00:00.000Z",
      lastUsedAt: null,
      pausedAt: null,
    });
  const rung: { readonly endpoint: string; readonly payload: string }[] = [];
  const deps = depsWith(async ({ endpoint }, payload) => {
    rung.push({ endpoint, payload });
    return { kind: "sent", status: 201 };
  });
  const memory = asked(QUESTION);
  for (const notice of takeNotices(memory)) await tell(deps, notice);
  expect(rung.map(({ endpoint }) => endpoint)).toEqual([`https://push.example/${PRIYA}`]);
  const { conversationId } = memory.log.store.get().identity;
  expect(JSON.parse(rung[0]?.payload ?? "")).toMatchObject({
    title: "Steward has a question for Priya Raman",
    body: expect.stringMatching(/^When can you show 4B\?\nMonday · Tuesday\n/),
    url: `https://app.example/conversations/${conversationId}`,
  });

  memory.accept({
    messageId: "m-priya",
    author: { kind: "user", id: PRIYA, name: "Priya Raman" },
    text: "Tuesday",
  });
  memory.log.next();
  expect(memory.log.store.get().question).toBeNull();
  for (const notice of takeNotices(memory)) await tell(deps, notice);
  expect(await db().rows(notifications)).toMatchObject([
    { title: "Steward has a question for Priya Raman", resolution: "Answered by Priya Raman" },
  ]);
});

it("rings whoever is in the chat for a question to them, and no one while a page shows it", () => {
  const { to: _nobody, ...open } = QUESTION;
  expect(takeNotices(asked(open, "waiting_answer", true))).toEqual([]);
  expect(takeNotices(asked(open))).toMatchObject([
    { kind: "asked", asks: { question: open, to: { name: "Dana Whitfield" } } },
  ]);
});

it("rings beside a draft that waits, and stays open when that is decided", () => {
  const memory = asked(QUESTION, "waiting_approval");
  expect(takeNotices(memory)).toMatchObject([{ kind: "asked", asks: { question: QUESTION } }]);
  memory.outcome({
    part: {
      type: "outcome",
      approvalId: "a",
      state: "done",
      text: "Sent.",
      receipts: [],
      decidedBy: null,
      reason: null,
      edits: [],
    },
    siblingsInFlight: 0,
  });
  const turn = memory.log.next()?.turn;
  expect(turn?.kind).toBe("outcome");
  expect(memory.of("question.asked").at(-1)?.question.toolCallId).toBe("toolu_q");
  memory.log.end(turn?.id ?? "", { reason: "end_turn", error: null });
  expect(memory.log.store.get()).toMatchObject({ status: "waiting_answer", question: QUESTION });
  expect(takeNotices(memory)).toEqual([]);
});

it("stays open where the draft beside it is withdrawn, which starts no turn", () => {
  const memory = asked(QUESTION, "waiting_approval");
  memory.log.closeApproval("a");
  expect(memory.log.store.get()).toMatchObject({ status: "waiting_answer", question: QUESTION });
});

it("tells whoever asked that there is no answer, and no one while a page shows it or where they stopped it", () => {
  const failed = { code: "upstream_failed", message: "The model can't be reached right now." } as const;
  const ended = (watched: boolean, end: RunEnd): Notice[] => {
    const memory = new Memory();
    memory.watched = watched;
    memory.say("What came in?");
    memory.log.end(memory.log.next()?.turn.id ?? "", end);
    return takeNotices(memory);
  };
  expect(ended(false, { reason: "failed", error: failed })).toMatchObject([
    { kind: "unfinished", said: failed.message, askedBy: { userId: "user_dana", name: "Dana Whitfield" } },
  ]);
  expect(ended(true, { reason: "failed", error: failed })).toEqual([]);
  expect(ended(false, { reason: "stopped_by_user", error: null })).toEqual([]);
});

it("is not put to the colleague whose text led to it, who gets Steward's words alone", () => {
  const said = (question: Question): string[] => {
    const memory = new Memory(memorySql(), { ...IDENTITY, source: "team_text" });
    memory.accept({ messageId: "text.AC1", author: DANA, text: "Ask when we can show 4B." });
    const turn = memory.log.next()?.turn.id ?? "";
    memory.log.note({ question });
    memory.log.end(turn, { reason: "waiting_answer", error: null });
    return takeNotices(memory).flatMap((notice) => (notice.kind === "replied" ? [notice.said] : []));
  };
  expect(said(QUESTION)).toEqual(["I’ve asked Priya Raman."]);
  const { to: _nobody, ...open } = QUESTION;
  expect(said(open)).toEqual(["When can you show 4B?\n1. Monday\n2. Tuesday"]);
});

describe("a question to a colleague, when others write in its thread", () => {
  const TOM = { kind: "user", id: "user_demo_tom", name: "Tom Okafor" } as const;
  const ASKED_PRIYA = { kind: "user", id: PRIYA, name: "Priya Raman" } as const;
  const OTHER: Question = {
    ...QUESTION,
    toolCallId: "toolu_r",
    question: "Who has the key?",
    options: ["Me"],
  };

  function says(memory: Memory, author: Author, text: string, asks?: Question): string {
    memory.accept({ messageId: `m-${text}`, author, text });
    const turn = memory.log.next()?.turn.id ?? "";
    if (asks !== undefined) memory.log.note({ question: asks });
    memory.log.end(turn, { reason: asks === undefined ? "end_turn" : "waiting_answer", error: null });
    return turn;
  }
  const open = ({ log }: Memory): string[] =>
    openQuestions(log.store.get()).map(({ toolCallId }) => toolCallId);

  it("stays open, and only the colleague's own message answers it", () => {
    const memory = asked(QUESTION);
    takeNotices(memory);
    for (const author of [DANA, TOM, { kind: "contact", name: "Hazel Baird" } as const])
      says(memory, author, `Something else, ${author.name}`);
    expect(memory.log.store.get()).toMatchObject({ status: "waiting_answer", answered: null });
    expect(memory.of("question.asked").at(-1)?.question.toolCallId).toBe("toolu_q");
    expect(takeNotices(memory).filter(({ kind }) => kind === "answered" || kind === "asked")).toEqual([]);
    says(memory, ASKED_PRIYA, "After lunch on Tuesday");
    expect(memory.log.store.get()).toMatchObject({ status: "idle", question: null, answered: QUESTION });
    expect(takeNotices(memory)).toMatchObject([{ kind: "answered", name: "Priya Raman", stillAsked: [] }]);
  });

  it("is answered by anyone who takes one of its options", () => {
    const memory = asked(QUESTION);
    says(memory, TOM, "Tuesday");
    expect(open(memory)).toEqual([]);
    expect(memory.log.store.get().answered).toEqual(QUESTION);
  });

  it("waits beside another one, and each is answered by itself", () => {
    const memory = asked(QUESTION);
    says(memory, DANA, "And who has the key?", OTHER);
    expect(open(memory)).toEqual(["toolu_q", "toolu_r"]);
    expect(memory.log.store.get().question).toEqual(OTHER);
    takeNotices(memory);
    says(memory, ASKED_PRIYA, "Monday");
    expect(open(memory)).toEqual(["toolu_r"]);
    expect(takeNotices(memory)).toMatchObject([{ kind: "answered", stillAsked: ["toolu_r"] }]);
    says(memory, ASKED_PRIYA, "I gave it to Tom");
    expect(open(memory)).toEqual([]);
    expect(memory.log.store.get()).toMatchObject({ status: "idle", answered: OTHER });
  });

  it("closes with the next message if it named no colleague", () => {
    const { to: _nobody, ...anyone } = QUESTION;
    const memory = asked(anyone);
    says(memory, TOM, "Something else");
    expect(open(memory)).toEqual([]);
  });

  it("doesn't let an answer settle the news of the other", async () => {
    const deps = depsWith(async () => ({ kind: "sent", status: 201 }));
    const memory = asked(QUESTION);
    for (const notice of takeNotices(memory)) await tell(deps, notice);
    says(memory, DANA, "And who has the key?", OTHER);
    for (const notice of takeNotices(memory)) await tell(deps, notice);
    says(memory, ASKED_PRIYA, "Monday");
    for (const notice of takeNotices(memory)) await tell(deps, notice);
    const news = await db().rows(notifications);
    expect(news.map(({ body, resolution }) => [body.split("\n")[0], resolution])).toEqual([
      ["When can you show 4B?", "Answered by Priya Raman"],
      ["Who has the key?", null],
    ]);
  });
});

it("all of what Steward says in a turn reaches a colleague who texts", () => {
  const memory = new Memory(memorySql(), { ...IDENTITY, source: "team_text" });
  memory.accept({
    messageId: "text.AC1",
    author: DANA,
    text: "n remind me fri to put the ladder on the van",
  });
  const turn = memory.log.next()?.turn.id ?? "";
  for (const [at, text] of [
    "I'll remind you on Friday.",
    "",
    "[NO_ACTION_NEEDED] Priya has been told.",
  ].entries())
    memory.log.append({
      id: `r${at}`,
      kind: "reply",
      role: "assistant",
      parts: [{ type: "text", text }],
      author: { kind: "agent", name: "Steward" },
      createdAt: "2026-11-23T18:00:00.000Z",
      runId: turn,
      queued: false,
    });
  memory.log.end(turn, { reason: "end_turn", error: null });
  expect(takeNotices(memory).map(({ said }) => said)).toEqual([
    "I'll remind you on Friday.\nPriya has been told.",
  ]);
});
