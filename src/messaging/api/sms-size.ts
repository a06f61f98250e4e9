/**
 * Number of segments of a text message (GSM 03.38: 160, or 153 each when concatenated; UCS-2: 70, or 67
 * each). Pure.
 */

const GSM_BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const GSM_EXTENDED = "^{}\\[~]|€\f";

export interface SmsSize {
  readonly characters: number;
  readonly segments: number;
}

/** Counts characters and billed segments. */
export function smsSize(text: string): SmsSize {
  const characters = Array.from(text);
  const septets = characters.map(septetsOf);
  const segments = septets.includes(null)
    ? segmentCount(
        characters.map(({ length }) => length),
        70,
        67,
      )
    : segmentCount(
        septets.map((one) => one ?? 0),
        160,
        153,
      );
  return { characters: characters.length, segments };
}

/** Null if GSM 03.38 lacks the character. */
function septetsOf(character: string): 1 | 2 | null {
  if (GSM_BASIC.includes(character)) return 1;
  return GSM_EXTENDED.includes(character) ? 2 : null;
}

/**
 * A segment never splits a character, whether a surrogate pair or an escape sequence (3GPP TS 23.038, 6.1.1;
 * TS 23.040, 9.2.3.24.1).
 */
function segmentCount(units: readonly number[], alone: number, joined: number): number {
  const total = units.reduce((sum, size) => sum + size, 0);
  if (total <= alone) return total === 0 ? 0 : 1;
  let count = 1;
  let used = 0;
  for (const size of units) {
    if (used + size > joined) {
      count += 1;
      used = 0;
    }
    used += size;
  }
  return count;
}
