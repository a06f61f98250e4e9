/**
 * Says that something took longer than it may, in words by which `npm test` knows a slow machine: it looks at the file again, alone. For what a fault
 * would hold up by far more than a busy machine does; how quick a thing is, the benches say.
 */
export function expectTook(ms: number, atMostMs: number, what: string): void {
  if (!(ms <= atMostMs)) throw new Error(`took ${Math.round(ms)} ms of ${atMostMs}: ${what}`);
}
