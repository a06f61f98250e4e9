/** How many tokens words take, without asking anybody. */

const CHARS_PER_TOKEN = 3.5;

/** Tokens of so many characters, estimated: on the high side of what English and JSON take. */
export function tokensOfChars(chars: number): number {
  return Math.ceil(chars / CHARS_PER_TOKEN);
}
