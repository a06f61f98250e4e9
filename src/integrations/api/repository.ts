import * as z from "zod";

/** `owner/name`, as GitHub allows them. */
export const repositorySchema = z
  .string()
  .trim()
  .max(140)
  .regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9._-]{1,100}$/, "must be owner/name")
  .refine((name) => !/\/\.{1,2}$/.test(name), "must be owner/name");
