/** Phone numbers, always handled as E.164. The only user of the library. */
import { parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js";

/**
 * Parses a number written by people or a model; null if it is invalid, or has an extension, which texts can't
 * reach. National numbers are interpreted for the country of `homeNumber` (E.164), such as the company's own
 * line.
 */
export function toE164(written: string, homeNumber: string): string | null {
  const parts = numberParts(written, homeNumber);
  return parts?.extension === null ? parts.number : null;
}

/** Like `toE164`, with the extension separate: calls from an extension show only the number. */
export function numberParts(
  written: string,
  homeNumber: string,
): { readonly number: string; readonly extension: string | null } | null {
  const country: CountryCode = parsePhoneNumberFromString(homeNumber)?.country ?? "US";
  const parsed = parsePhoneNumberFromString(written, country);
  return parsed?.isPossible() === true ? { number: parsed.number, extension: parsed.ext ?? null } : null;
}

/** An E.164 number for display, `+1 412 555 0142`. */
export function formatNumber(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}

/** The digits of an E.164 number after the country code. */
export function nationalNumber(e164: string): string {
  return parsePhoneNumberFromString(e164)?.nationalNumber ?? e164.slice(1);
}
