/** Google Drive v3: lists, files, downloads, exports, uploads converted to Docs, trash; validated against the discovery document. */
import * as z from "zod";
import { json, parseBody, type SandboxContext } from "../../service.ts";
import { defineVendor, MediaAnswer, type VendorCall } from "../../vendor/define-vendor.ts";
import { openDiscovery } from "../../vendor/discovery.ts";
import { driveId, rootOf, type DriveContent, type DriveFile } from "../../world/drive/index.ts";
import { findMailbox, type Grant } from "../accounts.ts";
import { errorAnswer, GoogleError } from "../errors.ts";
import { masked } from "../fields.ts";
import { admitted } from "../sign-in.ts";
import { bytesOf, DOC, fileJson, FOLDER, typeOf } from "./file-json.ts";
import { isFullText, readQuery, relevance } from "./query.ts";
import { driveWorld, fileIn, openDrive, type Drives, type OpenDrive } from "./store.ts";

type Call = VendorCall<Drives, Grant>;

const FILE_FIELDS = "kind,id,name,mimeType";
/** Export size limit (developers.google.com/workspace/drive/api/guides/manage-downloads, read 2026-11-23). */
const EXPORT_BYTES = 10 * 1024 * 1024;

const open = ({ state, caller }: Call) => openDrive(state, caller);

/** `GET /files`. Shared drives are excluded unless requested. */
function list(call: Call): unknown {
  const drive = open(call);
  const { q, pageToken, pageSize, fields } = call.query;
  const withShared = isSet(call, "includeItemsFromAllDrives");
  if (withShared && !isSet(call, "supportsAllDrives"))
    throw new GoogleError(400, "The supportsAllDrives parameter must be set to true.", "invalid");
  const found = fitting(call, drive, typeof q === "string" ? q : "").filter(
    ({ driveId: shared }) => withShared || shared === undefined,
  );
  const begin = pageToken === undefined ? 0 : Number(pageToken);
  if (!Number.isInteger(begin) || begin < 0) throw new GoogleError(400, "Invalid Value", "invalid");
  const end = begin + Number(pageSize ?? 100);
  const answer = {
    kind: "drive#fileList",
    incompleteSearch: false,
    files: found.slice(begin, end).map((file) => fileJson(drive, file)),
    ...(found.length > end ? { nextPageToken: String(end) } : {}),
  };
  return masked(answer, fields, `kind,incompleteSearch,nextPageToken,files(${FILE_FIELDS})`);
}

/** Matching files by modification time, or by relevance for full text. */
function fitting({ query }: Call, { files, address }: OpenDrive, q: string): DriveFile[] {
  const isSorted = isFullText(q);
  if (isSorted && query["orderBy"] !== undefined)
    throw new GoogleError(
      403,
      "Sorting is not supported for queries with fullText terms. Results are always in descending relevance order.",
      "forbidden",
    );
  const fits = q.trim() === "" ? () => true : readQuery(q, rootOf(address));
  const found = files
    .filter((file) => fits(file))
    .toSorted((left, right) => right.modifiedMs - left.modifiedMs);
  const score = relevance(q);
  return isSorted ? found.toSorted((left, right) => score(right) - score(left)) : found;
}

function isSet({ query }: Call, name: string): boolean {
  return query[name] === true || query[name] === "true";
}

function get(call: Call): unknown {
  const drive = open(call);
  const file = visible(call, call.path["fileId"] ?? "");
  if (call.query["alt"] !== "media") return masked(fileJson(drive, file), call.query["fields"], FILE_FIELDS);
  const bytes = bytesOf(file);
  if (bytes === null)
    throw new GoogleError(
      403,
      "Only files with binary content can be downloaded. Use Export with Docs Editors files.",
      "fileNotDownloadable",
    );
  return new MediaAnswer({ type: typeOf(file), bytes });
}

/** A file; in shared drives only for requests that support them. */
function visible(call: Call, id: string): DriveFile {
  const drive = open(call);
  const asked = id === "root" ? rootOf(drive.address) : id;
  const file = fileIn(drive, asked);
  if (file.driveId !== undefined && !isSet(call, "supportsAllDrives"))
    throw new GoogleError(404, `File not found: ${id}.`, "notFound");
  return file;
}

function exported(call: Call): unknown {
  const file = fileIn(open(call), call.path["fileId"] ?? "");
  const type = String(call.query["mimeType"]);
  const { content } = file;
  const made =
    content.kind === "doc" && /^text\/(?:plain|markdown)$/.test(type)
      ? Buffer.from(content.markdown)
      : content.kind === "sheet" && type === "text/csv"
        ? Buffer.from((content.tabs[0]?.rows ?? []).map((row) => row.map(csv).join(",")).join("\r\n"))
        : null;
  if (bytesOf(file) !== null || content.kind === "folder")
    throw new GoogleError(403, "Export only supports Docs Editors files.", "fileNotExportable");
  if (made === null) throw new GoogleError(400, "The requested conversion is not supported.", "badRequest");
  if (made.length > EXPORT_BYTES)
    throw new GoogleError(403, "This file is too large to be exported.", "exportSizeLimitExceeded");
  return new MediaAnswer({ type, bytes: made });
}

