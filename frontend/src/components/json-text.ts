/** Formats tool values for reading. Pure. */

/** Longer values are shown as they came: setting them out line by line could make them many times as long. */
const MAX_PRETTY_CHARS = 50_000;
const MAX_PRETTY_DEPTH = 40;

/** A value, or a text that is one, set out line by line. Never throws. */
export function pretty(value: unknown): string {
  const text = typeof value === "string" ? value : flat(value);
  if (text.length > MAX_PRETTY_CHARS) return text;
  try {
    const parsed: unknown = JSON.parse(text);
    return isDeep(parsed, MAX_PRETTY_DEPTH) ? text : JSON.stringify(parsed, null, 2);
  } catch {
    return text;
  }
}

function flat(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "(nested too deeply to show)";
  }
}

function isDeep(value: unknown, depth: number): boolean {
  if (value === null || typeof value !== "object") return false;
  return depth === 0 || Object.values(value).some((inner) => isDeep(inner, depth - 1));
}
