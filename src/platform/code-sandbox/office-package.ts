/**
 * Reads the container of an Office file (Open Packaging Conventions, ECMA-376 part 2). Relationships, not
 * names, determine which part is the document and which parts belong to another. Parts are unpacked on
 * demand, within a limit.
 */
import { unzipSync } from "fflate";
import { OFFICE_LIMITS } from "./types.ts";
import { walk } from "./walk-xml.ts";

/** A relationship of a part. */
export interface Relation {
  readonly id: string;
  /** The last segment of its type, such as `footnotes`. */
  readonly type: string;
  /** The path of the part, or a URL if it is external. */
  readonly target: string;
}

export interface OfficePackage {
  /** The path of the main document; null if there is none. */
  readonly main: string | null;
  readonly part: (path: string | undefined) => Uint8Array | undefined;
  readonly relations: (path: string) => readonly Relation[];
  /** Related parts of a type. */
  readonly related: (path: string, type: string) => readonly string[];
}

export const TOO_LARGE = new Error("too large");

/** Parts with text or styles; images, themes and macros are never unpacked. */
const WANTED = /\.(?:xml|rels)$/i;
const UNWANTED =
  /(?:^|\/)(?:theme|customXml|docProps|slideLayouts|slideMasters|pivot\w+|media|embeddings|activeX|externalLinks|drawings|charts|diagrams)\//i;

export function openPackage(bytes: Uint8Array): OfficePackage {
  let total = 0;
  const parts = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!WANTED.test(name) || UNWANTED.test(name)) return false;
      total += originalSize;
      // Unpacking allocates the declared size, so a part can't exceed it.
      if (total > OFFICE_LIMITS.unpackedBytes) throw TOO_LARGE;
      return true;
    },
  });
  // Part names are case-insensitive (ECMA-376 part 2, 6.2.2.3).
  const byName = new Map(Object.entries(parts).map(([path, part]) => [path.toLowerCase(), part]));
  const part: OfficePackage["part"] = (path) => byName.get((path ?? "").toLowerCase());
  const relations = (path: string): Relation[] => relationsOf(part(relationsPath(path)), path);
  return {
    main: mainPart(byName, relations("")),
    part,
    relations,
    related: (path, type) =>
      relations(path)
        .filter((relation) => relation.type === type)
        .map(({ target }) => target),
  };
}

function relationsPath(path: string): string {
  const cut = path.lastIndexOf("/") + 1;
  return `${path.slice(0, cut)}_rels/${path.slice(cut)}.rels`;
}

function relationsOf(part: Uint8Array | undefined, from: string): Relation[] {
  const found: Relation[] = [];
  walk(part, {
    open(name, { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode = "" }) {
      if (!/(?:^|:)Relationship$/.test(name)) return;
      found.push({
        id,
        type: type.slice(type.lastIndexOf("/") + 1),
        target: mode === "External" ? target : resolved(target, from),
      });
    },
  });
  return found;
}

/** Resolves a target relative to the part that names it, or to the root. */
function resolved(target: string, from: string): string {
  const base = target.startsWith("/") ? [] : from.split("/").slice(0, -1);
  const path: string[] = [...base];
  for (const step of target.split("/")) {
    if (step === "..") path.pop();
    else if (step !== "" && step !== ".") path.push(step);
  }
  return path.join("/");
}

const MAIN_TYPE =
  /(?:wordprocessingml|spreadsheetml|presentationml|ms-word|ms-excel|ms-powerpoint)\S*\.main\+xml$/i;
/** The usual paths, for files without relationships. */
const USUAL = ["word/document.xml", "xl/workbook.xml", "ppt/presentation.xml"];

function mainPart(parts: ReadonlyMap<string, Uint8Array>, relations: readonly Relation[]): string | null {
  const named = relations.find(({ type }) => type === "officeDocument")?.target;
  if (named !== undefined && parts.has(named.toLowerCase())) return named;
  let typed: string | null = null;
  walk(parts.get("[content_types].xml"), {
    open(_, { PartName: name = "", ContentType: type = "" }) {
      const path = name.replace(/^\//, "");
      if (MAIN_TYPE.test(type) && parts.has(path.toLowerCase())) typed ??= path;
    },
  });
  return typed ?? USUAL.find((path) => parts.has(path)) ?? null;
}
