/**
 * The sandbox's memory: one JSON file a section, held in memory, written whole and atomically (a temporary file, then a rename),
 * shortly after the last change and always on close. A restart finds everything again.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const WRITE_DELAY_MS = 40;
/** A large state is written less often: writing takes at most one part in so many of the time. */
const WRITE_SHARE = 20;
const FRESH_MS = 30_000;

/** One service's part of the state. Change `value` in place, then call `save()`. */
export interface Section<T extends object> {
  readonly value: T;
  /** Marks the section changed; it reaches the disk within moments. */
  save(): void;
  /** Back to the initial value, which the next `value` returns. */
  reset(): void;
  /** Whether it was reset within the last half minute and not saved since: as good as reset again, which for a whole world takes long. */
  readonly isFresh: boolean;
}

/** All sections of one sandbox. */
export interface StateStore {
  section<T extends object>(name: string, initial: () => T): Section<T>;
  /** Writes what is not yet on disk; later changes are not kept. */
  close(): void;
}

/** Opens the state kept in a folder, making the folder where it is missing. */
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