function csv(cell: unknown): string {
  const text =
    typeof cell === "object" && cell !== null && "value" in cell ? String(cell.value) : String(cell);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const createBody = z.object({
  name: z.string().default("Untitled"),
  mimeType: z.string().optional(),
  parents: z.array(z.string()).max(1).optional(),
  appProperties: z.record(z.string(), z.string()).optional(),
});

/** Creates a file; converts text to a Doc if requested. */
function create(call: Call): unknown {
  const drive = open(call);
  const { caller, media, context } = call;
  const { name, mimeType, parents, appProperties } = createBody.parse(call.body ?? {});
  const content = contentOf(mimeType ?? media?.type, media);
  const nowMs = context.now();
  const file: DriveFile = {
    id: driveId("made", drive.tenantId, String(drive.all.length), String(nowMs)),
    name,
    ...placeOf(call, drive, parents?.[0] ?? "root"),
    owner: drive.address,
    createdMs: nowMs,
    modifiedMs: nowMs,
    content,
    app: caller.iss,
    ...(appProperties === undefined ? {} : { appProperties }),
  };
  drive.all.push(file);
  const words = content.kind === "doc" ? { text: content.markdown } : {};
  context.recordEffect("drive", "POST", "/drive/v3/files", { ...(call.body as object), ...words });
  return masked(fileJson(drive, file), call.query["fields"], FILE_FIELDS);
}

/** The parent of a new file. Throws GoogleError 403, and 404 for an invisible folder. */
function placeOf(call: Call, drive: OpenDrive, parent: string): Pick<DriveFile, "parent" | "driveId"> {
  if (parent === "root") return { parent: rootOf(drive.address) };
  const folder = visible(call, parent);
  if (typeOf(folder) !== FOLDER || !drive.mayWrite(folder))
    throw new GoogleError(
      403,
      "The user does not have sufficient permissions for this file.",
      "insufficientFilePermissions",
    );
  return {
    parent: folder.id,
    ...(folder.driveId === undefined ? {} : { driveId: folder.driveId }),
  };
}

function contentOf(type: string | undefined, media: Call["media"]): DriveContent {
  if (type === FOLDER) return { kind: "folder" };
  if (type === DOC) {
    if (media !== null && !/^text\/(?:plain|markdown)$/.test(media.type))
      throw new GoogleError(400, "Bad Request", "badRequest");
    return { kind: "doc", markdown: media?.bytes.toString("utf8") ?? "" };
  }
  if (media === null) throw new GoogleError(400, "Bad Request", "badRequest");
  return { kind: "bytes", type: type ?? media.type, base64: media.bytes.toString("base64") };
}

const updateBody = z.object({ trashed: z.boolean().optional(), name: z.string().optional() });

function update(call: Call): unknown {
  const drive = open(call);
  const file = visible(call, call.path["fileId"] ?? "");
  if (!drive.mayWrite(file))
    throw new GoogleError(
      403,
      "The user has not granted the app write access to the file.",
      "appNotAuthorizedToFile",
    );
  const { trashed, name } = updateBody.parse(call.body ?? {});
  if (trashed !== undefined) file.trashed = trashed;
  if (name !== undefined) file.name = name;
  call.context.recordEffect("drive", "PATCH", `/drive/v3/files/${file.id}`, call.body);
  return masked(fileJson(drive, file), call.query["fields"], FILE_FIELDS);
}

/** Body of `POST /control/drive`: a person adds a file to their Drive. */
const plantInput = z.strictObject({
  owner: z.email(),
  name: z.string(),
  type: z.string().default("text/plain"),
  text: z.string().optional(),
  base64: z.string().optional(),
});

/** Body of `POST /control/drive/change`: a person edits the file with this name. */
const changeInput = z.strictObject({
  name: z.string(),
  /** For a sheet's first tab: replaces the header row, or appends a row. */
  columns: z.array(z.string()).optional(),
  row: z.array(z.string()).optional(),
  /** Replaces the content. */
  text: z.string().optional(),
});

function changed(
  context: SandboxContext,
  { name, columns, row, text }: z.output<typeof changeInput>,
): Response {
  const section = driveWorld(context);
  const file = Object.values(section.value)
    .flat()
    .find((one) => one.name === name && one.trashed !== true);
  if (file === undefined) throw new GoogleError(404, `No file is called ${name}.`);
  if (text !== undefined)
    file.content = { kind: "bytes", type: "text/plain", base64: Buffer.from(text).toString("base64") };
  const [tab] = file.content.kind === "sheet" ? file.content.tabs : [];
  if (tab !== undefined)
    tab.rows = [columns ?? tab.rows[0] ?? [], ...tab.rows.slice(1), ...(row ? [row] : [])];
  file.modifiedMs = context.now();
  section.save();
  return json({ id: file.id });
}

export const createDrive = defineVendor<Drives, Grant>({
  name: "drive",
  prefix: "/google/drive",
  judge: () => openDiscovery("google-drive-v3.discovery.json"),
  world: driveWorld,
  admit: admitted,
  operations: {
    "drive.files.list": list,
    "drive.files.get": get,
    "drive.files.export": exported,
    "drive.files.create": create,
    "drive.files.update": update,
  },
  refuse: errorAnswer,
  more: (context) => ({
    control(request) {
      if (request.path === "/change") return changed(context, parseBody(changeInput, request));
      const { owner, name, type, text, base64 } = parseBody(plantInput, request);
      const found = findMailbox(owner);
      if (found === null) throw new GoogleError(400, "`owner` has no Drive in this world.");
      const section = driveWorld(context);
      const files = (section.value[found.tenant.id] ??= []);
      const id = driveId("planted", String(files.length), name);
      const nowMs = context.now();
      const content: DriveContent =
        type === DOC
          ? { kind: "doc", markdown: text ?? "" }
          : { kind: "bytes", type, base64: base64 ?? Buffer.from(text ?? "").toString("base64") };
      files.push({ id, name, parent: rootOf(owner), owner, createdMs: nowMs, modifiedMs: nowMs, content });
      section.save();
      return json({ id });
    },
  }),
});
