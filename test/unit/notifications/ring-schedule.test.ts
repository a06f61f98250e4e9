import { describe, expect, it } from "vitest";
import {
  escalates,
  holdUntil,
  nextRing,
  type Escalation,
  type NotificationRow,
} from "../../../src/notifications/ring-schedule.ts";
import type { TextState } from "../../../src/notifications/ports.ts";
import { DEFAULT_ON_CALL, type OnCall } from "../../../src/notifications/api/on-call.ts";

const NOON = Date.parse("2026-11-21T17:00:00Z");
const ZONE = "America/New_York";
const MIN = 60_000;
const at = (ms: number): string => new Date(ms).toISOString();

function row(change: Partial<NotificationRow> = {}): NotificationRow {
  const texts = { id: "n", tenantId: "t", dedupeKey: "k", title: "T", body: "B", url: "/", tag: "tag" };
  const nothing = {
    resolvedAt: null,
    resolution: null,
    ringing: false,
    heldUntil: null,
    dueAt: null,
    audience: null,
    only: null,
    othersAt: null,
  };
  const unanswered = {
    acknowledgedAt: null,
    acknowledgedById: null,
    acknowledgedByName: null,
    escalations: 0,
  };
  const kind = { kind: "approval", subjectId: "a", occasion: "requested", ordinal: 0 } as const;
  return { ...texts, ...nothing, ...unanswered, ...kind, urgent: true, createdAt: at(NOON), ...change };
}

const person = (userId: string, hours: OnCall["people"][number]["hours"] = null) => ({
  userId,
  hours,
  channel: "push" as const,
  phone: null,
});
const onCall: OnCall = { ...DEFAULT_ON_CALL, people: [person("dana"), person("marcus")] };

function step(ordinal: number, userId: string, ms: number, state: Escalation["state"] = "asked"): Escalation {
  const ids = { id: `e${ordinal}`, tenantId: "t", notificationId: "n" };
  return { ...ids, ordinal, userId, channel: "push", state, at: at(ms) };
}

const next = (
  minutes: number,
  change: Partial<NotificationRow> = {},
  steps: Escalation[] = [],
  options: { onCall?: OnCall; open?: boolean; members?: string[]; texts?: Record<string, TextState> } = {},
) =>
  nextRing(row(change), steps, options.onCall ?? onCall, {
    nowMs: NOON + minutes * MIN,
    timeZone: ZONE,
    open: options.open ?? true,
    members: new Set(options.members ?? ["dana", "marcus"]),
    texts: new Map(Object.entries(options.texts ?? {})),
  });

