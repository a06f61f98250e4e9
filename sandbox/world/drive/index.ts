/** A demo company's Google Drive: a shared drive for everyone, and private files. */
import { createHash } from "node:crypto";
import { ALDER, HARBOR, type DemoTenant } from "../company.ts";
import { companyContacts } from "../index.ts";
import { ALDER_FILES, HARBOR_FILES } from "./documents.ts";
import { leaseFiles, leasesOf } from "./leases.ts";
import { alderSheets, HARBOR_SHEETS } from "./sheets.ts";
import type { DriveFile, FileScript } from "./types.ts";

export { scannedPdf, textPdf } from "./pdf.ts";
export type { Cell, DriveContent, DriveFile, SheetTab } from "./types.ts";

/** Folder editors. */
const EDITORS: Readonly<Record<string, string>> = {
  Finance: "lena@alderfinch.example",
  Leases: "priya@alderfinch.example",
  Buildings: "marcus@alderfinch.example",
  Vendors: "marcus@alderfinch.example",
  Owners: "dana@alderfinch.example",
};

const DAY_MS = 86_400_000;

/** An ID in Drive's format: 33 characters. */
export function driveId(...parts: readonly string[]): string {
  return `1${createHash("sha256").update(parts.join("\n")).digest("base64url").slice(0, 32)}`;
}

/** The ID of a person's own Drive, `root` in the API. */
export function rootOf(address: string): string {
  return driveId("root", address);
}

/** All files of a company. Deterministic per day. */
export function companyDrive(tenant: DemoTenant, nowMs: number): DriveFile[] {
  const scripts = scriptsOf(tenant, nowMs);
  if (scripts.length === 0) return [];
  const owner = tenant.google.mailboxes[0]?.address ?? "";
  const shared = driveId("drive", tenant.id);
  const folderIds = new Map<string, string>();
  const files: DriveFile[] = [];
  const place = (path: string): string => {
    if (path === "") return shared;
    const known = folderIds.get(path);
    if (known !== undefined) return known;
    const id = driveId(tenant.id, "folder", path);
    const parent = place(path.split("/").slice(0, -1).join("/"));
    folderIds.set(path, id);
    const createdMs = nowMs - 700 * DAY_MS;
    const name = path.split("/").at(-1) ?? path;
    files.push({
      id,
      name,
      parent,
      driveId: shared,
      owner,
      createdMs,
      modifiedMs: createdMs,
      content: { kind: "folder" },
    });
    return id;
  };
  for (const { name, folder, ago, content, of, readers = [] } of scripts) {
    // Around noon and never in the future: today's files were changed some hours ago.
    const modifiedMs = nowMs - ago * DAY_MS - 3 * 3_600_000;
    const createdMs = modifiedMs - 90 * DAY_MS;
    const id = driveId(tenant.id, of ?? "shared", folder, name);
    const where =
      of === undefined
        ? { parent: place(folder), driveId: shared, owner: EDITORS[folder] ?? owner }
        : { parent: rootOf(of), owner: of, readers };
    files.push({ id, name, ...where, createdMs, modifiedMs, content });
  }
  return files;
}

function scriptsOf(tenant: DemoTenant, nowMs: number): readonly FileScript[] {
  if (tenant.id === HARBOR.id) return [...HARBOR_FILES, ...HARBOR_SHEETS];
  if (tenant.id !== ALDER.id) return [];
  const contacts = companyContacts(tenant, nowMs);
  const leases = leasesOf(contacts, nowMs, tenant.timeZone);
  return [...ALDER_FILES, ...leaseFiles(leases), ...alderSheets(leases, contacts)];
}
