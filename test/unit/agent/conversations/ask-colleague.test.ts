/** A question to a colleague: whose devices ring, what settles it, and that a draft beside it neither hides nor closes it. */
import { runs } from "../../../../src/agent/tables/conversations.ts";
import { project } from "../../../../src/agent/conversations/project.ts";
import { beforeEach, expect, it } from "vitest";
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

function takeNotices({ log }: Memory): Notice[] {
  const entries = log.store.outbox().filter(({ kind }) => kind === "notice");
  const notices = entries.flatMap((entry) => noticeOf(log, entry) ?? []);
  log.store.clearOutbox(entries);
  return notices;
}

it("stands in the record of its run in its own words", async () => {
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
  const deps: NotificationDeps = {
    db: db(),
    clock: { now: () => NOW },
    ids: { newId: () => crypto.randomUUID() },
    logger: silentLogger,
    sendPush: async ({ endpoint }, payload) => {
      rung.push({ endpoint, payload });
      return { kind: "sent", status: 201 };
    },
    timeZone: async () => "America/New_York",
    appUrl: "https://app.example",
    allowsEndpoint: () => true,
    publish: async () => {},
    sleep: async () => {},
  };
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
