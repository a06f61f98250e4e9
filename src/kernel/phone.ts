/** Phone numbers, always handled as E.164. One place knows the library. */
import { parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js";

/**
 * A number people or a model wrote, as E.164; null where it cannot be one, or leads to an extension, which no text reaches. National numbers
 * are read as of the country of `homeNumber` (E.164), such as the company's own line.
 */
export function toE164(written: string, homeNumber: string): string | null {
  const parts = numberParts(written, homeNumber);
  return parts?.extension === null ? parts.number : null;
}

/** The same with its extension apart: whoever calls from behind it shows the number alone. */
export function numberParts(
  written: string,
  homeNumber: string,
): { readonly number: string; readonly extension: string | null } | null {
  const country: CountryCode = parsePhoneNumberFromString(homeNumber)?.country ?? "US";
  const parsed = parsePhoneNumberFromString(written, country);
  return parsed?.isPossible() === true ? { number: parsed.number, extension: parsed.ext ?? null } : null;
}

/** An E.164 number as people read it, `+1 412 555 0142`. */
export function formatNumber(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}

/** The digits of an E.164 number behind its country's. */
export function nationalNumber(e164: string): string {
  return parsePhoneNumberFromString(e164)?.nationalNumber ?? e164.slice(1);
}
