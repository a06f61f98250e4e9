/**
 * Applies Excel's number formats where they change the meaning of a number: dates, times, durations,
 * percentages, units, text around or instead of the number, or hiding it.
 */
import { localName, walk, type Attributes } from "./walk-xml.ts";
import { DAY_MS } from "../../kernel/clock.ts";

export interface Format {
  readonly kind: "number" | "day" | "elapsed" | "percent" | "hidden";
  /** The format without quoted text. */
  readonly code: string;
  readonly isStruck: boolean;
  readonly sections: readonly Section[];
}
/** By the number of a cell's style. */
export type Formats = readonly Format[];

/** Excel's built-in formats with meaning, by number (ECMA-376, 18.8.30). */
const OWN: Readonly<Record<number, string>> = {
  5: '"$"0',
  6: '"$"0',
  7: '"$"0',
  8: '"$"0',
  42: '"$"0',
  44: '"$"0',
  9: "0%",
  10: "0.00%",
  14: "m/d/yyyy",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm",
  19: "h:mm:ss",
  20: "h:mm",
  21: "h:mm:ss",
  22: "m/d/yy h:mm",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  // In East Asian versions these are dates and times.
  ...Object.fromEntries(
    [27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map((id) => [id, "yyyy/m/d"]),
  ),
  32: "h:mm",
  33: "h:mm:ss",
};

const LISTS = new Set(["numFmts", "fonts", "cellXfs"]);

export function formatsOf(part: Uint8Array | undefined): Formats {
  const custom = new Map<string, string>();
  const struckFonts: boolean[] = [];
  const formats: Format[] = [];
  let inside = "";
  const opened: Readonly<Record<string, (attributes: Attributes) => void>> = {
    "numFmts numFmt": ({ numFmtId: id = "", formatCode: code = "" }) => void custom.set(id, code),
    "fonts font": () => void struckFonts.push(false),
    "fonts strike": ({ val = "1" }) =>
      void (struckFonts[struckFonts.length - 1] = val === "1" || val === "true"),
    "cellXfs xf": ({ numFmtId: id = "", fontId = "" }) => {
      const code = custom.get(id) ?? OWN[Number(id)] ?? "";
      formats.push(formatOf(code, struckFonts[Number(fontId)] ?? false));
    },
  };
  walk(part, {
    open(element, attributes) {
      const name = localName(element);
      if (LISTS.has(name)) inside = name;
      opened[`${inside} ${name}`]?.(attributes);
    },
    close(element) {
      if (localName(element) === inside) inside = "";
    },
  });
  return formats;
}

function formatOf(written: string, isStruck: boolean): Format {
  const code = written.toLowerCase().replace(/"[^"]*"|\\.|_.|\*./g, "");
  // Colors, conditions and locales use the same brackets as durations.
  const letters = code.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/g, "");
  const [first = ""] = letters.split(";");
  const kind = /^;;;$/.test(letters)
    ? "hidden"
    : /\[[hms]+\]/.test(first)
      ? "elapsed"
      : /general/.test(first)
        ? "number"
        : /[dmyhs]/.test(first)
          ? "day"
          : first.includes("%")
            ? "percent"
            : "number";
  return { kind, code: first, isStruck, sections: sectionsOf(written) };
}

/** A section of a format: the values it applies to, and the text around or instead of the number. */
interface Section {
  readonly holds: ((number: number) => boolean) | null;
  readonly hasNumber: boolean;
  readonly isText: boolean;
  readonly before: string;
  readonly after: string;
  /** Divisor for thousands or millions. */
  readonly scale: number;
}

const TOKEN =
  /"([^"]*)"|\\(.)|[_*].|\[\$([^\]-]*)[^\]]*\]|\[([<>=]+)(-?[\d.]+)\]|\[[^\]]*\]|(;)|(general|[0#?]+(?:[.,/\s]+[0#?]+)*(,*)|e[+-])|(@)|(.)/giu;
const COMPARE: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  "<": (left, right) => left < right,
  "<=": (left, right) => left <= right,
  ">": (left, right) => left > right,
  ">=": (left, right) => left >= right,
  "=": (left, right) => left === right,
  "<>": (left, right) => left !== right,
};

