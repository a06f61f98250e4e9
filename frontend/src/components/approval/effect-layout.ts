/**
 * Which leaf of an effect is drawn where. The card may arrange leaves, never leave one out: every leaf is in exactly one place, which a
 * test holds. Pure.
 */
import type { Effect } from "../../../../src/protocol/index.ts";

export type Leaf = Effect["leaves"][number];

export interface EffectLayout {
  /** Who or what it is aimed at: the large line. */
  readonly target: readonly Leaf[];
  /** The words that will be read by somebody. */
  readonly body: Leaf | null;
  /** The line or account it leaves from. */
  readonly from: readonly Leaf[];
  /** All the rest that matters to a person. */
  readonly details: readonly Leaf[];
  /** Ids of records, and what is left empty: shown small. */
  readonly technical: readonly Leaf[];
}

const TARGET_ORDER = ["/to/name", "/to/company", "/to/role", "/to/number"];
const FROM_ORDER = ["/from/name", "/from/address", "/from/label", "/from/audience", "/from/number"];
const BODY_PATHS = ["/text", "/body"];
const TECHNICAL = /(?:Id|_id|\/id)$/;

/** An e-mail's recipients, and what of it only machines read. */
const EMAIL_TO = /^\/to\/\d+$/;
const EMAIL_SMALL = /^\/(?:mailbox|inReplyTo|cc|references(?:\/\d+)?)$/;

function isSmall(effect: Effect, leaf: Leaf): boolean {
  if (leaf.value === null || TECHNICAL.test(leaf.path)) return true;
  return effect.kind === "email.send" && EMAIL_SMALL.test(leaf.path);
}

function pick(leaves: readonly Leaf[], paths: readonly string[]): Leaf[] {
  return paths.flatMap((path) => leaves.filter((leaf) => leaf.path === path));
}

export function layoutEffect(effect: Effect): EffectLayout {
  const filled = effect.leaves.filter((leaf) => leaf.value !== null);
  const target = [...pick(filled, TARGET_ORDER), ...filled.filter(({ path }) => EMAIL_TO.test(path))];
  const from = pick(filled, FROM_ORDER);
  const body = filled.find((leaf) => BODY_PATHS.includes(leaf.path)) ?? null;
  const placed = new Set<Leaf>([...target, ...from, ...(body ? [body] : [])]);
  const rest = effect.leaves.filter((leaf) => !placed.has(leaf));
  return {
    target,
    body,
    from,
    details: rest.filter((leaf) => !isSmall(effect, leaf)),
    technical: rest.filter((leaf) => isSmall(effect, leaf)),
  };
}

export const FOUND_IN_WORDS: Readonly<Record<NonNullable<Leaf["foundIn"]>, string>> = {
  contacts: "from Contacts",
  your_words: "your words",
  inbound_text: "from their message",
  settings: "from Settings",
  agent: "written by the agent",
};

/** A stretch of a shown string: `escape` where the server made an invisible character visible. */
export interface ShownPiece {
  readonly kind: "text" | "escape";
  readonly text: string;
}

/** The server writes what cannot be seen as its code point, and escapes the bracket itself, so this is never ambiguous. */
const ESCAPE = /(⟦U\+[0-9A-F]{4,6}⟧)/;

/** Splits `shown` so that escapes can be marked; where nothing was escaped it is one piece, whatever it looks like. */
export function shownPieces(leaf: Leaf): ShownPiece[] {
  if (leaf.value === leaf.shown) return [{ kind: "text", text: leaf.shown }];
  return leaf.shown
    .split(ESCAPE)
    .filter((text) => text !== "")
    .map((text) => ({ kind: ESCAPE.test(text) ? "escape" : "text", text }));
}

/** Whether the server escaped something in it. */
export function hidesCharacters(leaf: Leaf): boolean {
  return shownPieces(leaf).some((piece) => piece.kind === "escape");
}

/** `6a69…77dc` of a long id, `<6a69…77dc@mail.example>` of an e-mail's; a short one, or one with something odd in it, whole. */
export function shortId(id: string): string {
  const [, name, domain] = /^<([\w.+-]+)@([\w.-]+)>$/.exec(id) ?? [];
  if (name !== undefined && domain !== undefined) return `<${shortId(name)}@${domain}>`;
  return id.length > 16 && /^[\w-]+$/.test(id) ? `${id.slice(0, 4)}…${id.slice(-4)}` : id;
}

/** A change to a file, laid out: every leaf in exactly one place. */
export interface FileLayout {
  readonly path: Leaf | undefined;
  readonly diff: Leaf | undefined;
  readonly content: Leaf | undefined;
  readonly source: Leaf | undefined;
  readonly rest: readonly Leaf[];
}

export function layoutFile(effect: Effect): FileLayout {
  const at = (path: string): Leaf | undefined => effect.leaves.find((leaf) => leaf.path === path);
  const [path, diff, content, source] = [at("/path"), at("/diff"), at("/content"), at("/source")];
  const placed = new Set([path, diff, content, source]);
  return { path, diff, content, source, rest: effect.leaves.filter((leaf) => !placed.has(leaf)) };
}

export interface ChangedLine {
  readonly kind: "same" | "added" | "removed" | "gap";
  /** The line without its sign, as the server prepared it for showing. */
  readonly leaf: Leaf;
}

/** One line of a shown difference: `- ` gone, `+ ` new, two spaces as it was, `  …` lines left out. */
export function lineOf(whole: Leaf, shown: string): ChangedLine {
  const kinds: Readonly<Record<string, ChangedLine["kind"]>> = { "+": "added", "-": "removed" };
  const kind = shown === "  …" ? "gap" : (kinds[shown.charAt(0)] ?? "same");
  const text = shown.slice(2);
  // Where nothing was escaped in the whole, brackets in a line are the file's own.
  return { kind, leaf: { ...whole, shown: text, value: whole.value === whole.shown ? text : null } };
}
