/**
 * Structured logs. The field types enforce the rule: a log line contains IDs, codes, counts, durations and
 * our own names, never message bodies, prompts, arguments, credentials or arbitrary objects. `error` logs the
 * error's class, code and stack, without its message unless it is an AppError, whose message we wrote. Phone
 * numbers and e-mail addresses in IDs, URLs or such messages are removed from the whole line, and
 * conversation IDs, which contain numbers, are hashed.
 */
import { AppError, IntegrationError } from "./errors.ts";

/** Allowed fields: identifiers and figures. Never untrusted text. */
export interface LogFields {
  readonly requestId?: string;
  readonly tenantId?: string;
  readonly conversationId?: string;
  readonly turnId?: string;
  readonly runId?: string;
  readonly approvalId?: string;
  readonly effectId?: string;
  readonly notificationId?: string;
  readonly connectionId?: string;
  readonly scheduleId?: string;
  readonly toolCallId?: string;
  readonly userId?: string;
  readonly tool?: string;
  readonly rule?: string;
  readonly hook?: string;
  readonly model?: string;
  readonly vendor?: string;
  readonly route?: string;
  readonly method?: string;
  readonly state?: string;
  readonly code?: string;
  readonly status?: number;
  readonly attempt?: number;
  readonly count?: number;
  readonly durationMs?: number;
  readonly costMicroUsd?: number;
  readonly error?: unknown;
}

/** `event` is a constant name such as `turn.finished`. */
export interface Logger {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

function describeError(error: unknown): Record<string, unknown> {
  if (error instanceof AppError) {
    const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
    return { name: error.name, code: error.code, message: error.message, ...cause };
  }
  if (error instanceof IntegrationError) {
    return { name: error.name, vendor: error.vendor, outcome: error.outcome, status: error.status };
  }
  if (error instanceof Error) {
    const frames = (error.stack ?? "").split("\n").filter((line) => line.trimStart().startsWith("at "));
    return { name: error.name, stack: frames.slice(0, 8).map((line) => line.trim()) };
  }
  return { name: typeof error };
}

/** A phone number in E.164, also within a URL; an e-mail address. */
const NUMBER = /(?:\+|%2B)\d{6,15}/gi;
const ADDRESS = /[^\s"\\<>(),:;/]+(?:@|%40)[^\s"\\<>(),:;/]+\.[^\s"\\<>(),:;/]+/gi;

/**
 * Writes one JSON line per event to the sink. `hashed` maps a conversation ID to a stable pseudonym without
 * numbers.
 */
export function jsonLogger(
  write: (level: "info" | "warn" | "error", line: string) => void,
  hashed: (id: string) => string,
): Logger {
  const emit = (level: "info" | "warn" | "error", event: string, fields: LogFields = {}): void => {
    const { error, conversationId, ...rest } = fields;
    const conversation =
      conversationId === undefined
        ? {}
        : { conversationId: hashed(`${rest.tenantId ?? ""} ${conversationId}`) };
    const described = error === undefined ? {} : { error: describeError(error) };
    const line = JSON.stringify({ event, ...rest, ...conversation, ...described });
    write(level, line.replace(NUMBER, "[number]").replace(ADDRESS, "[address]"));
  };
  return {
    info: (event, fields) => emit("info", event, fields),
    warn: (event, fields) => emit("warn", event, fields),
    error: (event, fields) => emit("error", event, fields),
  };
}

export const silentLogger: Logger = { info: () => {}, warn: () => {}, error: () => {} };
