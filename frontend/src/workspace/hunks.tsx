import type { FileDiff } from "../../../src/workspace/api/workspace.ts";

const STYLES = {
  same: "",
  added: "bg-kumo-success-tint",
  removed: "bg-kumo-danger-tint",
} as const;
const SIGNS = { same: " ", added: "+", removed: "−" } as const;
const SPOKEN = { same: "", added: "Added: ", removed: "Removed: " } as const;

/** The changed parts of two versions, line by line: by sign and word as well as by colour. */
export function Hunks({ diff, label }: { diff: FileDiff; label: string }) {
  if (diff.hunks.length === 0) return <p className="p-4 text-sm text-kumo-subtle">No changes.</p>;
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={label}
      className="min-h-0 flex-1 overflow-auto py-2 font-mono text-[13px] leading-6 focus-visible:-outline-offset-2"
    >
      {diff.hunks.map((hunk, at) => (
        <div
          key={at}
          className="border-b border-dashed border-kumo-line py-1 first:pt-0 last:border-b-0 last:pb-0"
        >
          {hunk.lines.map((line, index) => (
            <p
              key={index}
              className={`flex gap-2 px-3 whitespace-pre-wrap wrap-anywhere ${STYLES[line.kind]}`}
            >
              <span
                aria-hidden
                className="w-8 shrink-0 text-right text-xs leading-6 text-kumo-subtle select-none max-sm:hidden"
              >
                {line.to ?? line.from}
              </span>
              <span aria-hidden className="w-2 shrink-0 select-none">
                {SIGNS[line.kind]}
              </span>
              <span
                className={`min-w-0 flex-1 ${line.kind === "removed" ? "line-through decoration-1" : ""}`}
              >
                {SPOKEN[line.kind] ? <span className="sr-only">{SPOKEN[line.kind]}</span> : null}
                {line.text}
              </span>
            </p>
          ))}
        </div>
      ))}
    </div>
  );
}
