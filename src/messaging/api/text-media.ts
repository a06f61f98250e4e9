/**
 * Photos and other files attached to texts: which are displayed as images, and how counts are worded. Pure.
 */
import * as z from "zod";

/** Maximum files tracked per text. */
export const MAX_TEXT_MEDIA = 10;

/** Image types that all browsers display and that cannot contain scripts. */
const PHOTO_TYPES: ReadonlySet<string> = new Set([
  "image/jpeg",
  "image/jpg",
  "image/png",
  "image/gif",
  "image/webp",
]);

/** A file attached to a text, served at `textMediaPath`. */
export const textMediaSchema = z.object({
  index: z.number().int(),
  /** The MIME type claimed by the sender. */
  type: z.string(),
  isPhoto: z.boolean(),
});
export type TextMediaView = z.infer<typeof textMediaSchema>;

/** URL path of a text's file. Photos are served inline, anything else as a download. */
export function textMediaPath(textId: string, index: number): string {
  return `/api/text-media/${encodeURIComponent(textId)}/${index}`;
}

export function isPhotoType(type: string): boolean {
  return PHOTO_TYPES.has(type);
}

export function mediaViews(media: readonly { readonly type: string }[] | null): TextMediaView[] {
  return (media ?? []).map(({ type }, index) => ({ index, type, isPhoto: isPhotoType(type) }));
}

/** `2 photos and 1 file`, or `1 attachment` if the types are unknown. Empty if there are none. */
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
