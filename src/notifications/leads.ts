/** What in words that somebody outside may have led to could lead people on: links, addresses, numbers that are on no record. Pure. */

/** `scheme://x`, `www.x`, `x.example/path`, an IP address, also with the dot written as a word or in brackets. */
const LINK =
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S+|\bwww\s*\.\s*\S+|\b(?:[\p{L}\p{N}-]+\.)+(?!(?:am|pm)\b)\p{L}{2,24}\b(?:[/?#:]\S*)?|\b\d{1,3}(?:\.\d{1,3}){3}\b(?:[/?#:]\S*)?|\b[\p{L}\p{N}-]+(?:\s?[[({]\s?(?:\.|dot)\s?[\])}]\s?|\sdot\s)[\p{L}\p{N}-]+\S*/giu;
const EMAIL = /[\p{L}\p{N}._%+-]+\s?(?:@|[[(]\s?at\s?[\])])\s?[\p{L}\p{N}.-]+\.\p{L}{2,}/giu;
/** Seven digits or more, however they are grouped. */
const NUMBER = /\+?\p{Nd}(?:[\s().\-–/]{0,2}\p{Nd}){6,}/gu;

const DATE = /^(?:\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d)$/;

/** Numbers in words, digits alone: what `onRecord` is asked of. */
export function numbersIn(words: string): string[] {
  return [...new Set((words.normalize("NFKC").match(NUMBER) ?? []).map(digitsOf))];
}

/** The words with what could lead on taken out; `onRecord` holds the digits of numbers that may stay. */
export function withoutLeads(words: string, onRecord: ReadonlySet<string>): string {
  return words
    .normalize("NFKC")
    .replace(EMAIL, "[address removed]")
    .replace(LINK, "[link removed]")
    .replace(NUMBER, (number) =>
      onRecord.has(digitsOf(number)) || DATE.test(number) ? number : "[number removed]",
    );
}

function digitsOf(number: string): string {
  return number.replaceAll(/\D/g, "");
}
