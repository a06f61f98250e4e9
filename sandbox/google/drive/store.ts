/** The sandbox's Drives, shared by Drive, Docs and Sheets. A token sees only what its person can access. */
import type { SandboxContext } from "../../service.ts";
import { worldOf } from "../../vendor/define-vendor.ts";
import { TENANTS } from "../../world/company.ts";
import { companyDrive, type DriveFile } from "../../world/drive/index.ts";
import { findMailbox, type Grant } from "../accounts.ts";
import { GoogleError } from "../errors.ts";

export type Drives = Record<string, DriveFile[]>;

export const driveWorld = worldOf<Drives>("drive", (context: SandboxContext) =>
  Object.fromEntries(
    TENANTS.map((tenant) => [
      tenant.id,
      context.world === "empty" ? [] : companyDrive(tenant, context.now()),
    ]),
  ),
);

const FULL = "https://www.googleapis.com/auth/drive";
const READ = "https://www.googleapis.com/auth/drive.readonly";
const PER_FILE = "https://www.googleapis.com/auth/drive.file";

/** A person's view of their company's files. */
export interface OpenDrive {
  readonly address: string;
  readonly tenantId: string;
  /** All company files, regardless of access. */
  readonly all: DriveFile[];
  /** Files visible to the person and grant. */
  readonly files: readonly DriveFile[];
  mayWrite(file: DriveFile): boolean;
}

/** Opens the Drive of the token's person. With only `drive.file`, a token sees only files the same app created. */
export function openDrive(state: Drives, grant: Grant): OpenDrive {
  const found = grant.sub === null ? null : findMailbox(grant.sub);
  if (found === null) throw new GoogleError(404, "Not Found");
  const { address } = found.mailbox;
  const all = (state[found.tenant.id] ??= []);
  const isWide = (...scopes: string[]): boolean => scopes.some((scope) => grant.scopes.includes(scope));
  const sheets = grant.scopes.some((scope) => /\/auth\/(?:spreadsheets|documents)/.test(scope));
  const sees = ({ driveId, owner, readers = [], app }: DriveFile): boolean =>
    (driveId !== undefined || owner === address || readers.includes(address)) &&
    (isWide(FULL, READ) || sheets || app === grant.iss);
  return {
    address,
    tenantId: found.tenant.id,
    all,
    files: all.filter(sees),
    mayWrite: (file) =>
      sees(file) &&
      (file.driveId !== undefined || file.owner === address) &&
      (isWide(FULL) || (isWide(PER_FILE) && file.app === grant.iss) || sheets),
  };
}

/** Throws GoogleError 404. */
export function fileIn({ files }: OpenDrive, id: string): DriveFile {
  const found = files.find((file) => file.id === id);
  if (found === undefined) throw new GoogleError(404, `File not found: ${id}.`, "notFound");
  return found;
}
