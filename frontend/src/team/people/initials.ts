/** Initials in place of a picture. Pure. */

/** The initials of the first and the last word; a number sign if there are no letters. */
export function initialsOf(name: string): string {
  const letters = name
    .split(/[\s-]+/)
    .map((word) => /\p{L}/u.exec(word)?.[0] ?? "")
    .filter(Boolean);
  const ends = letters.length > 1 ? [letters[0], letters.at(-1)] : letters;
  return ends.join("").toUpperCase() || "#";
}

const HUES = [25, 70, 130, 168, 230, 285, 340] as const;

/** A stable hue for a name. */
export function avatarHue(name: string): number {
  let sum = 0;
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 100_003;
  return HUES[sum % HUES.length] ?? HUES[0];
}
