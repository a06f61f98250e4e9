import { AppError, IntegrationError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/log.ts";

/**
 * A failed look-up in words for the model. Our own errors speak for themselves; anything else goes to the log
 * alone.
 */
export function describeFailure(error: unknown, logger: Logger): string {
  if (error instanceof AppError) return error.message;
  if (error instanceof IntegrationError) {
    // What is not allowed stays so until somebody allows it.
    const later = error.status === 401 || error.status === 403 ? "" : " It may work later.";
    return `It did not work: ${error.message}.${later}`;
  }
  logger.error("tool.crashed", { error });
  return "It did not work because of a fault on our side.";
}