describe("an urgent notification", () => {
  it("waits for an answer first", () => {
    expect(next(9)).toEqual({ do: "wait", untilMs: NOON + 10 * MIN });
  });

  it("goes to the first person on call after the time set", () => {
    expect(next(10)).toMatchObject({ do: "choose", ordinal: 0, person: { userId: "dana" } });
  });

  it("goes to the next after the same time again, and to no one twice", () => {
    const asked = [step(0, "dana", NOON + 10 * MIN)];
    expect(next(19, { escalations: 1 }, asked)).toMatchObject({ do: "wait", untilMs: NOON + 20 * MIN });
    expect(next(20, { escalations: 1 }, asked)).toMatchObject({ do: "choose", person: { userId: "marcus" } });
    const both = [...asked, step(1, "marcus", NOON + 20 * MIN)];
    expect(next(90, { escalations: 2 }, both)).toEqual({ do: "rest" });
  });

  it("goes on at once where somebody could not be reached", () => {
    const missed = [step(0, "dana", NOON + 10 * MIN, "missed")];
    expect(next(10, { escalations: 1 }, missed)).toMatchObject({
      do: "choose",
      person: { userId: "marcus" },
    });
  });

  it("looks a minute later whether a text went through, and rings instead where it did not", () => {
    const texted = [{ ...step(0, "dana", NOON + 10 * MIN), channel: "sms" as const }];
    const at12 = (texts: Record<string, TextState>) => next(12, { escalations: 1 }, texted, { texts });
    expect(at12({ e0: "under_way" })).toEqual({ do: "wait", untilMs: NOON + 13 * MIN });
    expect(at12({ e0: "sent" })).toEqual({ do: "wait", untilMs: NOON + 20 * MIN });
    expect(at12({ e0: "failed" })).toEqual({ do: "ring_instead", step: texted[0] });
  });

  it("finishes with a person who was chosen and perhaps not asked before it goes on", () => {
    const planned = step(0, "dana", NOON + 10 * MIN, "planned");
    expect(next(60, { escalations: 1 }, [planned])).toEqual({ do: "ask", step: planned });
  });

  it.each([
    ["somebody acknowledged it", { acknowledgedAt: at(NOON) }, {}],
    ["it was resolved", { resolvedAt: at(NOON) }, {}],
    ["the approval was decided, though the notification has not heard", {}, { open: false }],
    ["no one is on call", {}, { onCall: DEFAULT_ON_CALL }],
    ["everybody on call has left the team", {}, { members: ["priya"] }],
    ["it is not urgent", { urgent: false }, {}],
    ["it is a reminder", { occasion: "reminder" as const }, {}],
    ["it is itself a ring to somebody on call", { occasion: "on_call" as const }, {}],
  ])("rests where %s", (_, change, options) => {
    expect(next(60, change, [], options)).toEqual({ do: "rest" });
  });

  it("skips who is not on call at this hour, and looks again for them later", () => {
    const night = { from: "22:00", to: "06:00" };
    const day = { from: "08:00", to: "18:00" };
    const mixed = { ...onCall, people: [person("dana", night), person("marcus", day)] };
    expect(next(10, {}, [], { onCall: mixed })).toMatchObject({ do: "choose", person: { userId: "marcus" } });
    const asked = [step(0, "marcus", NOON + 10 * MIN)];
    const wait = { do: "wait", untilMs: NOON + 30 * MIN };
    expect(next(20, { escalations: 1 }, asked, { onCall: mixed })).toEqual(wait);
    expect(next(11 * 60, { escalations: 1 }, asked, { onCall: mixed })).toMatchObject({
      do: "choose",
      person: { userId: "dana" },
    });
  });
});

describe("staff quiet hours", () => {
  const quiet: OnCall = { ...onCall, staffQuietHours: { from: "11:00", to: "13:30" } };
  const nature = { kind: "approval", urgent: false, occasion: "requested" } as const;

  it.each([
    ["holds what can wait until they end", nature, "2026-11-21T18:30:00.000Z"],
    ["holds an alert too", { ...nature, kind: "alert", occasion: null } as const, "2026-11-21T18:30:00.000Z"],
    ["lets what is urgent through", { ...nature, urgent: true }, null],
    ["lets a test through", { ...nature, kind: "test" } as const, null],
    ["lets a person on call be rung", { ...nature, occasion: "on_call" } as const, null],
  ])("%s", (_, given, until) => {
    const heldMs = holdUntil(given, quiet, ZONE, NOON);
    expect(heldMs === null ? null : at(heldMs)).toBe(until);
  });

  it("hold nothing outside of them, or where none are set", () => {
    expect(holdUntil(nature, quiet, ZONE, NOON + 120 * MIN)).toBeNull();
    expect(holdUntil(nature, onCall, ZONE, NOON)).toBeNull();
  });

  it("ring what they held when they end, and not before", () => {
    const held = { urgent: false, heldUntil: at(NOON + 90 * MIN) };
    expect(next(89, held)).toEqual({ do: "wait", untilMs: NOON + 90 * MIN });
    expect(next(90, held)).toEqual({ do: "ring" });
    expect(next(90, held, [], { open: false })).toEqual({ do: "rest" });
  });

  it("escalate only what is urgent", () => {
    expect(escalates({ kind: "alert", urgent: true, occasion: null })).toBe(true);
    expect(escalates({ kind: "approval", urgent: false, occasion: "requested" })).toBe(false);
  });
});
