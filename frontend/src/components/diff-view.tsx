import { diffLines, foldSame } from "./line-diff.ts";
import { count } from "./words.ts";

const STYLES = {
  same: "",
  added: "bg-kumo-success-tint",
  removed: "bg-kumo-danger-tint line-through decoration-1",
} as const;
const SIGNS = { same: " ", added: "+", removed: "−" } as const;
const SPOKEN = { same: "", added: "Added: ", removed: "Removed: " } as const;

/** A line diff, marked by sign and word as well as by color. */
export function DiffView({ from, to, label }: { from: string; to: string; label: string }) {
  if (from === to) return <p className="text-sm text-kumo-subtle">No changes.</p>;
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={label}
      className="max-h-96 overflow-auto rounded-lg border border-kumo-line bg-kumo-base py-1 font-mono text-xs"
    >
      {foldSame(diffLines(from, to)).map((line, index) =>
        line.kind === "gap" ? (
          <p key={index} className="bg-kumo-tint px-2.5 py-0.5 font-sans text-kumo-subtle">
            {count(line.lines, "line")} unchanged
          </p>
        ) : (
          <p
            key={index}
            className={`flex gap-2 px-2.5 py-px whitespace-pre-wrap wrap-anywhere ${STYLES[line.kind]}`}
          >
            <span aria-hidden className="w-2 shrink-0 select-none">
              {SIGNS[line.kind]}
            </span>
            <span className="min-w-0 flex-1">
              {SPOKEN[line.kind] ? <span className="sr-only">{SPOKEN[line.kind]}</span> : null}
              {line.text}
            </span>
          </p>
        ),
      )}
    </div>
  );
}
