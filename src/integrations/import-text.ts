/** A service's task text, cut to the limits of our tasks. */
export function importedWords(key: string, title: string, description: string | null) {
  return {
    key,
    title: title.replace(/\s+/g, " ").trim().slice(0, 200) || key,
    description: (description ?? "").slice(0, 20_000),
    startDate: null,
    hours: null,
  };
}
