/** Every bound of the product that is not a tenant's setting, in one place, with its unit in its name. */
export const LIMITS = {
  /** Largest JSON body of an API request. */
  requestBodyBytes: 256 * 1024,
  /** Largest frame a client may send over a socket. */
  socketFrameBytes: 64 * 1024,
  /** Longest message a person may send. */
  messageChars: 32_000,
  /** Frames a second sent to one socket while text streams (DESIGN.md section 3.4). */
  streamFramesPerSecond: 20,
  /** Messages in a socket snapshot or a page of history. */
  messageWindow: 50,
  messageWindowMax: 200,
  /** Heartbeat alarm while a turn is open: an open turn without a runner in memory has crashed. */
  turnAlarmMs: 20_000,
  /** Attempts of one turn before it is marked failed. */
  turnAttempts: 4,
  /** Retries of one model call inside an attempt. */
  modelRetries: 4,
  modelTimeoutMs: 240_000,
  /** A model that has failed or hung for so long is asked no more in this attempt. */
  modelTriesMs: 300_000,
  /** Reads of one step that run at the same time. */
  parallelReads: 8,
  /** A tool result larger than this is cut, with a note saying so. */
  toolResultChars: 10_000,
  /** Outside calls made for one tenant at the same time by an isolate (the platform allows an invocation six). */
  outsideConcurrency: 4,
  outsideTimeoutMs: 20_000,
  outsideResponseBytes: 8 * 1024 * 1024,
  /** What a dead process held is taken by the next after so long. */
  leaseMs: 30_000,
  /** A claim on an effect is left alone by others until then: the time of a call, and as much for what is checked before it. */
  effectDeadlineMs: 40_000,
  /** Text message length the provider takes (Quo v1: 1 to 1600). */
  smsChars: 1600,
  pageSize: 50,
  pageSizeMax: 200,
  sessionDays: 30,
  pushPayloadBytes: 3000,
} as const;
