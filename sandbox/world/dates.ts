/** Dates in a company's zone, as people write them. */

const known = new Map<string, Intl.DateTimeFormat>();

/** A moment in a zone. Formats are made once: making one costs a thousand times what using it does. */
export function inZone(
  ms: number,
  locale: "en-US" | "en-CA" | "sv-SE",
  options: Intl.DateTimeFormatOptions & { readonly timeZone: string },
): string {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = known.get(key) ?? new Intl.DateTimeFormat(locale, options);
  known.set(key, format);
  return format.format(ms);
}
