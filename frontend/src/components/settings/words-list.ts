/** Lists as typed into a box. Pure. */

/** Words, one per line, without duplicates, overlong ones and single letters. */
export function wordsOf(text: string, most: number): string[] {
  const words = text
    .split(/[\n,]/)
    .map((word) => word.trim().slice(0, 60))
    .filter((word) => word.length >= 2);
  return [...new Set(words)].slice(0, most);
}

/** Up to five comma-separated times in minutes; null if invalid. */
export function minutesOf(text: string): number[] | null {
  const minutes = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(Number);
  const good = minutes.length <= 5 && minutes.every((number) => Number.isFinite(number) && number >= 0.1);
  return good ? minutes : null;
}

/** The text of the box: what was typed while it still parses to the value, so that an unfinished line isn't lost and others' saves aren't hidden. */
export function shownWords(typed: string | null, value: readonly string[], most: number): string {
  const holds = typed !== null && wordsOf(typed, most).join("\n") === value.join("\n");
  return holds ? typed : value.join("\n");
}

/** Parses `2026-12-24` days separated by lines or commas: unique days, and invalid entries. */
export function daysIn(text: string): { readonly days: string[]; readonly wrong: string[] } {
  const parts = text
    .split(/[\n,]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const isDay = (part: string): boolean =>
    /^\d{4}-\d{2}-\d{2}$/.test(part) && new Date(`${part}T00:00:00Z`).toJSON()?.startsWith(part) === true;
  return {
    days: [...new Set(parts.filter(isDay))].slice(0, 100),
    wrong: parts.filter((part) => !isDay(part)),
  };
}

const SITES = 100;
const SITE = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Parses sites such as `example.com` separated by lines, commas, or spaces: unique sites, and invalid entries. A pasted URL becomes its host. */
export function sitesIn(text: string): { readonly sites: string[]; readonly wrong: string[] } {
  const parts = text.split(/[\s,]+/).filter((part) => part !== "");
  const hostOf = (part: string): string =>
    part
      .toLowerCase()
      .replace(/^https?:\/\//, "")
      .replace(/^www\./, "")
      .replace(/\/.*$/, "");
  const hosts = parts.map((part) => ({ part, host: hostOf(part) }));
  const isSite = ({ host }: { readonly host: string }): boolean => host.length <= 253 && SITE.test(host);
  return {
    sites: [...new Set(hosts.filter(isSite).map(({ host }) => host))].slice(0, SITES),
    wrong: hosts.filter((one) => !isSite(one)).map(({ part }) => part),
  };
}
