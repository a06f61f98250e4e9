/**
 * Whether an element of an e-mail's HTML is hidden from its reader. Judged by its attributes, its own style and the plain rules of the
 * e-mail's style sheets; in doubt it is shown. Pure.
 */

/** A colour as red, green, blue; `unknown` for what was not understood (an image, a gradient). */
export type Colour = readonly [number, number, number] | "unknown";

/** What an element inherits for this. */
export interface Paint {
  readonly colour: Colour;
  readonly background: Colour;
}

/** A page as it begins: black on white. */
export const PLAIN_PAINT: Paint = { colour: [0, 0, 0], background: [255, 255, 255] };

/** Closer than this in every channel, words cannot be read on their ground. */
const UNREADABLE = 16;
const NAMED: Readonly<Record<string, Colour>> = {
  white: [255, 255, 255],
  black: [0, 0, 0],
  snow: [255, 250, 250],
  ivory: [255, 255, 240],
  whitesmoke: [245, 245, 245],
};
const STYLE_CHARS = 2_000;
const RULE_CHARS = 100_000;

type Declarations = ReadonlyMap<string, string>;

/** Declarations of a `style` attribute or a rule, names and values in lower case without blanks. */
export function declarationsOf(style: string): Declarations {
  const found = new Map<string, string>();
  const plain = style
    .slice(0, STYLE_CHARS)
    .toLowerCase()
    .replace(/\/\*[^*]*\*\//g, "");
  for (const declaration of plain.split(";")) {
    const colon = declaration.indexOf(":");
    if (colon < 1) continue;
    const value = declaration
      .slice(colon + 1)
      .replace(/!important/g, "")
      .replace(/\s+/g, "");
    found.set(declaration.slice(0, colon).trim(), value);
  }
  return found;
}

/** Class and id selectors (`.x`, `#y`) that the style sheets hide outside any `@` rule. */
export function hiddenSelectors(css: string): ReadonlySet<string> {
  const selectors = new Set<string>();
  let depth = 0;
  let from = 0;
  let head = "";
  const text = css.slice(0, RULE_CHARS);
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "{") {
      if (depth === 0) head = text.slice(from, at);
      depth += 1;
      from = at + 1;
    } else if (text[at] === "}") {
      depth = Math.max(0, depth - 1);
      if (depth === 0 && !head.includes("@") && isHiding(declarationsOf(text.slice(from, at)))) {
        for (const selector of head.split(",")) {
          const name = selector.trim();
          if (/^[.#][\w-]{1,80}$/.test(name)) selectors.add(name);
        }
      }
      from = at + 1;
    }
  }
  return selectors;
}

/** What an element's words are painted with. */
export function paintOf(inherited: Paint, declarations: Declarations, bgcolor: string | undefined): Paint {
  const ground = declarations.get("background-color") ?? declarations.get("background") ?? bgcolor;
  const words = declarations.get("color");
  return {
    colour: words === undefined ? inherited.colour : colourOf(words),
    background: ground === undefined ? inherited.background : groundOf(ground, inherited.background),
  };
}

/** Whether an element hides what is in it. */
export function isHiding(declarations: Declarations): boolean {
  const has = (name: string, test: (value: string) => boolean): boolean => {
    const value = declarations.get(name);
    return value !== undefined && test(value);
  };
  const isNothing = (value: string): boolean => /^0*\.?0+(px|pt|em|rem|%)?$/.test(value);
  const clips = has("overflow", (value) => value.startsWith("hidden"));
  return (
    has("display", (value) => value === "none") ||
    has("visibility", (value) => value === "hidden" || value === "collapse") ||
    has("mso-hide", (value) => value === "all") ||
    has("opacity", (value) => Number.parseFloat(value) < 0.05) ||
    has("font-size", (value) => isNothing(value) || /^(0?\.\d+|1)(px|pt)$/.test(value)) ||
    (clips && ["height", "max-height", "width", "max-width"].some((name) => has(name, isNothing))) ||
    ["text-indent", "left", "top", "margin-left"].some((name) =>
      has(name, (value) => /^-\d{3,}/.test(value)),
    ) ||
    has("color", (value) => value === "transparent")
  );
}

/** Whether an element strikes its words out. */
export function isStriking(declarations: Declarations): boolean {
  return ["text-decoration", "text-decoration-line"].some((name) =>
    declarations.get(name)?.includes("line-through"),
  );
}

/** Whether words cannot be told from their ground. */
export function isUnreadable({ colour, background }: Paint): boolean {
  if (colour === "unknown" || background === "unknown") return false;
  return colour.every((channel, index) => Math.abs(channel - (background[index] ?? 0)) <= UNREADABLE);
}

function groundOf(value: string, inherited: Colour): Colour {
  if (value === "transparent" || value === "none" || value === "inherit") return inherited;
  return colourOf(value);
}

function colourOf(value: string): Colour {
  const named = NAMED[value];
  if (named !== undefined) return named;
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/.exec(value)?.[1];
  if (hex !== undefined) {
    const whole = hex.length === 3 ? hex.replace(/./g, "$&$&") : hex;
    const channel = (at: number): number => Number.parseInt(whole.slice(at, at + 2), 16);
    return [channel(0), channel(2), channel(4)];
  }
  const rgb = /^rgba?\((\d{1,3}),(\d{1,3}),(\d{1,3})(?:,[\d.]+)?\)$/.exec(value);
  return rgb === null ? "unknown" : [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])];
}
