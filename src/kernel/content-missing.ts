/** A file's words that its storage doesn't have. */
import { AppError } from "./errors.ts";

/** What reading them throws. */
export function contentMissing(): AppError {
  return new AppError(
    "content_missing",
    "The words of this file are missing from storage. Restore an older version of it, or a backup.",
  );
}

/** Whether it is that. */
export function isContentMissing(error: unknown): boolean {
  return error instanceof AppError && error.code === "content_missing";
}
