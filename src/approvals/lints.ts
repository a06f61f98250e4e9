/** Warnings that need no knowledge of the tool: hidden characters, mixed scripts, links, quiet hours. Pure. */
import type { Lint } from "../protocol/approval.ts";
import type { EffectDocument } from "./ports.ts";
import { hidesSomething, showText } from "../protocol/shown-text.ts";
import { leavesOf, type RawLeaf } from "./leaves.ts";

/** Leaves that name who or what is addressed. */
const RECIPIENT =
  /^\/(?:to|cc|bcc|recipients?|attendees)(?:\/|$)|\/?(?:name|firstName|lastName|company|number|email)$/;
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];
const LINK = /\bhttps?:\/\/([^\s/?#]+)|\bwww\.[^\s/?#]+/giu;

/** Lints of effects, with JSON pointers that name the effect first when there are several. */
export function lintEffects(effects: readonly Pick<EffectDocument, "document">[]): Lint[] {
  return effects.flatMap(({ document }, index) => {
    const prefix = effects.length > 1 ? `/${index}` : "";
    return leavesOf(document).flatMap((leaf) => lintLeaf(leaf, prefix + leaf.path));
  });
}

/** Whether any warning of a call, or of its effects' bytes, is of the highest level. */
export function looksDangerous({
  effects,
  lints,
}: {
  readonly effects: readonly Pick<EffectDocument, "document">[];
  readonly lints: readonly Lint[];
}): boolean {
  return [...lints, ...lintEffects(effects)].some(({ level }) => level === "danger");
}

function lintLeaf({ path, value }: RawLeaf, pointer: string): Lint[] {
  if (typeof value !== "string") return [];
  const lints: Lint[] = [];
  if (hidesSomething(value)) {
    lints.push({
      code: "hidden_characters",
      level: "danger",
      message: "Holds characters that cannot be seen; they are shown as code points.",
      path: pointer,
    });
  }
  if (RECIPIENT.test(path) && mixesScripts(value)) {
    lints.push({
      code: "mixed_script",
      level: "danger",
      message: "Mixes letters of several alphabets that look alike: this may not be who it seems to be.",
      path: pointer,
    });
  }
  if (!RECIPIENT.test(path)) lints.push(...lintLinks(value, pointer));
  return lints;
}

function lintLinks(text: string, path: string): Lint[] {
  return [...text.matchAll(LINK)].map(([link, host = link]) =>
    mixesScripts(host) || /[^\p{ASCII}]/u.test(host) || host.includes("@")
      ? {
          code: "odd_link",
          level: "danger",
          message: "Holds a link whose address may not be what it seems.",
          path,
        }
      : { code: "link", level: "info", message: `Holds a link to ${showText(host)}.`, path },
  );
}

/** Whether a text has letters of two alphabets with look-alike letters. */
export function mixesScripts(text: string): boolean {
  return SCRIPTS.filter((script) => script.test(text)).length > 1;
}

/** Whether an effect reaches somebody outside the team, whose quiet hours hold. */
export function reachesContact({ kind, document }: Pick<EffectDocument, "kind" | "document">): boolean {
  if (!kind.startsWith("sms.") && !kind.startsWith("email.send")) return false;
  const from = document["from"];
  const audience = typeof from === "object" && from !== null && "audience" in from ? from["audience"] : null;
  return audience !== "internal";
}

/** The lint for a send that quiet hours hold until `untilIso`. */
export function quietHoursLint(untilIso: string, timeZone: string): Lint {
  const time = new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "2-digit" }).format(
    new Date(untilIso),
  );
  return {
    code: "quiet_hours",
    level: "warning",
    message: `Quiet hours: once approved it is held until ${time}.`,
    path: null,
  };
}
