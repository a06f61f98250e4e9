/** Issue input fields shared by the write tools. */
import * as z from "zod";

export const titleField = z.string().trim().min(1).max(256);
export const bodyField = z
  .string()
  .trim()
  .max(4000)
  .describe(
    "What is wrong or wanted, how to see it, who reported it; Markdown. An @name notifies that person",
  );
export const labelsField = z
  .array(z.string().trim().min(1).max(100))
  .max(10)
  .describe('Labels the repository has, such as ["bug"]');
export const assigneesField = z
  .array(z.string().trim().min(1).max(100))
  .max(10)
  .describe('Logins, such as ["ben-abara"]; list_github_repositories gives them');
