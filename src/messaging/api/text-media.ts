/** Photos and other files that come with texts: which are shown as pictures, and how many there are in words. Pure. */
import * as z from "zod";

/** Most files of one text that are kept track of. */
export const MAX_TEXT_MEDIA = 10;

/** What browsers show everywhere and what holds no script. */
const PHOTO_TYPES: ReadonlySet<string> = new Set([
  "image/jpeg",
  "image/jpg",
  "image/png",
  "image/gif",
  "image/webp",
]);

/** A file that came with a text; it is at `textMediaPath`. */
export const textMediaSchema = z.object({
  index: z.number().int(),
  /** The MIME type its sender claims. */
  type: z.string(),
  isPhoto: z.boolean(),
});
export type TextMediaView = z.infer<typeof textMediaSchema>;

/** Where a file of a text is read: a photo as one, anything else as bytes to be saved. */
export function textMediaPath(textId: string, index: number): string {
  return `/api/text-media/${encodeURIComponent(textId)}/${index}`;
}

/** Whether a type is shown as a picture. */
export function isPhotoType(type: string): boolean {
  return PHOTO_TYPES.has(type);
}

/** The files of a text as pages list them. */
export function mediaViews(media: readonly { readonly type: string }[] | null): TextMediaView[] {
  return (media ?? []).map(({ type }, index) => ({ index, type, isPhoto: isPhotoType(type) }));
}

/** `2 photos and 1 file`; of files no one said more of, `1 attachment`. Empty where there are none. */
export function attachedWords(
  attachments: number,
  media: readonly { readonly type: string }[] | null,
): string {
  const photos = (media ?? []).filter(({ type }) => isPhotoType(type)).length;
  const files = (media ?? []).length - photos;
  const unknown = attachments - photos - files;
  return [counted(photos, "photo"), counted(files, "file"), counted(unknown, "attachment")]
    .filter((words) => words !== "")
    .join(" and ");
}

function counted(amount: number, thing: string): string {
  return amount <= 0 ? "" : amount === 1 ? `1 ${thing}` : `${amount} ${thing}s`;
}
