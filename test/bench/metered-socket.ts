/** A WebSocket that counts what passes over it, in bytes of payload. */
import { setTimeout as sleep } from "node:timers/promises";

const QUIET_MS = 60;

export class MeteredSocket {
  readonly #socket: WebSocket;
  readonly #listeners = new Set<(text: string) => void>();
  readonly #losers = new Set<(error: Error) => void>();
  upBytes = 0;
  downBytes = 0;
  #lastAt = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", (event) => {
      const text = String(event.data);
      this.#lastAt = performance.now();
      this.downBytes += Buffer.byteLength(text);
      for (const listener of this.#listeners) listener(text);
    });
    socket.addEventListener("close", ({ code }) => {
      for (const lose of this.#losers) lose(new Error(`the socket was closed (${code})`));
    });
  }

  /** Opens it; rejects where the other side refuses. */
  static async open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<MeteredSocket> {
    const Socket = WebSocket as unknown as new (
      address: string,
      options: { headers: Readonly<Record<string, string>> },
    ) => WebSocket;
    const socket = new Socket(url.replace(/^http/, "ws"), { headers });
    const metered = new MeteredSocket(socket);
    await new Promise<void>((done, failed) => {
      socket.addEventListener("open", () => done(), { once: true });
      socket.addEventListener("error", () => failed(new Error(`the socket ${url} did not open`)), {
        once: true,
      });
    });
    return metered;
  }

  send(text: string): void {
    this.upBytes += Buffer.byteLength(text);
    this.#socket.send(text);
  }

  /** Calls `take` with every text that arrives until it returns true; rejects where it throws, the socket closes or time runs out. */
  until(what: string, take: (text: string) => boolean, timeoutMs = 60_000): Promise<void> {
    return new Promise((done, failed) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#listeners.delete(listener);
        this.#losers.delete(lose);
      };
      const lose = (error: Error): void => {
        end();
        failed(error);
      };
      const timer = setTimeout(() => lose(new Error(`not within ${timeoutMs} ms: ${what}`)), timeoutMs);
      const listener = (text: string): void => {
        try {
          if (!take(text)) return;
          end();
          done();
        } catch (error) {
          lose(error instanceof Error ? error : new Error(String(error)));
        }
      };
      this.#listeners.add(listener);
      this.#losers.add(lose);
    });
  }

  /** Resolves once nothing has arrived for a moment. */
  async quiet(): Promise<void> {
    this.#lastAt = Math.max(this.#lastAt, performance.now());
    for (;;) {
      const waitMs = this.#lastAt + QUIET_MS - performance.now();
      if (waitMs <= 0) return;
      await sleep(waitMs);
    }
  }

  close(): void {
    this.#socket.close();
  }
}
