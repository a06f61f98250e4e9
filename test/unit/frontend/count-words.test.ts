import { describe, expect, it } from "vitest";
import { tabTitle, unreadCount } from "../../../frontend/src/components/count-words.ts";
import type { Conversation } from "../../../src/protocol/index.ts";

const conversation = (id: string, unread: boolean, deletedAt: string | null = null): Conversation => ({
  id,
  title: id,
  source: "web_chat",
  status: "idle",
  unread,
  lastMessageAt: "2026-11-21T10:00:00Z",
  preview: "",
  costUsd: 0,
  deletedAt,
});

describe("counts", () => {
  const all = [
    conversation("a", true),
    conversation("b", true),
    conversation("c", false),
    conversation("d", true, "2026-11-21T10:00:00Z"),
  ];

  it("does not count as unread what is open in front of the reader", () => {
    expect(unreadCount(all, "a", true)).toBe(1);
  });

  it("counts it while the tab is hidden, and never what was deleted", () => {
    expect(unreadCount(all, "a", false)).toBe(2);
  });

  it("puts the number into the tab's title only where there is one", () => {
    expect(tabTitle("Approvals", 3)).toBe("(3) Approvals · Steward");
    expect(tabTitle(undefined, 0)).toBe("Steward");
    expect(tabTitle("Usage", 250)).toBe("(99+) Usage · Steward");
  });
});
