/** What a page may send over its socket: how large, how often, and only while its session lives. */
import { beforeEach, describe, expect, it } from "vitest";
import { FrameGuard, type SocketSession } from "../../../../src/agent/conversations/frame-guard.ts";
import { Peers, type Peer } from "../../../../src/agent/conversations/peers.ts";
import { LIMITS } from "../../../../src/kernel/limits.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { CLOSE_CODES } from "../../../../src/platform/api/socket.ts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const PING = JSON.stringify({ type: "ping" });
const SESSION: SocketSession = {
  sessionId: "session_dana",
  sessionExpiresAt: "2026-11-21T12:10:00.000Z",
  userId: "user_dana",
  userName: "Dana Whitfield",
};

let nowMs: number;
let performed: string[];
let sent: { type: string; error?: { code: string } }[];
let closed: number[];
let alive: () => Promise<boolean>;
let guard: FrameGuard;
const peer: Peer = {
  id: "peer-1",
  send: (text) => void sent.push(JSON.parse(text) as (typeof sent)[number]),
  close: (code) => void closed.push(code),
};

beforeEach(() => {
  nowMs = NOW;
  [performed, sent, closed] = [[], [], []];
  alive = () => Promise.resolve(true);
  guard = new FrameGuard({
    clock: { now: () => nowMs },
    logger: silentLogger,
    peers: new Peers(() => [peer]),
    sessionAlive: () => alive(),
    perform: (frame) => {
      performed.push(frame.type);
      return Promise.resolve(null);
    },
  });
});

const codes = () => sent.map(({ error }) => error?.code);

describe("a frame", () => {
  it("is carried out while its session lives", async () => {
    await guard.take(peer, SESSION, PING);
    expect([performed, sent, closed]).toEqual([["ping"], [], []]);
  });

  it.each([
    ["no session", null, () => Promise.resolve(true)],
    ["a session that was ended", SESSION, () => Promise.resolve(false)],
    ["a session no one can ask about", SESSION, () => Promise.reject(new Error("the database is away"))],
    [
      "a session that is over",
      { ...SESSION, sessionExpiresAt: "2026-11-21T12:00:00.000Z" },
      () => Promise.resolve(true),
    ],
  ] as const)("of %s changes nothing and ends the socket", async (_what, session, sessionAlive) => {
    alive = sessionAlive;
    await guard.take(peer, session, PING);
    expect([performed, closed]).toEqual([[], [CLOSE_CODES.sessionOver]]);
  });

  it("may have so many bytes and not one more, whatever its characters and its kind", async () => {
    const padded = (length: number): string => PING + " ".repeat(length - PING.length);
    await guard.take(peer, SESSION, padded(LIMITS.socketFrameBytes));
    expect([performed, closed]).toEqual([["ping"], []]);
    for (const frame of [
      padded(LIMITS.socketFrameBytes + 1),
      "ü".repeat(LIMITS.socketFrameBytes / 2 + 1),
      new Uint8Array(LIMITS.socketFrameBytes + 1),
      new ArrayBuffer(LIMITS.socketFrameBytes + 1),
    ])
      await guard.take(peer, SESSION, frame);
    expect(performed).toEqual(["ping"]);
    expect(codes()).toEqual(Array.from({ length: 4 }, () => "too_large"));
    expect(closed).toEqual(Array.from({ length: 4 }, () => CLOSE_CODES.tooLarge));
  });
});

describe("a page that sends too much", () => {
  it("may send 120 frames at once and 30 a second after", async () => {
    for (let frame = 0; frame < 121; frame++) await guard.take(peer, SESSION, PING);
    expect(performed.length).toBe(120);
    expect(codes()).toEqual(["rate_limited"]);
    nowMs += 1_000;
    for (let frame = 0; frame < 31; frame++) await guard.take(peer, SESSION, PING);
    expect(performed.length).toBe(150);
    expect(closed).toEqual([]);
  });

  it("loses its socket at the 301st refused frame, also where it waits a little in between", async () => {
    const refuse = async (frames: number) => {
      for (let frame = 0; frame < frames; frame++) await guard.take(peer, SESSION, PING);
    };
    await refuse(120 + 200);
    nowMs += 1_000;
    await refuse(30 + 100);
    expect(closed).toEqual([]);
    await refuse(1);
    expect(closed).toEqual([CLOSE_CODES.tooMany]);
    expect(performed.length).toBe(150);
  });

  it("is forgiven once it has been quiet, and counted apart from other pages", async () => {
    for (let frame = 0; frame < 120 + 300; frame++) await guard.take(peer, SESSION, PING);
    await guard.take({ ...peer, id: "peer-2" }, SESSION, PING);
    expect(performed.length).toBe(121);
    nowMs += 4_000;
    for (let frame = 0; frame < 120 + 300; frame++) await guard.take(peer, SESSION, PING);
    expect(closed).toEqual([]);
  });
});
