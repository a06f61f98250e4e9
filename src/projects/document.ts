/** Project documents: a workspace file, and a record that assigns it to a project. */
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { projectDocuments } from "./tables/projects-more.ts";
import { AppError } from "../kernel/errors.ts";
import { asOwner, remove, writeFile, type Origin, type WorkspaceDeps } from "../workspace/index.ts";
import { PROJECT } from "./kinds.ts";
import { DOCUMENT } from "./more-kinds.ts";
import type { ProjectDeps, Writer } from "./ports.ts";
import type { Check, Written } from "./record-kind.ts";
import { changeRecord, createRecord, recordOf } from "./records.ts";

type Row = typeof projectDocuments.$inferSelect;

interface NewDocument {
  readonly id?: string | undefined;
  readonly projectId: string;
  readonly title: string;
  readonly kind: Row["kind"];
  /** Markdown. */
  readonly content: string;
}

/** Writes the file, then the record. Idempotent by ID. Throws `not_found`, `exists`, `too_large`. */
export async function createDocument(
  deps: ProjectDeps,
  files: WorkspaceDeps,
  { content, ...document }: NewDocument,
  by: Writer,
  origin: Origin,
  checks: readonly Check[] = [],
): Promise<Written<Row>> {
  const known =
    document.id === undefined
      ? null
      : await deps.db.find(projectDocuments, eq(projectDocuments.id, document.id));
  if (known !== null) return { row: known, changeId: "" };
  const { name } = await recordOf(deps.db, PROJECT, document.projectId);
  const folder = `projects/${slug(name)}`;
  for (let number = 1; number <= 20; number++) {
    const path = `${folder}/${slug(document.title)}${number === 1 ? "" : `-${number}`}.md`;
    try {
      await writeFile(asOwner(files, "projects"), { path, content, ...origin });
      return await createRecord(deps, DOCUMENT, { ...document, path }, by, checks).catch(
        async (error: unknown) => {
          await remove(asOwner(files, "projects"), { path, ...origin });
          throw error;
        },
      );
    } catch (error) {
      // The file name is taken: try the next one.
      if (!(error instanceof AppError) || error.code !== "exists") throw error;
    }
  }
  throw new AppError("exists", "There are many documents with this title already. Choose another title.");
}

/**
 * Writes the project's only document of its kind: the content becomes its newest version, and earlier
 * versions remain in its history. Created if missing, once even under concurrent calls. Idempotent per run.
 * Throws `not_found`, `too_large`, `conflict`.
 */
export async function writeOnlyDocument(
  deps: ProjectDeps,
  files: WorkspaceDeps,
  document: NewDocument,
  by: Writer,
  origin: Origin,
): Promise<Written<Row>> {
  const there = await newestOf(deps, document);
  if (there !== null) return writeVersion(deps, files, there, document, by, origin);
  const { projectId, kind } = document;
  const another = sql`select 1 from ${projectDocuments} where tenant_id = ${deps.db.tenantId} and project_id = ${projectId} and kind = ${kind} and deleted_at is null`;
  const isSecond = {
    bad: sql`(select count(*) from (${another} limit 2)) > 1`,
    message: "There is a document of this kind already.",
  };
  try {
    return await createDocument(deps, files, document, by, origin, [isSecond]);
  } catch (error) {
    const first = await newestOf(deps, document);
    if (first === null) throw error;
    return writeVersion(deps, files, first, document, by, origin);
  }
}

/** A project's document of a kind; null if there is none. */
async function newestOf(
  { db }: ProjectDeps,
  { projectId, kind }: Pick<NewDocument, "projectId" | "kind">,
): Promise<Row | null> {
  const which = and(
    eq(projectDocuments.projectId, projectId),
    eq(projectDocuments.kind, kind),
    isNull(projectDocuments.deletedAt),
  );
  const [newest] = await db
    .rows(projectDocuments, which)
    .orderBy(desc(projectDocuments.updatedAt), desc(projectDocuments.id))
    .limit(1);
  return newest ?? null;
}

async function writeVersion(
  deps: ProjectDeps,
  files: WorkspaceDeps,
  there: Row,
  { title, content }: Pick<NewDocument, "title" | "content">,
  by: Writer,
  origin: Origin,
): Promise<Written<Row>> {
  const { id, path, version, runId } = there;
  if (runId !== null && runId === by.runId) return { row: there, changeId: "" };
  await writeFile(asOwner(files, "projects"), { path, content, overwrite: true, ...origin });
  return changeRecord(deps, DOCUMENT, { id, version, title, runId: by.runId ?? null }, by);
}

function slug(words: string): string {
  const plain = words
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return plain.slice(0, 60) || "untitled";
}
