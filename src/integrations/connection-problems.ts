/** Connection problems and advice in user-facing words, never in the vendor's. */
import { AppError, IntegrationError } from "../kernel/errors.ts";

/** The result of a failed check. Persisted. */
export type ConnectionProblem = "refused" | "limited" | "unreachable" | "unreadable" | "failed" | "ended";

/** The connection problem behind an error; null if it isn't one. */
function problemIn(error: unknown): ConnectionProblem | null {
  if (error instanceof IntegrationError) return problemOf(error);
  return error instanceof AppError && error.code === "not_configured" ? "unreadable" : null;
}

/** Null on success, or the problem. Rethrows errors that aren't connection problems. */
export async function checked(call: () => Promise<void>): Promise<ConnectionProblem | null> {
  try {
    await call();
    return null;
  } catch (error) {
    const problem = problemIn(error);
    if (problem === null) throw error;
    return problem;
  }
}

/**
 * Makes a call on an admin's behalf: throws `invalid_request` if the credential is refused, `upstream_failed` if the vendor is at fault.
 */
export async function explainProblems<Result>(
  vendor: { readonly title: string; readonly refused: string },
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    if (!(cause instanceof IntegrationError)) throw cause;
    const problem = problemOf(cause);
    const { message, advice } = wordsOf(problem, vendor.title, vendor.refused);
    const code = problem === "refused" ? "invalid_request" : "upstream_failed";
    throw new AppError(code, `${message} ${advice}`, { cause });
  }
}

function problemOf({ status, unreached }: IntegrationError): ConnectionProblem {
  if (status === 401 || status === 403 || status === 404) return "refused";
  if (status === 429) return "limited";
  return unreached || status === undefined || status >= 500 ? "unreachable" : "failed";
}

/** A stored problem as text; `refused` is the advice for a rejected credential. */
export function wordsOf(problem: string, title: string, refused: string) {
  switch (problem) {
    case "refused":
      return { message: `${title} didn’t accept the key.`, advice: refused };
    case "limited":
      return { message: `${title} is getting too many requests.`, advice: "Try again in a minute." };
    case "unreachable":
      return {
        message: `${title} couldn’t be reached.`,
        advice: "This usually passes. Test it again in a few minutes.",
      };
    case "ended":
      return { message: `Steward’s access to ${title} has ended.`, advice: refused };
    case "unreadable":
      return { message: "The stored key can’t be used.", advice: refused };
    default:
      return { message: `${title} answered with an error.`, advice: refused };
  }
}
