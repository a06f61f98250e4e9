/** Members named in a comment with an at sign. Pure. */
import type { Member } from "./use-team.ts";

/** The partial name before the caret; null if there is none. */
export function begunMention(text: string, caret: number): string | null {
  return (
    /(?:^|\s)@([\p{L}\p{M}\p{N}.'’-]{0,30}(?: [\p{L}\p{M}\p{N}.'’-]{0,30})?)$/u.exec(
      text.slice(0, caret),
    )?.[1] ?? null
  );
}

/** Members whose name, or a word of it, starts that way. */
export function fittingMembers(members: readonly Member[], begun: string): readonly Member[] {
  const typed = begun.toLowerCase();
  return members
    .filter(({ name }) => {
      const known = name.toLowerCase();
      return known.startsWith(typed) || known.split(/\s+/).some((word) => word.startsWith(typed));
    })
    .slice(0, 6);
}

/** The text with the mention completed, and the new caret position. */
export function withMention(
  text: string,
  caret: number,
  begun: string,
  name: string,
): { readonly text: string; readonly caret: number } {
  const start = caret - begun.length;
  const written = `${text.slice(0, start)}${name} `;
  return { text: `${written}${text.slice(caret)}`, caret: written.length };
}

/** Ids of the members a comment names. */
export function mentionedIn(text: string, members: readonly Member[]): string[] {
  return members.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);
}
