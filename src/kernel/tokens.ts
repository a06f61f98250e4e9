/** Estimates token counts locally. */

const CHARS_PER_TOKEN = 3.5;

/** Estimated tokens, on the high side for English and JSON. */
export function tokensOfChars(chars: number): number {
  return Math.ceil(chars / CHARS_PER_TOKEN);
}
