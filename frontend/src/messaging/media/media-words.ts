/** Photos and files of texts in words. Pure. */
import type { TextMediaView } from "../../../../src/messaging/api/text-media.ts";
import { exactTime } from "../../components/words.ts";

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^application\/pdf$/, "PDF"],
  [/^text\/(x-)?vcard$/, "Contact card"],
  [/^audio\//, "Audio"],
  [/^video\//, "Video"],
  [/^image\//, "Picture"],
];

/** The file type its sender claims. */
export function fileKind(type: string): string {
  return KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? "File";
}

/** `Photo 2 of 3 from Maria Lopez, Mon, Nov 23, 9:40 AM`: alternative text for a picture. */
export function photoWords(
  photos: readonly TextMediaView[],
  photo: TextMediaView,
  said: { readonly from: string; readonly at: string },
  zone: string,
): string {
  const place = photos.findIndex(({ index }) => index === photo.index) + 1;
  const which = photos.length > 1 ? ` ${place} of ${photos.length}` : "";
  return `Photo${which} from ${said.from}, ${exactTime(said.at, zone)}`;
}
