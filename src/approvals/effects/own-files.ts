/** Effects on the team's own records. */
import { AppError, IntegrationError } from "../../kernel/errors.ts";

/** Runs a change of our own files; a refused change is reported as `not_applied`. */
export async function onOwnFiles<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new IntegrationError("workspace", error.message, {
      outcome: "not_applied",
      status: error.status,
      cause: error,
    });
  }
}
