/** What services of the sandbox are given, without a server: nothing is kept, time stands where the test puts it. */
import type { OutboxItem, SandboxContext } from "../../../sandbox/service.ts";

export const NOW = Date.parse("2026-03-18T15:30:00Z");

export function ownSandbox(world: SandboxContext["world"]) {
  let nowMs = NOW;
  const outbox: OutboxItem[] = [];
  const context: SandboxContext = {
    url: "http://sandbox.test",
    appUrl: "http://app.test",
    world,
    now: () => nowMs,
    section: (_name, initial) => {
      let value = initial();
      return {
        get value() {
          return value;
        },
        isFresh: false,
        save: () => {},
        reset: () => {
          value = initial();
        },
      };
    },
    recordEffect: (service, method, path, body) =>
      void outbox.push({ service, method, path, body, at: new Date(nowMs).toISOString() }),
    markEffect: () => {},
    outbox: () => outbox,
  };
  return { context, outbox, passTime: (ms: number) => void (nowMs += ms) };
}
