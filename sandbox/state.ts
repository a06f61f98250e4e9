/**
 * The sandbox's persisted state: one JSON file per section, kept in memory and written atomically (temporary file, then rename) shortly
 * after a change and always on close. A restart restores everything.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const WRITE_DELAY_MS = 40;
/** Large states are written less often: writing takes at most 1/20 of the time. */
const WRITE_SHARE = 20;
const FRESH_MS = 30_000;

/** A service's state section. Change `value` in place, then call `save()`. */
export interface Section<T extends object> {
  readonly value: T;
  /** Marks the section as changed; it is written within moments. */
  save(): void;
  /** Resets to the initial value, which the next `value` returns. */
  reset(): void;
  /** Whether it was reset within the last half minute without a save since. Resetting a whole world again would be slow and pointless. */
  readonly isFresh: boolean;
}

export interface StateStore {
  section<T extends object>(name: string, initial: () => T): Section<T>;
  /** Writes pending changes; later ones are lost. */
  close(): void;
}

/** Opens a state folder; creates it if missing. */
export function openState(folder: string): StateStore {
  mkdirSync(folder, { recursive: true });
  const dirty = new Map<string, () => object>();
  const names = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let lastWriteMs = 0;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const begun = performance.now();
    for (const [name, value] of dirty) {
      const path = join(folder, `${name}.json`);
      writeFileSync(`${path}.tmp`, JSON.stringify(value()));
      renameSync(`${path}.tmp`, path);
    }
    dirty.clear();
    lastWriteMs = performance.now() - begun;
  };

  return {
    close() {
      flush();
      closed = true;
    },
    section<T extends object>(name: string, initial: () => T): Section<T> {
      if (names.has(name)) throw new Error(`Two services share the state section "${name}".`);
      names.add(name);
      let value = (read(join(folder, `${name}.json`)) as T | null) ?? initial();
      let freshUntil = 0;
      const write = (): void => {
        if (closed) return;
        dirty.set(name, () => value);
        timer ??= setTimeout(flush, Math.max(WRITE_DELAY_MS, lastWriteMs * WRITE_SHARE));
      };
      return {
        get value() {
          return value;
        },
        save() {
          freshUntil = 0;
          write();
        },
        reset() {
          value = initial();
          freshUntil = performance.now() + FRESH_MS;
          write();
        },
        get isFresh() {
          return performance.now() < freshUntil;
        },
      };
    },
  };
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new Error(`The sandbox's state in ${path} cannot be read. Delete the file to start over.`, {
      cause: error,
    });
  }
}
