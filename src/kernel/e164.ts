/** What a phone number looks like that can be written to (ITU-T E.164). Apart from `phone.ts`, whose library pages do not load. */
export const E164_PATTERN = /^\+[1-9]\d{6,14}$/;

/** Whether a string is an E.164 number, and no short code or name. */
export function isE164(written: string): boolean {
  return E164_PATTERN.test(written);
}
