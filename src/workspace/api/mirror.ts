/** Wire contract of the GitHub mirror. The token is write-only. */
import * as z from "zod";
import { repositorySchema } from "../../integrations/api/repository.ts";
import { okSchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** A branch name, limited to characters that never need escaping. */
const branchSchema = z
  .string()
  .trim()
  .max(100)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9._/-]*[A-Za-z0-9])?$/, "must be the name of a branch")
  .refine((name) => !name.includes("..") && !name.includes("//"), "must be the name of a branch");

/** Null fields before the first sync. */
export const mirrorSchema = z.object({
  connected: z.boolean(),
  enabled: z.boolean(),
  /** Whether accounts' sources are mirrored too. */
  withSources: z.boolean(),
  repository: z.string().nullable(),
  branch: z.string().nullable(),
  headSha: z.string().nullable(),
  /** When both sides were last identical. */
  syncedAt: timeSchema.nullable(),
  /** The current problem, as a sentence, and since when. Files are kept here until it is solved. */
  problem: z.object({ message: z.string(), at: timeSchema }).nullable(),
  /**
   * Files that differed on both sides: ours is kept in place, theirs in `copy` until a person deletes or
   * moves it.
   */
  conflicts: z.array(z.object({ path: z.string(), copy: z.string(), at: timeSchema })),
  /** The first files that stay on GitHub only, because they are not text or are too long. */
  unreadable: z.array(z.string()),
  enabledBy: z.string().nullable(),
});
export type Mirror = z.infer<typeof mirrorSchema>;

const mirrorInputSchema = z.object({
  repository: repositorySchema,
  branch: branchSchema,
  token: z
    .string()
    .trim()
    .min(10)
    .max(400)
    .regex(/^[\x21-\x7e]+$/)
    .optional(),
  enabled: z.boolean(),
  /** Default: unchanged. */
  withSources: z.boolean().optional(),
});
export type MirrorInput = z.infer<typeof mirrorInputSchema>;

export const mirrorEndpoints = {
  mirror: endpoint({ method: "GET", path: "/api/mirror", output: mirrorSchema }),
  /**
   * Configures the mirror and syncs once; the response includes any problem. Without `token` the stored one
   * is kept.
   */
  setMirror: endpoint({
    method: "PUT",
    path: "/api/mirror",
    body: mirrorInputSchema,
    output: mirrorSchema,
    access: "admin",
  }),
  /** Syncs both sides now. */
  syncMirror: endpoint({ method: "POST", path: "/api/mirror/sync", output: mirrorSchema }),
  /** Turns the mirror off and deletes the token. Files remain on both sides. */
  removeMirror: endpoint({ method: "DELETE", path: "/api/mirror", output: okSchema, access: "admin" }),
} as const;
