/** GROWTH as a table, and what it says about the promise. */
import type { Growth, RequestFigures } from "./measure.ts";

/** What a request may take beside a new team's, and at most, in ms; what a list may weigh; what a minute of the clock may take of one team, in ms. */
export const BOUNDS = { ratio: 3, ms: 150, listKib: 50, tickMs: 1_000, searchMs: 1_000 } as const;

const figure = (value: number): string => (value >= 100 ? String(Math.round(value)) : value.toFixed(1));
const kib = (bytes: number): string => figure(bytes / 1024);

/** One row a request. */
export function growthTable({ requests, tick, rebuild, memory }: Growth): readonly (readonly string[])[] {
  return [
    ["request", "new team p50, ms", "grown team p50, ms", "ratio", "new, KiB", "grown, KiB"],
    ...requests.map((one) => [
      one.name,
      figure(one.newMs),
      figure(one.grownMs),
      figure(ratioOf(one)),
      kib(one.newBytes),
      kib(one.grownBytes),
    ]),
    ["the clock’s minute", figure(tick.newMs), figure(tick.grownMs), "", "", ""],
    [
      `index of ${rebuild.items.toLocaleString("en-US")} made anew`,
      "",
      `${rebuild.seconds.toFixed(0)} s, slowest search ${figure(rebuild.slowestSearchMs)} ms`,
      "",
      "",
      "",
    ],
    ["the app’s memory", "", `${memory.beforeMiB} MiB, after all ${memory.afterMiB} MiB`, "", "", ""],
  ];
}

/** Less than this is noise of the machine, whatever it is a multiple of. */
const NOISE_MS = 10;

function ratioOf({ newMs, grownMs }: RequestFigures): number {
  return grownMs / Math.max(newMs, NOISE_MS);
}

/** The worst of each bound. */
export function growthFigures({ requests, tick, rebuild }: Growth) {
  const most = (of: readonly number[]): number => Math.max(...of);
  return {
    ratio: most(requests.map(ratioOf)),
    ms: most(requests.map(({ grownMs }) => grownMs)),
    listKib: most(requests.flatMap(({ isList, grownBytes }) => (isList ? grownBytes / 1024 : []))),
    tickMs: tick.grownMs,
    searchMs: rebuild.slowestSearchMs,
  };
}
