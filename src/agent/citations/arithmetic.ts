/**
 * Whether a figure can be computed from others in one or two common steps: totals, differences, prices
 * times counts, shares, averages. Pure.
 */
import { spelledNumbers } from "./given.ts";
import { monthsSpanned, valuesOf } from "./values.ts";

type Unit = "money" | "share" | "number";

/** A figure for computing. */
export interface Operand {
  readonly amount: number;
  readonly unit: Unit;
}

/** The figures a result may be computed from, grouped by text. */
interface Operands {
  /** From its own sentence and that sentence's citations. */
  readonly near: readonly (readonly Operand[])[];
  /** From earlier sentences and their citations. */
  readonly far: readonly (readonly Operand[])[];
}

/** Maximum figures considered per text. */
const MOST = 16;
/** Figures below this are the sum of almost anything, so only nearby ones count. */
const SMALL = 100;
/** Products from this on are unlikely to be coincidental. */
const LEAST_PRODUCT = 20;
/** Maximum figures combined in threes. */
const MOST_OF_THREE = 12;

/** A text's figures in order, including number words and month spans. */
export function operandsIn(text: string): Operand[] {
  const written = valuesOf(text).values.flatMap(({ kind, keys, words, at }) => {
    const key = keys.find((one) => one.startsWith("n:"));
    return kind !== "figure" || key === undefined
      ? []
      : [{ at, amount: Number(key.slice(2)), unit: unitOf(words) }];
  });
  const counted = [...spelledNumbers(text), ...monthsSpanned(text)].map(({ at, number }) => ({
    at,
    amount: number,
    unit: "number" as const,
  }));
  return [...written, ...counted]
    .toSorted((one, other) => one.at - other.at)
    .slice(0, MOST)
    .map(({ amount, unit }) => ({ amount, unit }));
}

/** A figure's unit, by its notation. */
export function unitOf(words: string): Unit {
  if (/^[$€£]|¢$|cents?$/.test(words)) return "money";
  return words.endsWith("%") ? "share" : "number";
}

/** Whether a figure follows from others. */
export function follows(target: Operand, { near, far }: Operands): boolean {
  const { amount, unit } = target;
  const isTarget = (made: number): boolean => Math.abs(made - amount) < 0.006;
  const isOther = (one: Operand): boolean => one.amount !== amount;
  const lists = (amount < SMALL ? near : [...near, ...far]).map((list) => list.filter(isOther));
  const all = distinct(lists.flat());
  return (
    lists.some((list) => totalsOf(list, unit).some(isTarget)) ||
    pairsOf(all).some((pair) => byTwo(pair, target).some(isTarget)) ||
    (unit === "money" && byThree(all.slice(0, MOST_OF_THREE)).some(isTarget)) ||
    restsOf(all, unit).some(isTarget) ||
    (amount >= SMALL && all.flatMap((one) => partsOf(one, unit)).some(isTarget))
  );
}

function distinct(operands: readonly Operand[]): Operand[] {
  return [...new Map(operands.map((one) => [`${one.unit} ${one.amount}`, one])).values()];
}

type Pair = readonly [Operand, Operand];

function pairsOf(operands: readonly Operand[]): Pair[] {
  return operands.flatMap((left, at) =>
    operands.flatMap((right, other): Pair[] => (at === other ? [] : [[left, right]])),
  );
}

/** A number that may be money without a currency sign. */
function isPrice({ amount, unit }: Operand): boolean {
  return unit === "money" || (unit === "number" && amount >= LEAST_PRODUCT);
}

const isCount = ({ amount, unit }: Operand): boolean => unit === "number" && amount > 1;

/**
 * Totals and averages of three or more adjacent figures of one unit, optionally repeating one by a count,
 * or skipping every other figure.
 */
function totalsOf(list: readonly Operand[], unit: Unit): number[] {
  const alike = list.filter((one) => one.unit === unit || (unit === "money" && isPrice(one)));
  const rows = [alike, ...[0, 1].map((odd) => alike.filter((_, at) => at % 2 === odd))];
  const extra = unit !== "money" ? [] : list.filter(isCount);
  return rows.flatMap((row) =>
    row.flatMap((first, from) => {
      let sum = first.amount;
      return row.slice(from + 1).flatMap((next, index) => {
        sum += next.amount;
        const often = extra.map(({ amount }) => sum + (amount - 1) * next.amount);
        return index === 0 ? often : [sum, Math.round((sum / (index + 2)) * 100) / 100, ...often];
      });
    }),
  );
}

/** Results of two figures that could be the target. */
function byTwo([left, right]: Pair, { amount, unit }: Operand): number[] {
  const [one, other] = [left.amount, right.amount];
  if (unit === "share") return left.unit === right.unit ? sharesOf(one, other) : [];
  const isMoney = unit === "money";
  const made = areAdded(left, right, isMoney) ? [one + other, Math.abs(one - other)] : [];
  const mayMultiply = amount >= LEAST_PRODUCT || !Number.isInteger(amount);
  return mayMultiply && (isMoney || isCount(left)) ? [...made, ...timesOf(left, right)] : made;
}

function areAdded(left: Operand, right: Operand, isMoney: boolean): boolean {
  if (!isMoney) return left.unit === "number" && right.unit === "number";
  return isPrice(left) && right.unit !== "share" && (left.unit === "money" || isPrice(right));
}

function timesOf({ amount: one }: Operand, right: Operand): number[] {
  const { amount: other, unit } = right;
  if (unit === "share") return [(one * other) / 100, one * (1 - other / 100), one * (1 + other / 100)];
  return isCount(right) ? [one * other, one / other] : [];
}

function sharesOf(one: number, other: number): number[] {
  if (other === 0) return [];
  return [(100 * one) / other, (100 * Math.abs(one - other)) / other].flatMap((share) => [
    Math.round(share),
    Math.round(share * 10) / 10,
  ]);
}

/** A price times a count, plus or minus an amount or for two prices; or a price times two counts. */
function byThree(operands: readonly Operand[]): number[] {
  const counts = operands.filter(isCount);
  return operands
    .filter(({ unit }) => unit !== "share")
    .flatMap((price) =>
      counts.flatMap((count) => {
        if (count === price) return [];
        const times = price.amount * count.amount;
        return [
          times * 2,
          ...operands
            .filter((one) => one !== price && one !== count && one.unit !== "share")
            .flatMap((third) => [
              times + third.amount,
              times - third.amount,
              ...(isCount(third) ? [times * third.amount] : []),
              ...(isPrice(third)
                ? [Math.abs(price.amount - third.amount) * count.amount, times + third.amount * count.amount]
                : []),
            ]),
        ];
      }),
    );
}

/** Divisors that are usually not written out: halves, thirds, quarters, and months of a year. */
const PARTS = [2, 3, 4, 12];

function partsOf({ amount, unit: of }: Operand, unit: Unit): number[] {
  return of === unit ? PARTS.flatMap((part) => [amount / part, amount * part]) : [];
}

/** A figure minus two others of its unit. */
function restsOf(operands: readonly Operand[], unit: Unit): number[] {
  const alike = operands
    .filter((one) => one.unit === unit || (unit === "money" && isPrice(one)))
    .slice(0, MOST_OF_THREE);
  return alike.flatMap((whole) =>
    pairsOf(alike.filter((one) => one !== whole)).map(
      ([one, other]) => whole.amount - one.amount - other.amount,
    ),
  );
}
