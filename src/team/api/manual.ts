/** The help pages (docs/manual), as the document `manual.json` of a deployment holds them. */
import * as z from "zod";

const manualPageSchema = z.object({
  /** The last part of its address, `/help/<id>`. */
  id: z.string(),
  title: z.string(),
  /** Markdown, without the title. */
  text: z.string(),
  /** More words to find it by. */
  alsoCalled: z.string(),
});
export type ManualPage = z.infer<typeof manualPageSchema>;
export const manualSchema = z.array(manualPageSchema);
