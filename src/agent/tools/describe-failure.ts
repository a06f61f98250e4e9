import { AppError, IntegrationError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/log.ts";

/** Describes a failed look-up for the model. Our own errors have messages; other errors are only logged. */
export function describeFailure(error: unknown, logger: Logger): string {
  if (error instanceof AppError) return error.message;
  if (error instanceof IntegrationError) {
    // Missing permission doesn't resolve by itself.
    const later = error.status === 401 || error.status === 403 ? "" : " It may work later.";
    return `It did not work: ${error.message}.${later}`;
  }
  logger.error("tool.crashed", { error });
  return "It did not work because of a fault on our side.";
}
