/** Processes that are killed at a call of theirs, before it takes effect or after. */

/** Ends the process that made the call. */
export class Killed extends Error {}

/** When: at the n-th call. */
export interface Kill {
  readonly calls: number;
  readonly when: "before" | "after";
}

/** One process: its calls are counted together, whatever they go to. */
export function lifeUntil({ calls, when }: Kill) {
  let left = calls;
  const call = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (left <= 0) throw new Killed("killed");
    left -= 1;
    if (left === 0 && when === "before") throw new Killed("killed");
    const result = await work();
    if (left === 0) throw new Killed("killed");
    return result;
  };
  const wrap = <Of extends object>(of: Of, methods: readonly string[], makes: readonly string[]): Of =>
    new Proxy(of, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function") return value;
        const run = (...args: unknown[]): unknown => Reflect.apply(value, target, args);
        if (methods.includes(String(name)))
          return (...args: unknown[]) => call(() => run(...args) as Promise<unknown>);
        if (makes.includes(String(name)))
          return (...args: unknown[]) =>
            wrap(run(...args) as object, ["all", "run", "first", "raw"], ["bind"]);
        return run;
      },
    });
  return {
    /** A database as the process sees it. */
    database: (d1: D1Database): D1Database => wrap(d1, ["batch"], ["prepare"]),
    /** Something whose methods are calls. */
    object: <Of extends object>(of: Of, methods: readonly (keyof Of & string)[]): Of => wrap(of, methods, []),
  };
}
