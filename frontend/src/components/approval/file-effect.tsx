/** A change to a file that waits: which file, what goes and what comes line by line, and the whole text as it would stand. Every leaf is shown. */
import { Link } from "@tanstack/react-router";
import type { Effect } from "../../../../src/protocol/index.ts";
import { Notice } from "../notice.tsx";
import { layoutFile, lineOf, type ChangedLine, type Leaf } from "./effect-layout.ts";
import { Shown } from "./shown.tsx";

const STYLES: Readonly<Record<ChangedLine["kind"], string>> = {
  same: "",
  added: "bg-kumo-success-tint",
  removed: "bg-kumo-danger-tint",
  gap: "bg-kumo-tint text-kumo-subtle",
};
const SIGNS: Readonly<Record<ChangedLine["kind"], string>> = {
  same: " ",
  added: "+",
  removed: "−",
  gap: "…",
};
const SPOKEN: Readonly<Record<ChangedLine["kind"], string>> = {
  same: "",
  added: "Added: ",
  removed: "Removed: ",
  gap: "Lines in between are left out",
};

export function FileEffect({ effect }: { effect: Effect }) {
  const { path, diff, content, source, rest } = layoutFile(effect);
  return (
    <div className="flex flex-col gap-2.5">
      {path ? (
        <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
          <span className="font-medium wrap-anywhere">
            <Shown leaf={path} />
          </span>
          {typeof path.value === "string" ? (
            <Link
              to="/workspace/$"
              params={{ _splat: path.value }}
              className="touch inline-flex items-center text-kumo-link underline underline-offset-2"
            >
              as it is now
            </Link>
          ) : null}
        </p>
      ) : null}
      {source && source.value !== null ? (
        <Notice tone="warning" title="Some of it came from outside.">
          <span className="whitespace-pre-wrap">
            <Shown leaf={source} />
          </span>
        </Notice>
      ) : null}
      {diff ? <Lines leaf={diff} /> : null}
      {content ? (
        <details className="text-sm">
          <summary className="touch inline-flex items-center text-kumo-link underline underline-offset-2">
            The whole text as it would be
          </summary>
          <pre
            tabIndex={0}
            role="group"
            aria-label="The whole text as it would be"
            className="mt-1 max-h-96 overflow-auto rounded-lg bg-kumo-tint p-2.5 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
          >
            <Shown leaf={content} />
          </pre>
        </details>
      ) : null}
      {rest.length > 0 ? (
        <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-kumo-subtle wrap-anywhere">
          {rest.map((leaf) => (
            <span key={leaf.path}>
              {leaf.label}:{" "}
              <span className="font-mono">
                <Shown leaf={leaf} />
              </span>
            </span>
          ))}
        </p>
      ) : null}
    </div>
  );
}

function Lines({ leaf }: { leaf: Leaf }) {
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label="What would change"
      className="max-h-96 overflow-auto rounded-lg border border-kumo-line bg-kumo-base py-1 font-mono text-xs"
    >
      {leaf.shown.split("\n").map((text, index) => {
        const line = lineOf(leaf, text);
        return (
          <p
            key={index}
            className={`flex gap-2 px-2.5 py-px whitespace-pre-wrap wrap-anywhere ${STYLES[line.kind]}`}
          >
            <span aria-hidden className="w-2 shrink-0 select-none">
              {SIGNS[line.kind]}
            </span>
            <span className={`min-w-0 flex-1 ${line.kind === "removed" ? "line-through decoration-1" : ""}`}>
              {SPOKEN[line.kind] ? <span className="sr-only">{SPOKEN[line.kind]}</span> : null}
              {line.kind === "gap" || line.leaf.shown === "" ? null : <Shown leaf={line.leaf} />}
            </span>
          </p>
        );
      })}
    </div>
  );
}
