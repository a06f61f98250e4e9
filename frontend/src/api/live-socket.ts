/** A reconnecting socket: back-off, heartbeat, and the one close code that means "sign in again". Independent of the payload. */
import { CLOSE_CODES } from "../../../src/platform/api/socket.ts";
import { announceSessionOver } from "./call.ts";
import { backoffMs } from "./backoff.ts";

export type LineState = "connecting" | "open" | "waiting" | "closed";

const HEARTBEAT_MS = 25_000;
const SILENCE_MS = 12_000;
/** Larger frames are not read at all: the server sends none (a window of messages is cut far below). */
const MAX_FRAME_CHARS = 8_000_000;

export interface LiveSocketOptions {
  readonly path: string;
  /** First thing sent on every new connection. */
  readonly greeting?: string;
  /** `undefined` is a frame that could not be read. */
  readonly onMessage: (data: unknown) => void;
  readonly onState: (state: LineState) => void;
  /** Called after a connection that never opened; false ends the attempts. */
  readonly onRefused?: () => Promise<boolean>;
}

/** Connects immediately. `close()` is final. */
export class LiveSocket {
  private readonly options: LiveSocketOptions;
  private socket: WebSocket | null = null;
  private attempt = 0;
  private retryTimer: number | undefined;
  private heartbeatTimer: number | undefined;
  private silenceTimer: number | undefined;
  private ended = false;

  constructor(options: LiveSocketOptions) {
    this.options = options;
    window.addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  /** Sends when the line is open; says whether it was. */
  send(frame: unknown): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  close(): void {
    this.ended = true;
    window.removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.clearTimers();
    this.socket?.close(1000);
    this.options.onState("closed");
  }

  private readonly hurry = (): void => {
    if (this.ended || document.visibilityState === "hidden") return;
    if (this.socket?.readyState === WebSocket.OPEN) this.heartbeat();
    else if (this.retryTimer !== undefined) {
      this.attempt = 0;
      this.connect();
    }
  };

  private connect(): void {
    this.clearTimers();
    this.options.onState("connecting");
    const address = new URL(this.options.path, window.location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.socket = socket;
    let opened = false;
    socket.addEventListener("open", () => {
      opened = true;
      if (this.options.greeting) socket.send(this.options.greeting);
      this.options.onState("open");
      this.heartbeatTimer = window.setInterval(() => this.heartbeat(), HEARTBEAT_MS);
    });
    socket.addEventListener("message", (event) => {
      this.attempt = 0;
      window.clearTimeout(this.silenceTimer);
      this.silenceTimer = undefined;
      this.options.onMessage(parseJson(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (this.ended || this.socket !== socket) return;
      void this.lost(event.code, opened);
    });
  }

  private async lost(code: number, opened: boolean): Promise<void> {
    this.clearTimers();
    if (code === CLOSE_CODES.sessionOver) {
      this.ended = true;
      this.options.onState("closed");
      announceSessionOver();
      return;
    }
    this.options.onState("waiting");
    const isRefused = !opened || code === CLOSE_CODES.private;
    if (isRefused && this.options.onRefused && !(await this.options.onRefused())) {
      this.ended = true;
      this.options.onState("closed");
      return;
    }
    if (this.ended) return;
    this.retryTimer = window.setTimeout(() => this.connect(), backoffMs(this.attempt++, Math.random()));
  }

  /** Asks for a sign of life; a connection that stays silent is dropped and opened again. */
  private heartbeat(): void {
    if (!this.send({ type: "ping" })) return;
    this.silenceTimer ??= window.setTimeout(() => {
      const socket = this.socket;
      this.socket = null;
      socket?.close();
      void this.lost(1006, true);
    }, SILENCE_MS);
  }

  private clearTimers(): void {
    window.clearTimeout(this.retryTimer);
    window.clearInterval(this.heartbeatTimer);
    window.clearTimeout(this.silenceTimer);
    this.retryTimer = undefined;
    this.silenceTimer = undefined;
  }
}

function parseJson(data: unknown): unknown {
  if (typeof data !== "string" || data.length > MAX_FRAME_CHARS) return undefined;
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
}
