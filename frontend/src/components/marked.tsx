import type { ReactNode } from "react";
import { showText } from "../../../src/platform/api/shown-text.ts";

/** Words with ranges of them marked. The words are from outside: text, never markup. */
export function Marked({ text, ranges }: { text: string; ranges: readonly (readonly [number, number])[] }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    parts.push(showText(text.slice(at, from)));
    parts.push(
      <mark key={from} className="rounded-xs bg-kumo-warning-tint font-semibold text-kumo-default">
        {showText(text.slice(from, to))}
      </mark>,
    );
    at = to;
  }
  parts.push(showText(text.slice(at)));
  return <>{parts}</>;
}
