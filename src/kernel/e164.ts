/**
 * Pattern of phone numbers that can receive texts (ITU-T E.164). Separate from `phone.ts`, whose library
 * pages don't load.
 */
export const E164_PATTERN = /^\+[1-9]\d{6,14}$/;

/** Excludes short codes and names. */
export function isE164(written: string): boolean {
  return E164_PATTERN.test(written);
}
