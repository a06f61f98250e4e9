/** A team's saved replies. */
import { asc, eq, sql } from "drizzle-orm";
import { auditStatement } from "../../platform/audit/index.ts";
import { replyTemplates } from "../tables/threads.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { MAX_TEMPLATES, type ReplyTemplate } from "../api/reply-templates.ts";
import type { ThreadDeps } from "./act.ts";

type Deps = ThreadDeps & { readonly ids: IdSource };

interface By {
  readonly id: string;
  readonly name: string;
}

/** All, sorted by name. */
export async function listTemplates({ db }: Pick<ThreadDeps, "db">): Promise<ReplyTemplate[]> {
  const rows = await db
    .rows(replyTemplates)
    .orderBy(asc(sql`lower(${replyTemplates.name})`), asc(replyTemplates.id))
    .limit(MAX_TEMPLATES);
  return rows.map(({ id, name, words, updatedByName, updatedAt }) => ({
    id,
    name,
    words,
    updatedByName,
    updatedAt,
  }));
}

/** Creates or updates one. Idempotent. Throws `conflict` at the maximum. */
export async function putTemplate(
  deps: Deps,
  id: string,
  { name, words, by }: { readonly name: string; readonly words: string; readonly by: By },
): Promise<ReplyTemplate> {
  const { db, clock } = deps;
  const all = await listTemplates(deps);
  if (all.length >= MAX_TEMPLATES && !all.some((one) => one.id === id))
    throw new AppError("conflict", `Your team has ${MAX_TEMPLATES} saved replies. Delete one first.`);
  const before = all.find((one) => one.id === id);
  if (before?.name === name && before.words === words) return before;
  const template = { id, name, words, updatedByName: by.name, updatedAt: isoTime(clock.now()) };
  const { id: _, ...set } = template;
  await db.batch([
    db
      .insert(replyTemplates, template)
      .onConflictDoUpdate({ target: [replyTemplates.tenantId, replyTemplates.id], set: set as never }),
    auditTemplate(deps, by, "template.saved", id, `${by.name} saved the reply “${name}”.`),
  ]);
  return template;
}

/** Idempotent. */
export async function removeTemplate(deps: Deps, id: string, by: By): Promise<void> {
  const { db } = deps;
  const row = await db.find(replyTemplates, eq(replyTemplates.id, id));
  if (row === null) return;
  await db.batch([
    db.remove(replyTemplates, eq(replyTemplates.id, id)),
    auditTemplate(deps, by, "template.deleted", id, `${by.name} deleted the saved reply “${row.name}”.`),
  ]);
}

function auditTemplate({ db, clock, ids }: Deps, by: By, action: string, id: string, sentence: string) {
  return auditStatement(
    db,
    {
      id: ids.newId(),
      actor: { kind: "user", ...by },
      action,
      subject: { kind: "template", id },
      sentence,
    },
    clock.now(),
  );
}
