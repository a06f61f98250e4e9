/**
 * What the model reads back from a call: always JSON text, never longer than the limit, and open about what
 * was cut.
 */
import type { ToolAnswer } from "../agents/ports.ts";
import { OUTSIDE_NOTE } from "../conversations/index.ts";
import type { Json } from "../kernel/hash.ts";
import { LIMITS } from "../kernel/limits.ts";
import type { Approval } from "../protocol/approval.ts";
import type { AnyTool, ToolResult } from "./define-tool.ts";

/** An answer before the hooks' log and its duration are added. */
export type Outcome = Pick<ToolAnswer, "status" | "content" | "isError" | "approvals" | "question">;

function outcome(status: Outcome["status"], content: Json, more: Partial<Outcome> = {}): Outcome {
  return { status, content: JSON.stringify(content), isError: false, approvals: [], question: null, ...more };
}

/** What a tool found, whole or cut to the limit. Data that came from a provider is marked as data. */
export function found(tool: AnyTool, result: Extract<ToolResult, { kind: "ok" }>): Outcome {
  const outside = result.outside ?? tool.egress !== "none";
  const note: { note?: string } = outside ? { note: OUTSIDE_NOTE } : {};
  const fits = (items: readonly Json[]): boolean => JSON.stringify(items).length <= LIMITS.toolResultChars;
  let items = result.items;
  while (items.length > 1 && !fits(items)) {
    items = result.keep === "first" ? items.slice(0, -1) : items.slice(1);
  }
  const [only] = items;
  const content: Json =
    only === undefined || fits(items) ? items : JSON.stringify(only).slice(0, LIMITS.toolResultChars);
  const whole = items.length === result.total && fits(items);
  return outcome("ok", {
    format: whole ? "verbatim" : "truncated",
    itemCount: result.total,
    returnedCount: items.length,
    ...note,
    content,
  });
}

/** The arguments must be fixed. */
export function retry(said: string, issues: readonly { path: string; message: string }[] = []): Outcome {
  const listed = issues.map(({ path, message: text }) => ({ path, message: text }));
  const message = said.slice(0, LIMITS.toolResultChars);
  return outcome(
    "retry",
    { status: "retry", message, ...(listed.length === 0 ? {} : { issues: listed }) },
    { isError: true },
  );
}

/** It cannot be done now. */
export function failed(message: string): Outcome {
  const shown = message.slice(0, LIMITS.toolResultChars);
  return outcome("failed", { status: "failed", message: shown }, { isError: true });
}

/** A rule forbids it. */
export function denied(rule: string, message: string): Outcome {
  return outcome("denied", { status: "denied", rule, message }, { isError: true });
}

/** Shadow mode: what would have been proposed is only noted. */
export function noted(rule: string, title: string): Outcome {
  return outcome("denied", {
    status: "noted",
    rule,
    title,
    message:
      "The team runs this in shadow mode: it was noted that you would have done this, and nothing was proposed or done.",
  });
}

/**
 * Waits for a person, or for its execution where a standing rule approved it. The outcome comes as a message
 * of its own.
 */
export function proposed(approval: Approval): Outcome {
  const waits = approval.status === "pending";
  return outcome(
    "awaiting_approval",
    {
      status: waits ? "awaiting_approval" : "in_progress",
      approvalId: approval.id,
      title: approval.title,
      effects: approval.effects.map(({ kind, title, document }) => ({ kind, title, document })),
      warnings: approval.lints.filter(({ level }) => level !== "info").map(({ message }) => message),
      message: waits
        ? "Nothing has been done yet. A colleague decides; the outcome will come as a message."
        : "A standing rule of the team approved this. It is not done until its receipt comes as a message.",
    },
    { approvals: [approval] },
  );
}

/** The person in the conversation is asked. */
export function asked(question: NonNullable<Outcome["question"]>): Outcome {
  const { question: text, options, requiredFor } = question;
  return outcome(
    "asked",
    {
      status: "asked",
      question: text,
      options,
      requiredFor,
      message: "The answer will come as the next message.",
    },
    { question },
  );
}
