/** File kinds in everyday terms. */
import { DOC_TYPE, FOLDER_TYPE, SHEET_TYPE, type DriveFile } from "../../drive.ts";

export const SLIDES_TYPE = "application/vnd.google-apps.presentation";

/** MIME types by kind; a trailing slash matches all subtypes. */
export const KINDS = {
  document: [DOC_TYPE],
  sheet: [SHEET_TYPE],
  pdf: ["application/pdf"],
  folder: [FOLDER_TYPE],
  slides: [SLIDES_TYPE],
  picture: ["image/"],
  text: ["text/"],
  office: [
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "application/msword",
    "application/vnd.ms-excel",
    "application/vnd.ms-powerpoint",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type Kind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as [Kind, ...Kind[]];

/** The kind of a file; its MIME type if unknown. */
export function kindOf({ type }: Pick<DriveFile, "type">): string {
  const found = KIND_NAMES.find((kind) =>
    KINDS[kind].some((one) => type === one || (one.endsWith("/") && type.startsWith(one))),
  );
  return found ?? type;
}

/** `48 KB`; null without a size. */
export function sizeOf(bytes: number | null): string | null {
  if (bytes === null) return null;
  if (bytes < 1024) return `${bytes} bytes`;
  const kib = bytes / 1024;
  return kib < 1024 ? `${Math.round(kib)} KB` : `${(kib / 1024).toFixed(1)} MB`;
}
