/** Arguments shared by file tools. Only the workspace decides which paths are valid. */
import * as z from "zod";
import { WORKSPACE_LIMITS } from "../../api/workspace-limits.ts";

export const pathField = z
  .string()
  .min(1)
  .max(WORKSPACE_LIMITS.pathBytes)
  .describe("Path from the top of the workspace, such as areas/heating.md");

export const contentField = z.string().max(WORKSPACE_LIMITS.fileBytes);

export const folderField = z
  .string()
  .max(WORKSPACE_LIMITS.pathBytes)
  .describe("A folder such as areas; left out for the whole workspace");
