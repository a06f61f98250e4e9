/**
 * Writes a file after approval, with compare-and-set on the version shown: if the file has changed since,
 * nothing is written. The approver has read this exact content, so it no longer counts as unreviewed; its
 * version keeps the source.
 */
import * as z from "zod";
import { causeOf } from "../../approvals/index.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import { findLive, findVersionSince, writeFile } from "../index.ts";
import {
  defineEffect,
  definePrecondition,
  sinceClaim,
  type EffectTenant,
  type Found,
  type LookUpOptions,
} from "../../approvals/effects/define-effect.ts";
import { onOwnFiles } from "../../approvals/effects/own-files.ts";

export const documentSchema = z.strictObject({
  path: z.string().min(1),
  /** The diff shown to the approver, from version `base` to `content`. */
  diff: z.string(),
  content: z.string(),
  /** The version the content is based on; null for a new file. */
  base: z.string().nullable(),
  /** Source of untrusted content in it. */
  source: z.string().nullable(),
});
type Document = z.output<typeof documentSchema>;

/** The layout of what is written. */
export const WRITTEN = [
  { path: "/source", label: "Includes outside content", role: "notice" },
  { path: "/diff", label: "What would change", role: "diff" },
  { path: "/content", label: "Full preview", role: "preview" },
  { path: "/base", label: "Version", role: "id" },
] as const;

/** Our own tables have no lag: what is not there was not written. */
export async function lookUpWritten(
  { path, content }: Pick<Document, "path" | "content">,
  tenant: EffectTenant,
  options: LookUpOptions,
): Promise<Found> {
  const found = await findVersionSince(tenant.files(), {
    path,
    sha256: await sha256Hex(content),
    since: sinceClaim(options),
    except: options.takenProviderIds,
  });
  return found === null ? { kind: "absent" } : { kind: "found", done: { providerId: found } };
}

/** The file still has the version the change is based on; null for a new file. */
export const fileUnchanged = definePrecondition({
  kind: "file_unchanged",
  observed: z.object({ path: z.string(), etag: z.string().nullable() }),
  about: ({ path }) => path,
  of: ({ path, base }: Pick<Document, "path" | "base">) => ({ path, etag: base }),
  async check({ path, etag }, world) {
    const head = await findLive(world.files(), path);
    if ((head?.etag ?? null) === etag) return { holds: true };
    const what = head === null ? "was deleted" : `was changed by ${head.author.name}`;
    return { holds: false, reason: `${path} ${what} since this was drafted.` };
  },
});

export const fileWrite = defineEffect({
  kind: "file.write",
  document: documentSchema,
  words: { name: "File change", plural: "file changes", verb: "save", done: "Saved" },
  says: ({ path, base }) => ({
    title: base === null ? `New file ${path}` : `Change to ${path}`,
    target: path,
    ask: base === null ? `Save the new file ${path}?` : `Save a change to ${path}?`,
    sent: base === null ? `File written: ${path}` : `File changed: ${path}`,
  }),
  layout: [{ path: "/path", label: "File", role: "recipient", format: "file" }, ...WRITTEN],
  audience: () => "team",
  threadKey: ({ path }) => `file:${path}`,
  preconditions: [fileUnchanged],
  recovery: "look_up",
  async perform({ path, content, base, source }, tenant, effectId) {
    const files = tenant.files();
    const row = await onOwnFiles(async () =>
      writeFile(files, {
        author: { kind: "agent", id: "steward", name: "Steward" },
        ...(await causeOf(files.db, effectId)),
        reviewed: true,
        path,
        content,
        ...(base === null ? {} : { etag: base }),
        ...(source === null ? {} : { source }),
      }),
    );
    return { providerId: row.etag };
  },
  lookUp: lookUpWritten,
});
