/** What benches found before (`docs/benchmarks.json`): each promise's figure by date, commit and machine, and which one got worse. */
import * as z from "zod";

const tableSchema = z.array(z.array(z.string()));

/** A run that was written down. */
const runSchema = z.object({
  date: z.string(),
  commit: z.string(),
  /** Figures of two machines are compared only where this is the same. */
  machine: z.object({ cpu: z.string(), cores: z.number(), memoryGiB: z.number() }),
  /** Node, workerd, the peers and the load, for the page. */
  software: z.string(),
  /** Other work kept the machine busy: its times are compared with nothing. */
  busy: z.boolean(),
  figures: z.array(
    z.object({
      /** Its name in all runs. */
      name: z.string(),
      id: z.string(),
      what: z.string(),
      value: z.number(),
      unit: z.string(),
      atLeast: z.boolean(),
      isTime: z.boolean(),
    }),
  ),
  tables: z.object({
    turns: tableSchema,
    promises: tableSchema,
    more: tableSchema,
    clicks: tableSchema,
    growth: tableSchema,
  }),
  /** How much the grown team had, in words. */
  grown: z.string(),
});
export type BenchRun = z.infer<typeof runSchema>;
type Figure = BenchRun["figures"][number];

/** Runs, the newest last. Of those before it only the figures are kept. */
export const historySchema = z.array(runSchema.partial({ tables: true, grown: true }));
export type BenchHistory = z.infer<typeof historySchema>;

/** Worse by less than this share is noise. */
const WORSE = 1.25;

/** Adds a run. */
export function withRun(history: BenchHistory, run: BenchRun): BenchHistory {
  const kept = history.map(({ date, commit, machine, software, busy, figures }) => ({
    date,
    commit,
    machine,
    software,
    busy,
    figures,
  }));
  return [...kept, run];
}

/** The newest run before on the same kind of machine in which a figure can be compared. */
function before(history: BenchHistory, run: BenchRun, { name, isTime }: Figure) {
  const same = ({ machine }: BenchHistory[number]): boolean =>
    machine.cpu === run.machine.cpu &&
    machine.cores === run.machine.cores &&
    machine.memoryGiB === run.machine.memoryGiB;
  for (const one of history.toReversed()) {
    if (!same(one) || (isTime && (one.busy || run.busy))) continue;
    const figure = one.figures.find((other) => other.name === name);
    if (figure !== undefined) return { ...figure, date: one.date, commit: one.commit };
  }
  return null;
}

/** Each promise that got worse by more than a quarter, in words. */
export function worsened(history: BenchHistory, run: BenchRun): string[] {
  return run.figures.flatMap((figure) => {
    const last = before(history, run, figure);
    if (last === null) return [];
    const [better, worse] = figure.atLeast ? [figure.value, last.value] : [last.value, figure.value];
    if (worse <= better * WORSE) return [];
    const times = better === 0 ? "" : `, ${(worse / better).toFixed(1)} times as bad`;
    return [
      `${figure.id}: ${figure.what} went from ${shown(last)} to ${shown(figure)}${times}, since ${last.date.slice(0, 10)} (${last.commit}).`,
    ];
  });
}

function shown({ value, unit }: Pick<Figure, "value" | "unit">): string {
  return `${Number.isInteger(value) ? value : value.toFixed(value < 10 ? 2 : 1)} ${unit}`;
}

/** One row a figure: what the last runs on the newest one's kind of machine measured. */
export function historyTable(history: BenchHistory, runs = 5): readonly (readonly string[])[] {
  const newest = history.at(-1);
  if (newest === undefined) return [];
  const kind = JSON.stringify(newest.machine);
  const last = history.filter(({ machine }) => JSON.stringify(machine) === kind).slice(-runs);
  return [
    [
      "promise",
      "",
      ...last.map(({ date, commit, busy }) => `${date.slice(0, 10)} ${commit}${busy ? " (busy)" : ""}`),
    ],
    ...newest.figures.map(({ name, id, what }) => [
      id,
      what,
      ...last.map(({ figures }) => {
        const figure = figures.find((one) => one.name === name);
        return figure === undefined ? "–" : shown(figure);
      }),
    ]),
  ];
}
