/** Explains a failed run to people, with references for further search. Uses only its record. */
import type * as z from "zod";
import type { runFailureSchema } from "../api/run.ts";
import type { RunFailureCode } from "./types.ts";

type RunFailure = z.infer<typeof runFailureSchema>;

interface FailedRun {
  readonly status: string;
  readonly errorCode: string | null;
  readonly model: string;
  readonly attempts: number;
}

/** `detail` of a failed model call has the HTTP status, the service's error type, and the request ID. */
export interface FailedStep {
  readonly kind: string;
  readonly name: string;
  readonly status: string;
  readonly durationMs: number;
  readonly detail: Readonly<Record<string, unknown>>;
}

const AGAIN = "Send a message to try again.";
const ASK_OPERATOR = "If it happens again, give the reference below to whoever runs this deployment.";

/** Explanations that depend only on the code. */
const BY_CODE: Readonly<Record<Exclude<RunFailureCode, "internal">, Pick<RunFailure, "sentence" | "next">>> =
  {
    not_configured: {
      sentence: "The model refused this deployment’s key.",
      next: "Whoever runs this deployment must check ANTHROPIC_API_KEY and its billing.",
    },
    upstream_failed: { sentence: "The model couldn’t be reached.", next: AGAIN },
    invalid_output: {
      sentence:
        "The agent’s answer didn’t have the form it must have, also after it was asked to correct it.",
      next: "Try again, or put the task in other words.",
    },
    agent_disabled: {
      sentence: "The agent was turned off while it worked.",
      next: "An admin can turn it on in Settings → Agents.",
    },
    not_found: {
      sentence: "The agent of this conversation is no longer part of Steward.",
      next: "Start a new conversation.",
    },
    lost: {
      sentence: "It broke off on our side and nothing went on with it within a day.",
      next: `Nothing was sent that an approval doesn’t show. ${AGAIN}`,
    },
    restored: {
      sentence: "The team’s data was restored from a backup while it was at work.",
      next: AGAIN,
    },
  };

/** Null for a run that didn't fail. `steps` are its own, in order. */
export function explainFailure(run: FailedRun, steps: readonly FailedStep[]): RunFailure | null {
  if (run.status !== "failed") return null;
  const code = run.errorCode ?? "internal";
  const call = steps.findLast(({ kind, status }) => kind === "model" && status === "failed");
  const requestId = call?.detail["requestId"];
  const known = code in BY_CODE ? BY_CODE[code as keyof typeof BY_CODE] : ofOurs(run, call);
  return {
    code,
    sentence: call === undefined ? known.sentence : `${known.sentence} ${callSentence(call)}`,
    next: known.next,
    requestId: typeof requestId === "string" ? requestId : null,
  };
}

/** For failures without a specific code. */
function ofOurs(
  { attempts }: FailedRun,
  call: FailedStep | undefined,
): Pick<RunFailure, "sentence" | "next"> {
  if (call !== undefined) return { sentence: "The model refused the request.", next: ASK_OPERATOR };
  const sentence =
    attempts > 1
      ? `Something went wrong on our side ${attempts} times in a row, so Steward stopped.`
      : "Something went wrong on our side.";
  return { sentence, next: `${AGAIN} ${ASK_OPERATOR}` };
}

/** Formats as `Its last answer was 529 (overloaded_error), after 4 tries in 38 seconds.` */
function callSentence({ detail, durationMs }: FailedStep): string {
  const { httpStatus, problem, tries } = detail;
  const answer =
    typeof httpStatus === "number"
      ? `Its last answer was ${httpStatus}${typeof problem === "string" ? ` (${problem})` : ""}`
      : "It gave no answer";
  const seconds = Math.max(1, Math.round(durationMs / 1000));
  const time = `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return typeof tries === "number" && tries > 1
    ? `${answer}, after ${tries} tries in ${time}.`
    : `${answer}, after ${time}.`;
}
