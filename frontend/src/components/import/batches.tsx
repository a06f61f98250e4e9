/** The last step of an import: sending the lines in batches, and what became of each. */
import { useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { Meter } from "../meter.tsx";
import { Notice } from "../notice.tsx";
import { clipped } from "../text-pieces.ts";
import { count } from "../words.ts";

/** Sends lines in order. A second run resumes after the last complete batch. */
export function useBatches<Line, Result, Way = void>(
  lines: readonly Line[],
  size: number,
  {
    send,
    onSettled,
  }: {
    send: (lines: readonly Line[], way: Way) => Promise<readonly Result[]>;
    onSettled: () => unknown;
  },
) {
  const [results, setResults] = useState<readonly Result[]>([]);
  const run = useMutation({
    mutationFn: async (way: Way) => {
      for (let at = results.length; at < lines.length; at += size) {
        const taken = await send(lines.slice(at, at + size), way);
        setResults((before) => [...before, ...taken]);
      }
    },
    meta: ERROR_SHOWN_HERE,
    onSettled,
  });
  return {
    run,
    results,
    isBegun: run.isPending || results.length > 0,
    isDone: results.length >= lines.length,
  };
}

export function Progress({
  label,
  done,
  of,
  words,
}: {
  label: string;
  done: number;
  of: number;
  words: string;
}) {
  return (
    <div role="status" className="flex flex-col gap-1.5 text-sm">
      <Meter label={label} value={done} max={of} />
      <p>
        {done >= of ? "Done: " : ""}
        {words}
      </p>
    </div>
  );
}

/** How many lines to show. */
const SHOWN = 50;

export function Lines({
  title,
  tone = "warning",
  lines,
}: {
  /** Says what they have in common, behind their number: “can’t be imported”. */
  title: string;
  tone?: "warning" | "info";
  lines: readonly { readonly line: number; readonly message: string }[];
}) {
  if (lines.length === 0) return null;
  const shown = lines.toSorted((one, other) => one.line - other.line).slice(0, SHOWN);
  return (
    <Notice tone={tone} title={`${count(lines.length, "line")} ${title}`}>
      <ul className="flex flex-col gap-1 pt-1">
        {shown.map(({ line, message }) => (
          <li key={line} className="wrap-anywhere">
            Line {line}: {clipped(message, 300)}
          </li>
        ))}
      </ul>
      {lines.length > SHOWN ? <p>and {lines.length - SHOWN} more</p> : null}
    </Notice>
  );
}
