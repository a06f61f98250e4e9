/**
 * Detects what could mislead people in text that outsiders may have influenced: links, addresses, and numbers
 * that are not on record. Pure.
 */
import { lazy } from "./lazy.ts";

/** `scheme://x`, `www.x`, `x.example/path`, an IP address, also with a spelled-out or bracketed dot. */
const links = lazy(
  () =>
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S+|\bwww\s*\.\s*\S+|\b(?:[\p{L}\p{M}\p{N}-]+\.)+(?!(?:am|pm)\b)\p{L}{2,24}\b(?:[/?#:]\S*)?|\b\d{1,3}(?:\.\d{1,3}){3}\b(?:[/?#:]\S*)?|\b[\p{L}\p{M}\p{N}-]+(?:\s?[[({]\s?(?:\.|dot)\s?[\])}]\s?|\sdot\s)[\p{L}\p{M}\p{N}-]+\S*/giu,
);
const addresses = lazy(
  () => /[\p{L}\p{M}\p{N}._%+-]+\s?(?:@|[[(]\s?at\s?[\])])\s?[\p{L}\p{M}\p{N}.-]+\.\p{L}{2,}/giu,
);
/** Seven digits or more, however they are grouped. */
const numbers = lazy(() => /\+?\p{Nd}(?:[\s().\-–/]{0,2}\p{Nd}){6,}/gu);

const DATE = /^(?:\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d)$/;

/** An address that stands for itself: nothing before or behind makes another one or a link of it. */
const BEFORE_ADDRESS = /(?:^|[\s(“”"'‘’<,;])$/;
const BEHIND_ADDRESS = /^[.,;:!?)”"'’>]*(?:\s|$)/;

/** A file of the workspace; `md` is the one ending of these that is a domain's, too. */
const FILE = /^[^/]+\.(?:md|csv|txt|json|pdf|docx|xlsx|pptx)$/;

/** Digits of the numbers in a text, to be checked against `onRecord`. */
export function numbersIn(words: string): string[] {
  return [...new Set((words.normalize("NFKC").match(numbers()) ?? []).map(digitsOf))];
}

/** What stands for something that was taken out. */
export const REMOVED = /\[(?:address|link|number) removed\]/g;

const DOMAIN = /^(?:[\p{L}\p{M}\p{N}-]+\.)+\p{L}{2,24}$/u;

/**
 * What of a text may stay where it is on record: digits of numbers, addresses and file names in lowercase, and domains
 * as `@northgate.example`.
 */
export function leadsIn(words: string): string[] {
  const text = words.normalize("NFKC");
  const named = [...(text.match(addresses()) ?? []), ...(text.match(links()) ?? []).map(fileOf)];
  return [
    ...numbersIn(words),
    ...named.flatMap((written) => {
      const one = written.toLowerCase();
      if (one.includes("@") || FILE.test(one)) return [one];
      return DOMAIN.test(one) ? [`@${one}`] : [];
    }),
  ];
}

/** The first link in a text, also one without a scheme; null without one. */
export function firstLink(words: string): string | null {
  return words.normalize("NFKC").match(links())?.[0] ?? null;
}

/** Removes everything that could mislead; `onRecord` holds what of `leadsIn` may stay. */
export function withoutLeads(words: string, onRecord: ReadonlySet<string>): string {
  const text = words.normalize("NFKC");
  let shown = "";
  let from = 0;
  for (const { 0: address, index } of text.matchAll(addresses())) {
    const end = index + address.length;
    if (
      !onRecord.has(address.toLowerCase()) ||
      !BEFORE_ADDRESS.test(text.slice(0, index)) ||
      !BEHIND_ADDRESS.test(text.slice(end))
    )
      continue;
    shown += withoutForeign(text.slice(from, index), onRecord) + address;
    from = end;
  }
  return shown + withoutForeign(text.slice(from), onRecord);
}

function withoutForeign(words: string, onRecord: ReadonlySet<string>): string {
  return words
    .replace(addresses(), "[address removed]")
    .replace(links(), (link) => {
      const named = fileOf(link).toLowerCase();
      if (onRecord.has(named)) return link;
      return onRecord.has(`@${named}`) ? unlinked(link) : "[link removed]";
    })
    .replace(numbers(), (number) =>
      onRecord.has(digitsOf(number)) || DATE.test(number) ? number : "[number removed]",
    );
}

/** A domain to be compared by people, in a form that no device makes a link of. */
export function unlinked(domain: string): string {
  return domain.replaceAll(".", " · ");
}

/** “notes.md:” without its colon. */
function fileOf(link: string): string {
  return link.replace(/[:?]$/, "");
}

function digitsOf(number: string): string {
  return number.replaceAll(/\D/g, "");
}
