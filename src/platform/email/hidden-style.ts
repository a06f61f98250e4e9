/**
 * Whether an element's style hides it from the reader of an HTML e-mail. If in doubt, it counts as visible.
 * Pure.
 */

/** RGB; `unknown` if not understood (an image, a gradient). */
type Colour = readonly [number, number, number] | "transparent" | "unknown";

/** Inherited style relevant to visibility. */
export interface Paint {
  readonly colour: Colour;
  readonly background: Colour;
  /** The font size is zero. */
  readonly isTiny: boolean;
  readonly isInvisible: boolean;
}

/** Initial style: black on white. */
export const PLAIN_PAINT: Paint = {
  colour: [0, 0, 0],
  background: [255, 255, 255],
  isTiny: false,
  isInvisible: false,
};

/** Text is unreadable if it differs from its background by less than this in every channel. */
const UNREADABLE = 16;
const NAMED: Readonly<Record<string, Colour>> = {
  white: [255, 255, 255],
  black: [0, 0, 0],
  snow: [255, 250, 250],
  ivory: [255, 255, 240],
  whitesmoke: [245, 245, 245],
};
const STYLE_CHARS = 2_000;

/** Lowercase names and values without spaces; of `content`, which is text, as written. */
export type Declarations = ReadonlyMap<string, string>;

/** A string of CSS, which holds any sign but a line break. */
export const CSS_STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const DECLARATION = new RegExp(String.raw`(?:${CSS_STRING}|[^;])+`, "g");

/** Parses a `style` attribute or rule. */
export function declarationsOf(style: string): {
  readonly plain: Declarations;
  readonly important: Declarations;
} {
  const found = { plain: new Map<string, string>(), important: new Map<string, string>() };
  const plain = style.slice(0, STYLE_CHARS).replace(/\/\*[^*]*\*\//g, "");
  for (const [declaration] of plain.matchAll(DECLARATION)) {
    const colon = declaration.indexOf(":");
    if (colon < 1) continue;
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const given = declaration.slice(colon + 1);
    const value = name === "content" ? given.trim() : given.toLowerCase().replace(/\s+/g, "");
    const own = value.replace(/!\s*important\s*$/i, "");
    found[own === value ? "plain" : "important"].set(name, own);
  }
  return found;
}

/** The resulting style of an element's text. */
export function paintOf(inherited: Paint, declarations: Declarations, bgcolor: string | undefined): Paint {
  const ground = declarations.get("background-color") ?? declarations.get("background") ?? bgcolor;
  const words = declarations.get("color");
  return {
    colour: words === undefined || words === "inherit" ? inherited.colour : colourOf(words),
    background: ground === undefined ? inherited.background : groundOf(ground, inherited.background),
    isTiny: isTinySize(declarations.get("font-size"), inherited.isTiny),
    isInvisible: isUnseen(declarations.get("visibility"), inherited.isInvisible),
  };
}

const isNothing = (value: string): boolean => /^0*\.?0+(px|pt|em|rem|%)?$/.test(value);

function isTinySize(size: string | undefined, inherited: boolean): boolean {
  if (size === undefined || size === "inherit") return inherited;
  if (isNothing(size) || /^(0?\.\d+|1)(px|pt)$/.test(size)) return true;
  return inherited && /^[\d.]+(?:em|ex|ch|%)$/.test(size);
}

function isUnseen(visibility: string | undefined, inherited: boolean): boolean {
  if (visibility === "visible" || visibility === "initial") return false;
  return inherited || visibility === "hidden" || visibility === "collapse";
}

/** Whether an element hides its entire content. */
export function isHiding(declarations: Declarations): boolean {
  const has = (name: string, test: (value: string) => boolean): boolean => {
    const value = declarations.get(name);
    return value !== undefined && test(value);
  };
  const clips = has("overflow", (value) => value.startsWith("hidden"));
  return (
    has("display", (value) => value === "none") ||
    has("mso-hide", (value) => value === "all") ||
    has("opacity", (value) => Number.parseFloat(value) < 0.05) ||
    (clips && ["height", "max-height", "width", "max-width"].some((name) => has(name, isNothing))) ||
    ["text-indent", "left", "top", "margin-left"].some((name) => has(name, (value) => /^-\d{3,}/.test(value)))
  );
}

export function isStriking(declarations: Declarations): boolean {
  return ["text-decoration", "text-decoration-line"].some((name) =>
    declarations.get(name)?.includes("line-through"),
  );
}

/** Whether text is not drawn, or is indistinguishable from its background. */
export function isUnreadable({ colour, background, isTiny, isInvisible }: Paint): boolean {
  if (isTiny || isInvisible || colour === "transparent") return true;
  if (background === "transparent") return false;
  if (colour === "unknown" || background === "unknown") return false;
  return colour.every((channel, index) => Math.abs(channel - (background[index] ?? 0)) <= UNREADABLE);
}

function groundOf(value: string, inherited: Colour): Colour {
  if (value === "none" || value === "inherit") return inherited;
  const colour = colourOf(value);
  return colour === "transparent" ? inherited : colour;
}

function colourOf(value: string): Colour {
  if (value === "transparent" || /^rgba\([^)]*,0*\.?0+%?\)$/.test(value)) return "transparent";
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
