/** The text of a card shown as a row. Pure. */
import type { Approval, Effect } from "../../../../src/approvals/api/approval.ts";
import { layoutEffect } from "./effect-layout.ts";

/** How much text a row shows without truncation. */
const ROW_CHARS = 400;

/** What would be sent, in a few lines. `whole`: only ids are left out. */
export function rowOf({ effects, title }: Pick<Approval, "effects" | "title">): {
  readonly lines: string;
  readonly body: string;
  readonly whole: boolean;
} {
  const [only, ...others] = effects;
  if (only === undefined || others.length > 0)
    return { lines: effects.map((effect) => effect.title).join(" · ") || title, body: "", whole: false };
  const { parts, body } = layoutEffect(only);
  const lines = linesOf(only);
  const words = body?.shown ?? "";
  const isPlain = body !== null && parts.every(({ kind }) => kind === "line" || kind === "body");
  return { lines, body: words, whole: isPlain && lines.length + words.length <= ROW_CHARS };
}

/** `To Maria Lopez +1 412 555 0142 · From Shared line`. */
function linesOf(effect: Effect): string {
  return layoutEffect(effect)
    .parts.flatMap((part) =>
      part.kind === "line" ? [`${part.label} ${part.items.map(({ leaf }) => leaf.shown).join(" ")}`] : [],
    )
    .join(" · ");
}
