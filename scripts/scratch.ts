/** Where a run of the tests keeps what it throws away at its end. */
import { mkdtemp, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

/** A folder in memory, on Linux. */
const IN_MEMORY = "/dev/shm";
/** What all products of a run have on disk at a time, several times over. */
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * A new folder: in memory where there is plenty, since each change of a record is written through to the disk and tests change many; else where
 * temporary files are.
 */
export async function scratchFolder(): Promise<string> {
  const disk = await statfs(IN_MEMORY).catch(() => null);
  const isRoomy = disk !== null && disk.bavail * disk.bsize >= ROOM_BYTES && freemem() >= 3 * ROOM_BYTES;
  return mkdtemp(join(isRoomy ? IN_MEMORY : tmpdir(), "steward-test-"));
}
