/** The error for a file whose content storage has lost. */
import { AppError } from "./errors.ts";

export function contentMissing(): AppError {
  return new AppError(
    "content_missing",
    "The words of this file are missing from storage. Restore an older version of it, or a backup.",
  );
}

export function isContentMissing(error: unknown): boolean {
  return error instanceof AppError && error.code === "content_missing";
}
