/** The first step of an import: choosing a file of another system. */
import { useState, type ReactNode } from "react";
import Papa from "papaparse";
import type { ParseCsv } from "../../../../src/platform/api/import-file.ts";
import { decodeText } from "../../../../src/kernel/decode-text.ts";
import { FilePick } from "../file-pick.tsx";
import { Notice } from "../notice.tsx";
import { clipped } from "../text-pieces.ts";

/** A selected file. */
export interface Picked {
  readonly name: string;
  readonly content: string;
}

const MEGABYTE = 1_000_000;

export function ChooseFile({
  accept,
  maxBytes,
  problemOf,
  onRead,
  children,
}: {
  accept: string;
  maxBytes: number;
  /** Why a file can't be imported; null if it can. */
  problemOf: (file: Picked) => string | null;
  onRead: (file: Picked) => void;
  /** What the file should be. */
  children: ReactNode;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  async function read(picked: File): Promise<void> {
    if (picked.size > maxBytes)
      return setProblem(
        `The file is larger than ${maxBytes / MEGABYTE} MB. Split it and import one part after another.`,
      );
    // Excel's plain CSV is in Windows-1252.
    const file = { name: picked.name, content: decodeText(new Uint8Array(await picked.arrayBuffer())) };
    const found = problemOf(file);
    setProblem(found);
    if (found === null) onRead(file);
  }
  return (
    <section aria-label="A file" className="sheet flex flex-col gap-3 p-4">
      <div>
        <h2 className="font-semibold">A file from your other system</h2>
        <p className="text-sm text-kumo-subtle">{children}</p>
      </div>
      {problem === null ? null : (
        <Notice tone="danger" title="It can’t be read">
          {clipped(problem, 300)}
        </Notice>
      )}
      <FilePick accept={accept} onPick={read} />
    </section>
  );
}

export const parseCsv: ParseCsv = (content) => {
  const { data, errors } = Papa.parse<Record<string, string>>(content, {
    header: true,
    skipEmptyLines: "greedy",
  });
  const [first] = errors.filter(({ code }) => code !== "TooFewFields" && code !== "UndetectableDelimiter");
  const where = first?.row === undefined ? "" : ` in row ${first.row + 2}`;
  return {
    rows: data,
    problem: first === undefined ? null : `${first.message}${where}. Correct the file and choose it again.`,
  };
};
