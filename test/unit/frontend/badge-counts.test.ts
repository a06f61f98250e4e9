import { describe, expect, it } from "vitest";
import { badgeCounts, tabTitle, totalOf } from "../../../frontend/src/components/badge-counts.ts";
import type { Approval } from "../../../src/approvals/api/approval.ts";
import type { Conversation } from "../../../src/agent/api/conversation.ts";
import type { NotificationView } from "../../../src/notifications/api/notifications.ts";

const conversation = (
  id: string,
  unread: boolean,
  deletedAt: string | null = null,
  change: Partial<Conversation> = {},
): Conversation => ({
  id,
  title: id,
  source: "web_chat",
  status: "idle",
  unread,
  lastMessageAt: "2026-11-21T10:00:00Z",
  preview: "",
  costUsd: 0,
  deletedAt,
  ...change,
});

/** Of an approval only what the rule reads. */
const approval = (conversationId: string, status: Approval["status"] = "pending"): Approval =>
  ({ id: `ap-${conversationId}`, conversationId, status }) as Approval;

const alert = (url: string, change: Partial<NotificationView> = {}): NotificationView => ({
  id: `n-${url}`,
  kind: "alert",
  title: "Not handled: text from Maria",
  body: "",
  url,
  createdAt: "2026-11-21T10:00:00Z",
  resolvedAt: null,
  resolution: null,
  deliveries: 1,
  urgent: false,
  read: false,
  heldUntil: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  escalations: 0,
  ...change,
});

const none = { waiting: 0, questions: 0, chats: 0, inbox: 0, news: 0 };
const nothing = { approvals: [], conversations: [], threads: [], notifications: [], openId: null };

describe("what badges count", () => {
  it("counts an unread conversation whose approval waits once: where it is decided", () => {
    const counts = badgeCounts({
      ...nothing,
      approvals: [approval("a")],
      conversations: [conversation("a", true), conversation("b", true)],
    });
    expect(counts).toEqual({ ...none, waiting: 1, chats: 1 });
  });

  it("counts a notification only where neither an approval nor a conversation says it already", () => {
    const counts = badgeCounts({
      ...nothing,
      approvals: [approval("a")],
      conversations: [conversation("b", true)],
      notifications: [
        alert("/conversations/a"),
        alert("/conversations/b"),
        alert("/conversations/c"),
        alert("/settings/usage"),
        alert("/approvals/ap-a", { kind: "approval" }),
        alert("/activity", { read: true }),
        alert("/search", { resolvedAt: "2026-11-21T10:00:00Z" }),
        alert("/schedules", { acknowledgedAt: "2026-11-21T10:00:00Z" }),
      ],
      openId: null,
    });
    expect(counts).toEqual({ ...none, waiting: 1, chats: 1, news: 2 });
    expect(totalOf(counts)).toBe(4);
  });

  it("reads the id of a conversation from an address as the browser would", () => {
    const counts = badgeCounts({
      ...nothing,
      conversations: [conversation("sms:+14125550142", true)],
      notifications: [alert("/conversations/sms%3A%2B14125550142?message=m1")],
    });
    expect(counts.news).toBe(0);
  });

  it("does not count what is open in front of the reader, nor what was deleted, nor decided approvals", () => {
    const counts = badgeCounts({
      ...nothing,
      approvals: [approval("d", "done"), approval("e", "needs_human")],
      conversations: [
        conversation("a", true),
        conversation("b", true),
        conversation("c", false),
        conversation("d", true, "2026-11-21T10:00:00Z"),
      ],
      notifications: [alert("/conversations/a")],
      openId: "a",
    });
    expect(counts).toEqual({ ...none, waiting: 1, chats: 1 });
  });

  it("counts somebody's unread texts once, and only where neither an approval, a conversation nor what is open says it", () => {
    const thread = (number: string, line = "+14125550100") => ({
      number,
      line,
      conversationId: `sms:${number}`,
    });
    const counts = badgeCounts({
      approvals: [approval("sms:+14125550001")],
      conversations: [conversation("sms:+14125550002", true), conversation("sms:+14125550003", false)],
      threads: ["1", "2", "3", "4", "5"]
        .map((last) => thread(`+1412555000${last}`))
        .concat(thread("+14125550003", "+14125550101")),
      notifications: [
        alert("https://app.example/texts/%2B14125550003?line=x"),
        alert("/texts/%2B14125550009"),
      ],
      openId: "sms:+14125550005",
    });
    expect(counts).toEqual({ ...none, waiting: 1, chats: 1, inbox: 2, news: 1 });
    expect(totalOf(counts)).toBe(5);
  });

  it("counts a question once, and unread conversations behind the door that lists them", () => {
    const counts = badgeCounts({
      ...nothing,
      approvals: [approval("q2")],
      conversations: [
        conversation("q1", true, null, { status: "waiting_answer" }),
        conversation("q2", true, null, { status: "waiting_answer" }),
        conversation("q3", false, "2026-11-21T10:00:00Z", { status: "waiting_answer" }),
        conversation("sms:+14125550001", true, null, { source: "sms" }),
        conversation("mail", true, null, { source: "email" }),
        conversation("slack", true, null, { source: "team_slack" }),
      ],
      threads: [
        { number: "+14125550001", line: "+14125550100", conversationId: "sms:+14125550001" },
        { number: "18f2", line: "office@alder.example", conversationId: "mail" },
      ],
      notifications: [alert("/conversations/q1")],
    });
    expect(counts).toEqual({ waiting: 1, questions: 1, chats: 1, inbox: 2, news: 0 });
    expect(totalOf(counts)).toBe(5);
  });

  it("puts the number into the tab's title only where there is one", () => {
    expect(tabTitle("Approvals", 3)).toBe("(3) Approvals · Steward");
    expect(tabTitle(undefined, 0)).toBe("Steward");
    expect(tabTitle("Usage", 250)).toBe("(99+) Usage · Steward");
  });
});
