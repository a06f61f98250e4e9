/** Today lists each thing once, and where it is decided. */
import { describe, expect, it } from "vitest";
import { greeting, needsOf, needsSentence } from "../../../frontend/src/today/needs.ts";
import type { Conversation } from "../../../src/agent/api/conversation.ts";
import type { ThreadLine } from "../../../src/messaging/api/threads.ts";
import type { TaskLine } from "../../../src/projects/api/projects-tasks.ts";
import { approvalRowOf } from "../../support/approval-of.ts";

const AT = "2026-11-29T15:00:00.000Z";
const MARIA = "+14125550142";

function conversation(id: string, change: Partial<Conversation> = {}): Conversation {
  return {
    id,
    title: id,
    source: "web_chat",
    status: "idle",
    unread: false,
    lastMessageAt: AT,
    preview: "",
    costUsd: 0,
    ...change,
  };
}

function thread(number: string, change: Partial<ThreadLine> = {}): ThreadLine {
  return {
    number,
    line: "+14125550100",
    status: "open",
    assigneeId: null,
    waitsSince: AT,
    nextAt: null,
    promised: null,
    lastIncomingAt: AT,
    channel: "text",
    call: null,
    shown: number,
    subject: null,
    conversationId: `sms:${number}`,
    name: null,
    place: null,
    lastAt: AT,
    lastDirection: "incoming",
    lastWords: "Hello?",
    unread: true,
    ...change,
  };
}

const task = (id: string, dueDate: string | null, status: TaskLine["status"] = "created"): TaskLine =>
  ({ id, dueDate, status }) as TaskLine;

const nothing = {
  approvals: [],
  conversations: [],
  threads: [],
  promised: [],
  tasks: [],
  myId: "me",
  today: "2026-11-29",
};

describe("what needs me today", () => {
  it("groups approvals by the request they came from, the urgent request first", () => {
    const { requests } = needsOf({
      ...nothing,
      approvals: [
        approvalRowOf({ id: "a1", turnId: "t1", createdAt: "2026-11-29T10:00:00.000Z" }),
        approvalRowOf({ id: "a2", turnId: "t1", createdAt: "2026-11-29T10:00:01.000Z" }),
        approvalRowOf({ id: "a3", turnId: "t2", createdAt: "2026-11-29T11:00:00.000Z", urgent: true }),
        approvalRowOf({ id: "a4", turnId: "t2", status: "done" }),
      ],
    });
    expect(requests.map(({ approvals }) => approvals.map(({ id }) => id))).toEqual([["a3"], ["a1", "a2"]]);
  });

  it("lists what was promised by when it is due, once, and not what a colleague looks after", () => {
    const due = thread("+14125550007", { promised: "I'll find out.", nextAt: "2026-11-29T22:00:00.000Z" });
    const overdue = thread("+14125550008", { promised: "We'll call you.", nextAt: null });
    const theirs = thread("+14125550009", { promised: "We'll call you.", assigneeId: "you" });
    const needs = needsOf({ ...nothing, threads: [overdue], promised: [due, theirs, overdue] });
    expect(needs.promises).toEqual([overdue, due]);
    expect(needs.threads).toEqual([]);
    expect(needsSentence(needs)).toBe("2 promises to keep.");
  });

  it("lists a text thread neither where its draft waits, nor where Steward asks, nor where it is a colleague's", () => {
    const { threads, questions } = needsOf({
      ...nothing,
      // The draft goes to Maria.
      approvals: [approvalRowOf({ conversationId: `sms:${MARIA}` })],
      conversations: [
        conversation("sms:+14125550001", { source: "sms", status: "waiting_answer" }),
        conversation(`sms:${MARIA}`, { source: "sms", status: "waiting_answer" }),
      ],
      threads: [
        thread(MARIA),
        thread("+14125550001"),
        thread("+14125550002", { assigneeId: "someone" }),
        thread("+14125550003", { assigneeId: "me" }),
        thread("+14125550004", { waitsSince: null }),
      ],
    });
    expect(threads.map(({ thread: { number } }) => number)).toEqual(["+14125550003"]);
    expect(questions.map(({ id }) => id)).toEqual(["sms:+14125550001"]);
  });

  it("puts what can't wait before who waits longest", () => {
    const { threads } = needsOf({
      ...nothing,
      conversations: [
        conversation("sms:+14125550003", {
          source: "sms",
          trigger: {
            source: "sms",
            eventId: "e",
            preview: "",
            urgent: { why: "no heat", at: AT },
          },
        }),
      ],
      threads: [
        thread("+14125550001", { waitsSince: "2026-11-29T12:00:00.000Z" }),
        thread("+14125550002", { waitsSince: "2026-11-29T11:00:00.000Z" }),
        thread("+14125550003", { waitsSince: "2026-11-29T13:00:00.000Z" }),
      ],
    });
    expect(threads.map(({ thread: { number }, urgent }) => [number.at(-1), urgent])).toEqual([
      ["3", "no heat"],
      ["2", null],
      ["1", null],
    ]);
  });

  it("lists e-mails that no one has answered and my tasks that are due, and says all of it in a sentence", () => {
    const email = (id: string, change: Partial<ThreadLine> = {}): ThreadLine =>
      thread(id, {
        channel: "email",
        line: "office@alder.example",
        subject: "Lease",
        conversationId: `email:${id}`,
        ...change,
      });
    const needs = needsOf({
      ...nothing,
      approvals: [approvalRowOf({ conversationId: "email:1" })],
      conversations: [conversation("email:3", { source: "email", status: "waiting_answer" })],
      threads: [email("1"), email("2"), email("3"), email("4", { waitsSince: null })],
      tasks: [
        task("today", "2026-11-29"),
        task("late", "2026-11-20"),
        task("done", "2026-11-20", "completed"),
        task("later", "2026-12-01"),
        task("none", null),
      ],
    });
    expect(needs.threads.map(({ thread: { number } }) => number)).toEqual(["2"]);
    expect(needs.tasks.map(({ id }) => id)).toEqual(["late", "today"]);
    expect(needsSentence(needs)).toBe(
      "1 draft to approve, 1 question from Steward, 1 person waiting for an answer, and 2 tasks due.",
    );
    expect(needsSentence(needsOf(nothing))).toBeNull();
  });

  it("greets by the hour in the team's zone", () => {
    const hours = ["09:00", "14:00", "21:00", "03:00"].map((clock) =>
      greeting(Date.parse(`2026-11-29T${clock}:00-05:00`), "America/New_York"),
    );
    expect(hours).toEqual(["Good morning", "Good afternoon", "Good evening", "Good evening"]);
  });
});