function sectionsOf(written: string): Section[] {
  const fresh = () => ({
    holds: null as Section["holds"],
    hasNumber: false,
    isText: false,
    before: "",
    after: "",
    scale: 1,
  });
  const sections = [fresh()];
  for (const token of written.slice(0, 500).matchAll(TOKEN)) {
    const [, quoted, escaped, currency, sign = "", than, end, digits, thousands = "", text, plainSign = ""] =
      token;
    const section = sections.at(-1) ?? fresh();
    if (end !== undefined) sections.push(fresh());
    else if (than !== undefined) section.holds = (number) => COMPARE[sign]?.(number, Number(than)) ?? false;
    else if (digits !== undefined) {
      section.hasNumber = true;
      section.scale *= 1000 ** thousands.length;
    } else if (text !== undefined) section.hasNumber = section.isText = true;
    else {
      const literal = quoted ?? escaped ?? currency ?? (/^[\p{Sc} ]$/u.test(plainSign) ? plainSign : "");
      // The number has its own sign.
      const words = /^[-+()]$/u.test(literal) ? "" : literal;
      if (section.hasNumber) section.after += words;
      else section.before += words;
    }
  }
  return sections;
}

function sectionFor(number: number, { sections }: Format): Section | undefined {
  const numbers = sections.filter(({ isText }) => !isText);
  const [first, second, third] = numbers;
  if (numbers.some(({ holds }) => holds !== null))
    return (
      numbers.find(({ holds }) => holds?.(number) === true) ?? numbers.find(({ holds }) => holds === null)
    );
  if (number < 0) return second ?? first;
  return number === 0 ? (third ?? first) : first;
}

/** The text of a cell, with the text that its format adds. */
export function formattedText(text: string, format: Format | undefined): string {
  const section = format?.sections.find(({ isText }) => isText);
  return section === undefined || text === "" ? text : `${section.before}${text}${section.after}`;
}

function withWords(number: number, format: Format, isPercent: boolean): string {
  const section = sectionFor(number, format);
  const words = isPercent ? `${plain(number * 100)}%` : plain(number / (section?.scale ?? 1));
  if (section === undefined) return words;
  const { before, after, hasNumber } = section;
  return (hasNumber || before.trim() === "" ? `${before}${words}${after}` : before).trim();
}

export function formatted(number: number, format: Format | undefined, is1904: boolean): string {
  switch (format?.kind) {
    case "day":
      return formatDate(number, format.code, is1904);
    case "elapsed":
      return elapsed(number, format.code);
    case "percent":
      return withWords(number, format, true);
    case "number":
      return withWords(number, format, false);
    case "hidden":
    case undefined:
      return plain(number);
  }
}

/** Rounds to 15 digits, which removes floating-point noise. */
function plain(number: number): string {
  return String(Number(number.toPrecision(15)));
}

/** Formats days as hours, minutes or seconds, as precisely as the format does. */
function elapsed(days: number, code: string): string {
  const seconds = Math.round(Math.abs(days) * 86_400);
  const sign = days < 0 && seconds > 0 ? "-" : "";
  const unit = /\[([hms])/.exec(code)?.[1];
  const two = (value: number): string => String(value).padStart(2, "0");
  if (unit === "s") return `${sign}${seconds}`;
  const hasSeconds = /s/.test(code);
  if (unit === "m") {
    const minutes = Math.floor(seconds / 60);
    return `${sign}${minutes}${hasSeconds ? `:${two(seconds % 60)}` : ""}`;
  }
  const hours = Math.floor(seconds / 3600);
  const hasMinutes = /m/.test(code);
  return `${sign}${hours}${hasMinutes ? `:${two(Math.floor(seconds / 60) % 60)}` : ""}${hasSeconds ? `:${two(seconds % 60)}` : ""}`;
}

/**
 * Converts Excel's day number to a date: days since the end of 1899 including a nonexistent 29 February
 * 1900, or since 1904.
 */
function formatDate(serial: number, code: string, is1904: boolean): string {
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  const ms = Math.round(((days - 25_569) * DAY_MS) / 1000) * 1000;
  if (Math.abs(ms) > 8e15) return String(serial);
  const iso = new Date(ms).toISOString();
  const time = iso.slice(11, /s/.test(code) ? 19 : 16);
  if (serial < 1) return time;
  return Number.isInteger(serial) ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`;
}
