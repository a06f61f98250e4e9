/** What an entry of the playbook is made of: when it fits, what it needs, what it looks up and does, what it says. */
import { act, look, Stop, type Play, type Scene, type Wanted } from "./play.ts";
import type { Role } from "./tools.ts";
import type { Result } from "./transcript.ts";

/** Something an entry needs, taken from the words and settled by tools. */
export interface Slot<T> {
  /** Whether the words hold it at all; an entry whose slots they do not hold is passed over. */
  fits(scene: Scene): boolean;
  take(scene: Scene): Play<T>;
}

type Slots = Readonly<Record<string, Slot<unknown>>>;
type Taken<S extends Slots> = { readonly [Name in keyof S]: S[Name] extends Slot<infer T> ? T : never };
type Part<S extends Slots, T> = (slots: Taken<S>, scene: Scene, found: readonly (Result | null)[]) => T;

/** An entry as it stands in the playbook. */
interface Entry<S extends Slots> {
  /** What people say who want this: examples, with bars between them. */
  readonly when: string;
  /** Tools it cannot do without. */
  readonly uses?: readonly Role[];
  readonly needs?: S;
  /** How much it speaks for this entry that the words hold what it needs: much where few other wishes do. */
  readonly sign?: number;
  /** Without such a word it is never meant, however near the rest is. */
  readonly mark?: RegExp;
  /** Look-ups, all made at once. */
  readonly look?: Part<S, readonly Wanted[]>;
  /** What it does, all at once. A draft waits for a person then, and the conversation goes on with its outcome. */
  readonly calls?: Part<S, readonly Wanted[]>;
  /** Said with the calls. */
  readonly intro?: Part<S, string>;
  /** Said at the end, and after calls that need no decision. */
  readonly say?: Part<S, string>;
}

/** An entry, ready to be chosen. */
export interface Row {
  readonly when: readonly string[];
  readonly uses: readonly Role[];
  readonly sign: number;
  fits(scene: Scene): boolean;
  play(scene: Scene): Play<string>;
}

/** Makes an entry of the playbook. */
export function row<S extends Slots = Record<string, never>>(entry: Entry<S>): Row {
  const needs = Object.entries<Slot<unknown>>(entry.needs ?? {});
  return {
    when: examples(entry.when),
    uses: entry.uses ?? [],
    sign: entry.sign ?? 0,
    fits: (scene) => (entry.mark?.test(scene.words) ?? true) && needs.every(([, one]) => one.fits(scene)),
    *play(scene) {
      const taken: Record<string, unknown> = {};
      for (const [name, one] of needs) taken[name] = yield* one.take(scene);
      const slots = taken as Taken<S>;
      const found = yield* lookedUp(entry.look?.(slots, scene, []));
      const { calls, intro } = doneBy(entry, slots, scene, found);
      const failure = calls.length === 0 ? null : yield* act(intro, ...calls);
      if (failure !== null) throw new Stop(`That didn't work: ${failure}`);
      const waiting = calls.length === 0 ? intro : "It's waiting for a decision.";
      return entry.say?.(slots, scene, found) ?? waiting;
    },
  };
}

function* lookedUp(wanted: readonly Wanted[] = []): Play<readonly (Result | null)[]> {
  return wanted.length === 0 ? [] : yield* look("", ...wanted);
}

/** What an entry does after its look-ups, and what it says with it. */
function doneBy<S extends Slots>({ calls, intro }: Entry<S>, ...given: Parameters<Part<S, unknown>>) {
  return { calls: calls?.(...given) ?? [], intro: intro?.(...given) ?? "" };
}

/** Examples as they stand in a table. */
export function examples(written: string): string[] {
  return written.split(" | ");
}

/** A slot that some words hold and others do not. */
export function slot<T>(fits: (scene: Scene) => boolean, take: (scene: Scene) => Play<T>): Slot<T> {
  return { fits, take };
}

/** A slot that is read from the words alone; null where they do not hold it. */
export function inWords<T>(read: (scene: Scene) => T | null): Slot<T> {
  return {
    fits: (scene) => read(scene) !== null,
    // oxlint-disable-next-line require-yield -- waits for no tool
    *take(scene) {
      const value = read(scene);
      if (value === null) throw new Stop("I didn't get all of that. Say it in one sentence, please.");
      return value;
    },
  };
}
