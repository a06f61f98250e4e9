/** The day of a moment in words, in a zone, with the year: a year of texts is read here. */
export function dayWords(at: string, zone: string): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    weekday: "short",
    year: "numeric",
    month: "long",
    day: "numeric",
  }).format(new Date(at));
}
