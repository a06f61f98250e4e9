/** Normalizes text for case-insensitive comparison, in files and queries. */
export function foldWords(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
