/** Lists as one types them into a box. Pure. */

/** Words, one a line: each once, none too long or of one letter. */
export function wordsOf(text: string, most: number): string[] {
  const words = text
    .split(/[\n,]/)
    .map((word) => word.trim().slice(0, 60))
    .filter((word) => word.length >= 2);
  return [...new Set(words)].slice(0, most);
}

/** Up to five times in minutes, between commas; null where it is none. */
export function minutesOf(text: string): number[] | null {
  const minutes = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(Number);
  const good = minutes.length <= 5 && minutes.every((number) => Number.isFinite(number) && number >= 0.1);
  return good ? minutes : null;
}

/** What the box shows: what was typed as long as it says what holds, so that neither a line begun is lost nor what others saved is hidden. */
export function shownWords(typed: string | null, value: readonly string[], most: number): string {
  const holds = typed !== null && wordsOf(typed, most).join("\n") === value.join("\n");
  return holds ? typed : value.join("\n");
}

/** Days as `2026-12-24` between lines or commas, each once, and what is none. */
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

/** Sites as `example.com` between lines, commas or spaces, each once, and what is none. Of a pasted address its host is taken. */
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
