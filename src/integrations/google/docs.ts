/** Reads a Google Doc as one person, as Markdown. */
import { documentSchema, markdownOf } from "./document-markdown.ts";
import { orMissing } from "./drive.ts";
import { parseAnswer } from "./parse.ts";
import type { GoogleAccount } from "./read.ts";

/** A document as Markdown, its tabs in order; null if the person can't see it. */
export async function readDocument(
  { drive }: Pick<GoogleAccount, "drive">,
  person: string,
  id: string,
): Promise<{ readonly title: string; readonly markdown: string } | null> {
  const answer = await orMissing(
    drive.docs({
      mailbox: person,
      scope: "drive",
      method: "GET",
      path: `/${encodeURIComponent(id)}`,
      query: { includeTabsContent: true, suggestionsViewMode: "PREVIEW_WITHOUT_SUGGESTIONS" },
    }),
  );
  return answer === null ? null : markdownOf(parseAnswer(documentSchema, answer));
}
