/** The GitHub mirror on the wire. The token goes in and never comes out. */
import * as z from "zod";
import { okSchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** `owner/name`, as GitHub allows them. */
export const repositorySchema = z
  .string()
  .trim()
  .max(140)
  .regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9._-]{1,100}$/, "must be owner/name")
  .refine((name) => !/\/\.{1,2}$/.test(name), "must be owner/name");
/** A branch's name; only what needs no escaping anywhere. */
const branchSchema = z
  .string()
  .trim()
  .max(100)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9._/-]*[A-Za-z0-9])?$/, "must be the name of a branch")
  .refine((name) => !name.includes("..") && !name.includes("//"), "must be the name of a branch");

/** The mirror; null fields before the first look. */
export const mirrorSchema = z.object({
  connected: z.boolean(),
  enabled: z.boolean(),
  /** Whether what is filed with accounts goes there too. */
  withSources: z.boolean(),
  repository: z.string().nullable(),
  branch: z.string().nullable(),
  headSha: z.string().nullable(),
  /** When both sides were last the same. */
  syncedAt: timeSchema.nullable(),
  /** What is wrong, in words, and since when; files are kept here until it is not. */
  problem: z.object({ message: z.string(), at: timeSchema }).nullable(),
  /** Where both sides differed: ours stands, theirs is kept in `copy` until somebody deletes or moves it. */
  conflicts: z.array(z.object({ path: z.string(), copy: z.string(), at: timeSchema })),
  /** Files that stay on GitHub alone, the first of them: they are no text, or too long. */
  unreadable: z.array(z.string()),
  enabledBy: z.string().nullable(),
});
export type Mirror = z.infer<typeof mirrorSchema>;

/** Endpoints of the mirror. */
export const mirrorEndpoints = {
  mirror: endpoint({ method: "GET", path: "/api/mirror", output: mirrorSchema }),
  /** Sets it and looks once; a problem is in the answer. Without `token` the one that is kept stays. */
  setMirror: endpoint({
    method: "PUT",
    path: "/api/mirror",
    body: z.object({
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
      withSources: z.boolean().optional(),
    }),
    output: mirrorSchema,
    access: "admin",
  }),
  /** Looks at both sides now. */
  syncMirror: endpoint({ method: "POST", path: "/api/mirror/sync", output: mirrorSchema }),
  /** Turns it off and forgets the token. Files stay on both sides. */
  removeMirror: endpoint({ method: "DELETE", path: "/api/mirror", output: okSchema, access: "admin" }),
} as const;
