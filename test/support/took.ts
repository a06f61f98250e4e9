/**
 * Bounds for what a fault would hold up by far more than a busy machine does; how quick a thing is, the benches say. In `unit` only the process's own time is
 * measured, which other work on the machine does not lengthen.
 */
import { cpuUsage } from "node:process";

/** Fails where waiting took longer than it may. */
export function expectTook(ms: number, atMostMs: number, what: string): void {
  if (!(ms <= atMostMs)) throw new Error(`took ${Math.round(ms)} ms of ${atMostMs}: ${what}`);
}

/** Does some work and fails where it cost more time of the processor than it may. */
export function expectCheap(atMostMs: number, what: string, work: () => void): void {
  const before = cpuUsage();
  work();
  const { user, system } = cpuUsage(before);
  expectTook((user + system) / 1000, atMostMs, what);
}
