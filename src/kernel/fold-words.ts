/** The form in which words are compared where case says nothing: of a file and of what is searched for. */
export function foldWords(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
