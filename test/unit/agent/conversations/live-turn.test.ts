import { beforeEach, describe, expect, it, vi } from "vitest";
import { LiveTurnView } from "../../../../src/agent/conversations/live-turn.ts";
import type { ServerEvent } from "../../../../src/agent/api/conversation-frames.ts";

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-11-21T15:00:00Z") }));

function view(events: ServerEvent[]): LiveTurnView {
  const made = new LiveTurnView({
    runId: "t1",
    attempt: 1,
    startedAt: "2026-11-21T15:00:00Z",
    steps: [],
    clock: { now: () => Date.now() },
    emit: (event) => events.push(event),
  });
  made.beginReply("m1");
  return made;
}
const textOf = (events: ServerEvent[]): string =>
  events.map((event) => (event.type === "text.delta" ? event.text : "")).join("");

describe("streamed text", () => {
  it("shows its first words at once", () => {
    const events: ServerEvent[] = [];
    view(events).text("Hello");
    expect(textOf(events)).toBe("Hello");
  });

  it("sends at most 20 frames a second, and nothing is lost", async () => {
    const events: ServerEvent[] = [];
    const made = view(events);
    for (let count = 0; count < 1_000; count++) {
      made.text("x");
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(events.length).toBeLessThanOrEqual(21);
    made.flush();
    expect(textOf(events)).toBe("x".repeat(1_000));
  });

  it("BYTES: sends fewer frames the longer it grows", async () => {
    const events: ServerEvent[] = [];
    const made = view(events);
    for (let count = 0; count < 600; count++) {
      made.text("word ");
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(JSON.stringify(events).length - textOf(events).length).toBeLessThan(25_000);
  });

  it("a snapshot and the frames after it are the whole text", async () => {
    const events: ServerEvent[] = [];
    const made = view(events);
    made.text("one ");
    made.text("two ");
    const snapshot = made.snapshot();
    const seen = events.length;
    made.text("three");
    await vi.advanceTimersByTimeAsync(300);
    expect(snapshot.text + textOf(events.slice(seen))).toBe("one two three");
  });

  it("of a dead attempt is not sent any more", async () => {
    const events: ServerEvent[] = [];
    const made = view(events);
    made.text("one");
    made.text("two");
    made.close();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(textOf(events)).toBe("one");
  });
});
