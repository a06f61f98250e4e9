/** Warnings that apply to every tool: hidden characters, mixed scripts, links, quiet hours. Pure. */
import { leavesOf, type RawLeaf } from "../kernel/json-leaves.ts";
import { mixesScripts } from "../kernel/look-alike.ts";
import type { Lint } from "./api/approval.ts";
import { hidesSomething, showText } from "../platform/api/shown-text.ts";
import type { EffectBytes, EffectKinds } from "./ports.ts";

/** Leaves that always name a recipient, whatever their kind declares. */
const RECIPIENT =
  /^\/(?:to|cc|bcc|recipients?|attendees)(?:\/|$)|\/?(?:name|firstName|lastName|company|number|email)$/;
const LINK = /\bhttps?:\/\/([^\s/?#]+)|\bwww\.[^\s/?#]+/giu;

/**
 * Warnings about the effects' bytes and from their kinds. With several effects, pointers start with the
 * effect's index.
 */
export function lintEffects(kinds: EffectKinds, effects: readonly EffectBytes[]): Lint[] {
  return effects.flatMap((effect, index) => {
    const prefix = effects.length > 1 ? `/${index}` : "";
    const { layout, lints } = kinds.describe(effect);
    const names = new Set(layout.filter(({ role }) => role === "recipient").map(({ path }) => path));
    return [
      ...leavesOf(effect.document).flatMap((leaf) =>
        lintLeaf(leaf, prefix + leaf.path, names.has(leaf.path) || RECIPIENT.test(leaf.path)),
      ),
      ...lints.map((lint) => ({ ...lint, path: lint.path === null ? null : prefix + lint.path })),
    ];
  });
}

/** Whether any warning of a call or its effects has the highest level. */
export function looksDangerous(
  kinds: EffectKinds,
  { effects, lints }: { readonly effects: readonly EffectBytes[]; readonly lints: readonly Lint[] },
): boolean {
  return [...lints, ...lintEffects(kinds, effects)].some(({ level }) => level === "danger");
}

function lintLeaf({ value }: RawLeaf, pointer: string, namesSomebody: boolean): Lint[] {
  if (typeof value !== "string") return [];
  const lints: Lint[] = [];
  if (hidesSomething(value)) {
    lints.push({
      code: "hidden_characters",
      level: "danger",
      message: "Contains invisible characters, shown here as code points.",
      path: pointer,
    });
  } else if (showText(value) !== value) {
    lints.push({
      code: "odd_characters",
      level: "warning",
      message: "Contains spaces or letters that look like others, shown here as code points.",
      path: pointer,
    });
  }
  if (namesSomebody && mixesScripts(value)) {
    lints.push({
      code: "mixed_script",
      level: "danger",
      message: "Mixes look-alike letters from different alphabets, so this may not be who it seems.",
      path: pointer,
    });
  }
  if (!namesSomebody) lints.push(...lintLinks(value, pointer));
  return lints;
}

function lintLinks(text: string, path: string): Lint[] {
  return [...text.matchAll(LINK)].map(([link, host = link]) =>
    mixesScripts(host) || /[^\p{ASCII}]/u.test(host) || host.includes("@")
      ? {
          code: "odd_link",
          level: "danger",
          message: "Contains a link whose address may not be what it seems.",
          path,
        }
      : { code: "link", level: "info", message: `Contains a link to ${showText(host)}.`, path },
  );
}

/** Whether an effect reaches someone outside the team, so that quiet hours apply. */
export function reachesContact(kinds: EffectKinds, effect: EffectBytes): boolean {
  return kinds.describe(effect).audience === "outside";
}

/** The warning on a message that quiet hours hold until `untilIso`. */
export function quietHoursLint(untilIso: string, timeZone: string): Lint {
  const time = new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "2-digit" }).format(
    new Date(untilIso),
  );
  return {
    code: "quiet_hours",
    level: "warning",
    message: `Quiet hours: if approved now, it will be held until ${time}.`,
    path: null,
  };
}
