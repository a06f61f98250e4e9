/** Two texts compared line by line. Pure. */

export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** A stretch of equal lines that is not worth showing. */
export interface DiffGap {
  readonly kind: "gap";
  readonly lines: number;
}

/** More cells than this are not compared: the middle is then all removed and all added. */
const MAX_CELLS = 4_000_000;

/** Every line of both, in order. */
export function diffLines(from: string, to: string): DiffLine[] {
  const left = from === "" ? [] : from.split("\n");
  const right = to === "" ? [] : to.split("\n");
  let head = 0;
  while (head < left.length && head < right.length && left[head] === right[head]) head++;
  let tail = 0;
  while (
    tail < left.length - head &&
    tail < right.length - head &&
    left[left.length - 1 - tail] === right[right.length - 1 - tail]
  )
    tail++;
  const same = (text: string): DiffLine => ({ kind: "same", text });
  return [
    ...left.slice(0, head).map(same),
    ...middle(left.slice(head, left.length - tail), right.slice(head, right.length - tail)),
    ...left.slice(left.length - tail).map(same),
  ];
}

function middle(left: readonly string[], right: readonly string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: "removed", text });
  const added = (text: string): DiffLine => ({ kind: "added", text });
  if (left.length === 0 || right.length === 0 || left.length * right.length > MAX_CELLS)
    return [...left.map(removed), ...right.map(added)];
  const at = commonFrom(left, right);
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < left.length && column < right.length) {
    if (left[row] === right[column]) {
      lines.push({ kind: "same", text: left[row] ?? "" });
      row++;
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1)) lines.push(removed(left[row++] ?? ""));
    else lines.push(added(right[column++] ?? ""));
  }
  return [...lines, ...left.slice(row).map(removed), ...right.slice(column).map(added)];
}

/** How many lines are common, in order, from a pair of places on. */
function commonFrom(
  left: readonly string[],
  right: readonly string[],
): (row: number, column: number) => number {
  const width = right.length + 1;
  const common = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      const same = left[row] === right[column];
      const longest = same ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
      common[row * width + column] = longest;
    }
  }
  return at;
}

/** Leaves out equal lines farther than `around` from a change. */
export function foldSame(lines: readonly DiffLine[], around = 2): (DiffLine | DiffGap)[] {
  const keep = lines.map((_, index) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some((near) => near.kind !== "same"),
  );
  const folded: (DiffLine | DiffGap)[] = [];
  let hidden = 0;
  lines.forEach((line, index) => {
    if (!keep[index]) {
      hidden++;
      return;
    }
    if (hidden > 0) folded.push({ kind: "gap", lines: hidden });
    hidden = 0;
    folded.push(line);
  });
  if (hidden > 0) folded.push({ kind: "gap", lines: hidden });
  return folded;
}
