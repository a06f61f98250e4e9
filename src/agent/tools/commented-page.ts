/** Pages of a text with comments: first the text, then the comments, newest first. */
import * as z from "zod";
import type { Json } from "../../kernel/hash.ts";
import { LIMITS } from "../../kernel/limits.ts";
import { textsPage } from "./text-page.ts";

/** Input field for older comments. */
export const olderThanField = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .optional()
  .describe("For older comments: olderThan of the answer before");

/** The same as a number of newer comments. */
export const newerCountField = z
  .string()
  .trim()
  .regex(/^\d{1,6}$/)
  .optional()
  .describe("For older comments: olderThan of the answer before");

/** Minimum space for the text, whatever fields are next to it. */
const LEAST_CHARS = 2_000;
const MARGIN_CHARS = 400;

/** A page: part of the text, the comments that fit (oldest first), and where to continue. */
interface CommentedPage<Comment> {
  readonly text: string | null;
  readonly comments: readonly Comment[];
  readonly place: { readonly characters?: number; readonly nextFrom?: number; readonly olderThan?: string };
}

/**
 * The page of a text and its comments (oldest first) from a position, with extra fields on the first page;
 * a retry message if nothing is left. `olderThan` is the argument for older comments, included on the last
 * page; null if there are none.
 */
export function commentedPage<Comment extends { readonly text: string }>(
  thing: {
    readonly text: string | null;
    readonly comments: readonly Comment[];
    readonly olderThan: string | null;
  },
  from: number,
  beside: Readonly<Record<string, Json>>,
): CommentedPage<Comment> | { readonly retry: string } {
  const newestFirst = thing.comments.toReversed();
  const texts = [thing.text ?? "", ...newestFirst.map(({ text }) => text)];
  const room = LIMITS.toolResultChars - MARGIN_CHARS - JSON.stringify(beside).length;
  const { pieces, next, characters } = textsPage(texts, from, Math.max(LEAST_CHARS, room));
  if (from > 0 && from >= characters)
    return { retry: `It has ${characters} characters. Leave from out to begin.` };
  const own = pieces.find(({ index }) => index === 0)?.text ?? null;
  const comments = pieces.flatMap(({ index, text }) => {
    const comment = newestFirst[index - 1];
    return comment === undefined ? [] : [{ ...comment, text }];
  });
  return {
    text: thing.text === null ? null : own,
    comments: comments.toReversed(),
    place: {
      ...(next === null && from === 0 ? {} : { characters }),
      ...(next === null ? {} : { nextFrom: next }),
      ...(next === null && thing.olderThan !== null ? { olderThan: thing.olderThan } : {}),
    },
  };
}
