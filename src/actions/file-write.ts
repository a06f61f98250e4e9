import * as z from "zod";
import { causeOf } from "../approvals/index.ts";
import type { Performed } from "../approvals/ports.ts";
import { AppError, IntegrationError } from "../kernel/errors.ts";
import { sha256Hex } from "../kernel/hash.ts";
import { findVersionSince, writeFile } from "../workspace/index.ts";
import { defineAction, sinceClaim } from "./action.ts";

const documentSchema = z.strictObject({
  path: z.string().min(1),
  /** What the person was shown: from the version `base` to `content`. */
  diff: z.string(),
  content: z.string(),
  /** The version the content was worked out from; null for a new file. */
  base: z.string().nullable(),
  /** Where outside text in it came from. */
  source: z.string().nullable(),
});
type Document = z.output<typeof documentSchema>;

/**
 * Writes a file of the workspace that a person has let through. A compare-and-set on the version that was shown: where the file has changed since,
 * nothing is written. Who approved has read this very content, so it is no longer text nobody has looked over; its version keeps the source.
 */
export const fileWrite = defineAction({
  kind: "file.write",
  vendor: "workspace",
  document: documentSchema,
  recovery: "look_up",
  async perform({ path, content, base, source }, files, effectId) {
    try {
      const row = await writeFile(files, {
        author: { kind: "agent", id: "steward", name: "Steward" },
        ...(await causeOf(files.db, effectId)),
        reviewed: true,
        path,
        content,
        ...(base === null ? {} : { etag: base }),
        ...(source === null ? {} : { source }),
      });
      return wrote(path, row.etag, base);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new IntegrationError("workspace", error.message, {
        outcome: "not_applied",
        status: error.status,
        cause: error,
      });
    }
  },
  /** Our own tables lag behind nothing: what is not there was not written. */
  async lookUp(document, files, options) {
    const found = await findVersionSince(files, {
      path: document.path,
      sha256: await sha256Hex(document.content),
      since: sinceClaim(options),
      except: options.takenProviderIds,
    });
    return found === null
      ? { kind: "absent" }
      : { kind: "found", performed: wrote(document.path, found, document.base) };
  },
  compensate: () => null,
});

function wrote(path: string, etag: string, base: Document["base"]): Performed {
  return {
    providerId: etag,
    summary: base === null ? `File written: ${path}` : `File changed: ${path}`,
    link: null,
  };
}
