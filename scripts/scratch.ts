/** Temporary folder of a test run. */
import { mkdtemp, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

/** An in-memory folder on Linux. */
const IN_MEMORY = "/dev/shm";
/** Several times the disk usage of all products in a run. */
const ROOM_BYTES = 2 * 1024 ** 3;

/** A new folder, in memory if there is room, because tests make many synchronous writes; else in the system's temporary folder. */
export async function scratchFolder(): Promise<string> {
  const disk = await statfs(IN_MEMORY).catch(() => null);
  const isRoomy = disk !== null && disk.bavail * disk.bsize >= ROOM_BYTES && freemem() >= 3 * ROOM_BYTES;
  return mkdtemp(join(isRoomy ? IN_MEMORY : tmpdir(), "steward-test-"));
}
