/** Files as Drive's API returns them. */
import { createHash } from "node:crypto";
import { scannedPdf, textPdf, type DriveFile } from "../../world/drive/index.ts";
import { findMailbox } from "../accounts.ts";
import type { OpenDrive } from "./store.ts";

export const DOC = "application/vnd.google-apps.document";
export const SHEET = "application/vnd.google-apps.spreadsheet";
export const FOLDER = "application/vnd.google-apps.folder";

export function typeOf({ content }: DriveFile): string {
  switch (content.kind) {
    case "folder":
      return FOLDER;
    case "doc":
      return DOC;
    case "sheet":
      return SHEET;
    case "bytes":
      return content.type;
    case "pdf":
    case "scan":
      return "application/pdf";
  }
}

/** Text for full-text search. Scanned images have none. */
export function wordsOf({ name, content }: DriveFile): string {
  switch (content.kind) {
    case "doc":
      return `${name}\n${content.markdown}`;
    case "sheet":
      return [name, ...content.tabs.flatMap(({ title, rows }) => [title, ...rows.flat().map(String)])].join(
        "\n",
      );
    case "pdf":
      return [name, ...content.pages.flat()].join("\n");
    case "bytes":
      return content.type.startsWith("text/")
        ? `${name}\n${Buffer.from(content.base64, "base64").toString("utf8")}`
        : name;
    case "folder":
    case "scan":
      return name;
  }
}

/** A file's bytes; null for Google-native files. */
export function bytesOf({ content }: DriveFile): Buffer | null {
  switch (content.kind) {
    case "pdf":
      return textPdf(content.pages);
    case "scan":
      return scannedPdf(content.pages);
    case "bytes":
      return Buffer.from(content.base64, "base64");
    case "folder":
    case "doc":
    case "sheet":
      return null;
  }
}

const VIEWS: Readonly<Record<string, string>> = {
  [DOC]: "https://docs.google.com/document/d/",
  [SHEET]: "https://docs.google.com/spreadsheets/d/",
  [FOLDER]: "https://drive.google.com/drive/folders/",
};

/** The full resource; `masked` applies the requested fields. */
export function fileJson(drive: OpenDrive, file: DriveFile) {
  const type = typeOf(file);
  const bytes = bytesOf(file);
  const isOwn = file.owner === drive.address;
  const canEdit = file.driveId !== undefined || isOwn;
  return {
    kind: "drive#file",
    id: file.id,
    name: file.name,
    mimeType: type,
    parents: [file.parent],
    trashed: file.trashed === true,
    createdTime: new Date(file.createdMs).toISOString(),
    modifiedTime: new Date(file.modifiedMs).toISOString(),
    lastModifyingUser: userJson(file.owner, isOwn),
    webViewLink: `${VIEWS[type] ?? "https://drive.google.com/file/d/"}${file.id}${VIEWS[type] === undefined ? "/view" : ""}`,
    capabilities: {
      canEdit,
      canTrash: canEdit,
      canDownload: true,
      canAddChildren: canEdit && type === FOLDER,
    },
    ...(file.driveId === undefined ? { owners: [userJson(file.owner, isOwn)] } : { driveId: file.driveId }),
    ...(bytes === null
      ? {}
      : { size: String(bytes.length), sha256Checksum: createHash("sha256").update(bytes).digest("hex") }),
    ...(file.appProperties === undefined ? {} : { appProperties: { ...file.appProperties } }),
  };
}

function userJson(address: string, me: boolean) {
  const displayName = findMailbox(address)?.mailbox.name ?? address;
  return { kind: "drive#user", displayName, emailAddress: address, me, permissionId: "0".padEnd(20, "1") };
}
