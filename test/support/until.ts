/** Waiting inside workerd for what its objects and queues do by themselves. */

/** The first look is at once; what takes long is looked at less often, for looking takes time from what is waited for. */
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

/**
 * Waits until something holds. Fails at once with what the probe throws (`CannotCome` where nothing can change any more), else after the time given, which is
 * long enough for a machine that is busy with other tests.
 */
export async function until<Value>(
  probe: () => Promise<Value | null | false | undefined> | Value | null | false | undefined,
  timeoutMs = 90_000,
): Promise<Value> {
  const deadline = Date.now() + timeoutMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.3, LONGEST_PAUSE_MS)) {
    const value = await probe();
    if (value !== null && value !== false && value !== undefined) return value;
    if (Date.now() > deadline) throw new Error("it did not come to hold in time");
    // Not `setTimeout`: the test runner's own looks through the stack each time.
    await scheduler.wait(pauseMs);
  }
}
