/**
 * Checks frames from pages. A frame is limited in size and rate, its session is checked again, and it is
 * parsed strictly. A refused frame is answered with an `error` frame and changes nothing. Frames only make
 * requests; they can't state history, approvals or results.
 */
import type { Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { LIMITS } from "../../kernel/limits.ts";
import type { Logger } from "../../kernel/log.ts";
import type { ServerEvent } from "../api/conversation-frames.ts";
import { CLOSE_CODES, clientFrameSchema, type ClientFrame } from "../../platform/api/socket.ts";
import type { Peer, Peers } from "./peers.ts";

/** Burst of frames a page may send, and how many per second after it. */
const BURST_FRAMES = 120;
const FRAMES_PER_SECOND = 30;
/** Refused frames before the socket is closed. */
const MAX_REFUSED_FRAMES = 300;

/** The socket's owner. Stored with the socket, so that it survives hibernation. */
export interface SocketSession {
  readonly sessionId: string;
  readonly sessionExpiresAt: string;
  readonly userId: string;
  readonly userName: string;
}

interface FrameDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly peers: Peers;
  /** Whether a session may still act. `words` is the message to send, null for any other frame. */
  readonly sessionAlive: (sessionId: string, words: string | null) => Promise<boolean>;
  /** Executes a frame; what it returns is sent to the requesting page. */
  readonly perform: (frame: ClientFrame, session: SocketSession, peer: Peer) => Promise<ServerEvent | null>;
}

interface Allowance {
  tokens: number;
  at: number;
  refused: number;
}

/** Processes the frames of all sockets of a conversation. */
export class FrameGuard {
  readonly #deps: FrameDeps;
  readonly #allowances = new Map<string, Allowance>();

  constructor(deps: FrameDeps) {
    this.#deps = deps;
  }

  /** Handles one frame. Never throws. */
  async take(peer: Peer, session: SocketSession | null, data: unknown): Promise<void> {
    const { peers } = this.#deps;
    if (sizeOf(data) > LIMITS.socketFrameBytes) {
      peers.send(peer, failure("too_large", `A frame may have ${LIMITS.socketFrameBytes} bytes`));
      peer.close(CLOSE_CODES.tooLarge, "frame too large");
      return;
    }
    if (!this.#admit(peer)) return;
    const parsed = parseFrame(data);
    const words = parsed.ok && parsed.frame.type === "message.send" ? parsed.frame.text : null;
    if (session === null || !(await this.#alive(session, words))) {
      peer.close(CLOSE_CODES.sessionOver, "session over");
      return;
    }
    if (!parsed.ok) {
      peers.send(peer, failure(parsed.code, parsed.message, parsed.clientMessageId));
      return;
    }
    try {
      const answer = await this.#deps.perform(parsed.frame, session, peer);
      if (answer !== null) peers.send(peer, answer);
    } catch (error) {
      peers.send(peer, this.#failureOf(error, parsed.frame));
    }
  }

  /** The error frame for a frame that was not executed. */
  #failureOf(error: unknown, frame: ClientFrame): ServerEvent {
    const known =
      error instanceof AppError ? error : new AppError("internal", "That didn’t work. Nothing was changed.");
    if (known.code === "internal") this.#deps.logger.error("socket.frame_failed", { error });
    return failure(
      known.code,
      known.message,
      frame.type === "message.send" ? frame.clientMessageId : undefined,
    );
  }

  forget(peer: Peer): void {
    this.#allowances.delete(peer.id);
  }

  /** A token bucket per socket. Frames beyond the rate are refused, and a flood closes the socket. */
  #admit(peer: Peer): boolean {
    const now = this.#deps.clock.now();
    const known = this.#allowances.get(peer.id) ?? { tokens: BURST_FRAMES, at: now, refused: 0 };
    const refilled = known.tokens + ((now - known.at) / 1000) * FRAMES_PER_SECOND;
    const tokens = Math.min(BURST_FRAMES, refilled);
    if (tokens >= 1) {
      // Reset only after a quiet period: valid frames in between don't excuse a flood.
      const refused = tokens === BURST_FRAMES ? 0 : known.refused;
      this.#allowances.set(peer.id, { tokens: tokens - 1, at: now, refused });
      return true;
    }
    const refused = known.refused + 1;
    this.#allowances.set(peer.id, { tokens, at: now, refused });
    if (refused > MAX_REFUSED_FRAMES) peer.close(CLOSE_CODES.tooMany, "too many frames");
    else this.#deps.peers.send(peer, failure("rate_limited", "Too many frames; slow down"));
    return false;
  }

  async #alive(session: SocketSession, words: string | null): Promise<boolean> {
    if (Date.parse(session.sessionExpiresAt) <= this.#deps.clock.now()) return false;
    try {
      return await this.#deps.sessionAlive(session.sessionId, words);
    } catch (error) {
      this.#deps.logger.warn("socket.session_check_failed", { error });
      return false;
    }
  }
}

function sizeOf(data: unknown): number {
  if (typeof data === "string")
    return data.length > LIMITS.socketFrameBytes ? data.length : new TextEncoder().encode(data).length;
  return data instanceof ArrayBuffer || ArrayBuffer.isView(data) ? data.byteLength : 0;
}

type ParsedFrame =
  | { readonly ok: true; readonly frame: ClientFrame }
  | {
      readonly ok: false;
      readonly code: "invalid_json" | "invalid_request";
      readonly message: string;
      readonly clientMessageId?: string;
    };

/** Parses a frame strictly: unknown types and extra fields are refused. */
export function parseFrame(data: unknown): ParsedFrame {
  if (typeof data !== "string") return { ok: false, code: "invalid_request", message: "Frames are text" };
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return { ok: false, code: "invalid_json", message: "The frame is not JSON" };
  }
  const parsed = clientFrameSchema.safeParse(value);
  if (parsed.success) return { ok: true, frame: parsed.data };
  const id = (value as { clientMessageId?: unknown } | null)?.clientMessageId;
  return {
    ok: false,
    code: "invalid_request",
    message: parsed.error.issues[0]?.message ?? "The frame is not one a page may send",
    ...(typeof id === "string" && id.length <= 200 ? { clientMessageId: id } : {}),
  };
}

function failure(code: string, message: string, clientMessageId?: string): ServerEvent {
  return {
    type: "error",
    error: { code, message },
    ...(clientMessageId === undefined ? {} : { clientMessageId }),
  };
}
