/**
 * The drill of kills: every kind of long work is under way in the really running product, which is then ended with SIGKILL and started again on the same
 * data. What each kind did outside is counted at the outside; it must come to an honest end within a time, with nothing lost and nothing done twice.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Stack } from "../../../scripts/stack.ts";
import { controlAt, nothingHeld, type Client } from "../../support/client.ts";
import type { deployment } from "../../../scripts/team-copies/deployment.ts";

/** From the restart until everything that was due is done. */
export const RECOVERY_MS = 60_000;
/** How often an end is looked for, and how long in all: what comes late is told with its time. */
const LOOK_MS = 500;
const GIVE_UP_MS = 300_000;

/** What the kinds work in. */
export interface World {
  readonly stack: Stack;
  readonly dataDir: string;
  /** Admins of the two demo companies. */
  readonly dana: Client;
  readonly ruth: Client;
  /** The running product, as whoever holds its master key asks it. */
  readonly copies: ReturnType<typeof deployment>;
  /** Wrangler's configurations. */
  readonly configs: readonly string[];
}

/** Work of a kind, before and after the kill. */
export interface Work {
  /** Begins it; resolves in its middle, where it is held or stays for a few seconds. */
  begin?(): Promise<void>;
  /** Brings what lasts only a moment into its middle, right before the kill. */
  strike?(): Promise<void>;
  /** What happens while the product is down. */
  whileDown?(): Promise<void>;
  /** What a person does again who got no answer. */
  again?(): Promise<void>;
  /** What is wrong in the end; null while something is due. */
  verdict(): Promise<readonly string[] | null>;
}

/** A kind of work. */
export interface KilledKind<Point extends string = string> {
  readonly name: string;
  /** Where inside it the product is killed. */
  readonly points: readonly Point[];
  /** Where its end may be later than the promise says: until when, and why. */
  readonly later?: { readonly point: Point; readonly withinMs: number; readonly because: string };
  /** Everything that comes before it. */
  prepare(world: World, point: Point, round: number): Promise<Work>;
}

/** What became of a kind in a round. */
export interface Recovery {
  readonly kind: string;
  readonly point: string;
  /** From the restart to its end; null where none came. */
  readonly tookMs: number | null;
  readonly limitMs: number;
  readonly faults: readonly string[];
}

/** A kind at one of its points, ready to begin. */
interface Prepared {
  readonly kind: KilledKind;
  readonly point: string;
  readonly work: Work;
}

/** Kills the product in the middle of each group's kinds, once a round, each time at another point of each. */
export async function killDrill(
  world: World,
  groups: readonly (readonly KilledKind[])[],
  { rounds, say }: { readonly rounds: number; readonly say: (line: string) => void },
): Promise<Recovery[]> {
  const recoveries: Recovery[] = [];
  for (let round = 0; round < rounds; round++)
    for (const kinds of groups) {
      const works: Prepared[] = [];
      for (const kind of kinds) {
        const point = kind.points[round % kind.points.length] ?? "";
        works.push({ kind, point, work: await kind.prepare(world, point, round) });
      }
      recoveries.push(...(await killAll(world, works, say)));
    }
  return recoveries;
}

async function killAll(
  world: World,
  works: readonly Prepared[],
  say: (line: string) => void,
): Promise<Recovery[]> {
  const { stack } = world;
  for (const { kind, point, work } of works) {
    await work.begin?.();
    say(`under way: ${kind.name}, ${point}`);
  }
  for (const { work } of works) await work.strike?.();
  await stack.killApp();
  say("killed");
  await nothingHeld(stack.sandboxUrl);
  const { items } = await controlAt<{ items: { service: string }[] }>(stack.sandboxUrl, "faults");
  for (const service of new Set(items.map((fault) => fault.service)))
    await controlAt(stack.sandboxUrl, "faults", { service, clear: true });
  for (const { work } of works) await work.whileDown?.();
  await stack.startApp();
  const restartedMs = performance.now();
  say("started again");
  return Promise.all(
    works.map(async ({ kind, point, work }) => {
      const limitMs = kind.later?.point === point ? kind.later.withinMs : RECOVERY_MS;
      const { faults, tookMs } = await endOf(work, restartedMs);
      const seconds = tookMs === null ? "never" : `${(tookMs / 1000).toFixed(1)} s`;
      say(`${kind.name}, ${point}: ${seconds}${faults.map((fault) => `; ${fault}`).join("")}`);
      return { kind: kind.name, point, tookMs, limitMs, faults };
    }),
  );
}

async function endOf(work: Work, fromMs: number): Promise<Pick<Recovery, "faults" | "tookMs">> {
  let problem = "it came to no end";
  try {
    await work.again?.();
  } catch (error) {
    return { faults: [`could not be asked for again: ${wordsOf(error)}`], tookMs: null };
  }
  while (performance.now() - fromMs < GIVE_UP_MS) {
    try {
      const faults = await work.verdict();
      if (faults !== null) return { faults, tookMs: performance.now() - fromMs };
    } catch (error) {
      problem = wordsOf(error);
    }
    await pause(LOOK_MS);
  }
  return { faults: [problem], tookMs: null };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether nothing was lost, nothing was done twice, and all of it was in time. */
export function isKept({ faults, tookMs, limitMs }: Recovery): boolean {
  return faults.length === 0 && tookMs !== null && tookMs <= limitMs;
}

/** The table for people. */
export function recoveryTable(recoveries: readonly Recovery[]): string {
  const rows = recoveries.map((one) => {
    const took = one.tookMs === null ? "never" : `${(one.tookMs / 1000).toFixed(1)} s`;
    return `| ${[one.kind, one.point, took, one.limitMs / 1000, one.faults.join("; ") || "none"].join(" | ")} |`;
  });
  return [
    `DRILL: kill -9 in the middle of ${recoveries.length} pieces of work.`,
    "",
    "| work | killed | done after the restart | asked for, s | lost or twice |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}
