/** All limits that are not tenant settings, with units in their names. */
export const LIMITS = {
  /** Maximum JSON body of an API request. */
  requestBodyBytes: 256 * 1024,
  /** Maximum frame a client may send over a socket. */
  socketFrameBytes: 64 * 1024,
  /** Maximum frames per second sent to one socket while text streams. */
  streamFramesPerSecond: 20,
  /** Messages in a socket snapshot or a page of history. */
  messageWindow: 50,
  messageWindowMax: 200,
  /** Heartbeat alarm while a turn is open: an open turn without a runner in memory has crashed. */
  turnAlarmMs: 20_000,
  /** Attempts of a turn before it is marked failed. */
  turnAttempts: 4,
  /** Retries of a model call within an attempt. */
  modelRetries: 4,
  modelTimeoutMs: 240_000,
  /** A model that has failed or hung for this long is not called again in this attempt. */
  modelTriesMs: 300_000,
  /** Parallel reads within one step. */
  parallelReads: 8,
  /** Longer tool results become a digest, or are truncated with a note. */
  toolResultChars: 10_000,
  /** Concurrent outside calls per tenant and isolate (the platform allows six per invocation). */
  outsideConcurrency: 4,
  outsideTimeoutMs: 20_000,
  outsideResponseBytes: 8 * 1024 * 1024,
  /** Time after which a crashed process's lease is taken over. */
  leaseMs: 30_000,
  /**
   * Time for which others leave a claimed effect alone: the duration of a call, and as much again for the
   * checks before it.
   */
  effectDeadlineMs: 40_000,
  /** Maximum text message length of the provider (Quo v1: 1 to 1600). */
  smsChars: 1600,
  pageSize: 50,
  pageSizeMax: 200,
  sessionDays: 30,
  pushPayloadBytes: 3000,
} as const;
