import { AppError, IntegrationError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/log.ts";

/**
 * A failed look-up in words for the model. Our own errors speak for themselves; anything else goes to the log
 * alone.
 */
export function describeFailure(error: unknown, logger: Logger): string {
  if (error instanceof AppError) return error.message;
  if (error instanceof IntegrationError) return `It did not work: ${error.message}. It may work later.`;
  logger.error("tool.crashed", { error });
  return "It did not work because of a fault on our side.";
}
