/**
 * Routes of examples: drafts that people edited or rejected, stored anonymized. Visible to all, changed by
 * admins and the member who kept them.
 */
import { toolTitle } from "../../agent/tools/powers.ts";
import { approvalDeps } from "../../approvals/open.ts";
import type { TenantContext } from "../../platform/context.ts";
import { among, users, type TenantDb } from "../../platform/db/index.ts";
import {
  changeExample,
  englishWords,
  exampleFile,
  keepExample,
  mayChange,
  newestExamples,
  removeExample,
  unrecognised,
  type ExampleRow,
  type Keeper,
} from "../examples/index.ts";
import { findApproval } from "../../approvals/index.ts";
import { findAgent } from "../../agent/index.ts";
import { requireAdmin, type Principal } from "../../platform/auth/index.ts";
import { EXAMPLES_DOWNLOAD, exampleEndpoints, type Example } from "../api/examples.ts";
import { leavesOf } from "../../kernel/json-leaves.ts";
import { LIMITS } from "../../kernel/limits.ts";
import { decodeCursor, pageFrom } from "../../platform/http/cursor.ts";
import { authenticate } from "../../platform/http/middleware/session.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";
import { definedFields } from "../../kernel/defined-fields.ts";

/** A build asset (frontend/vite.config.ts); the host is ignored. */
const ENGLISH_WORDS = "https://assets.example/english-words.txt";

/** Small pages, because each example may be as long as an e-mail. */
const PAGE = 20;

export function exampleRoutes(app: App): void {
  serve(app, exampleEndpoints.keep, async ({ ctx, db, principal, param }) => {
    const row = await keepExample(ctx, param("id"), keeper(principal));
    await showApproval(ctx, row);
    return (await shower(ctx, db, principal, [row]))(row);
  });

  serve(app, exampleEndpoints.list, async ({ ctx, db, principal, query }) => {
    const limit = Math.min(query.limit ?? PAGE, LIMITS.pageSize);
    const [createdAt = "", id = ""] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 2);
    const after = query.cursor === undefined ? null : ([createdAt, id] as const);
    const rows = await newestExamples(db, { after, limit: limit + 1 });
    const show = await shower(ctx, db, principal, rows);
    return pageFrom(rows, limit, show, (row) => [row.createdAt, row.id]);
  });

  serve(app, exampleEndpoints.change, async ({ ctx, db, principal, param, body }) => {
    const row = await changeExample(ctx, param("id"), definedFields(body), keeper(principal));
    return (await shower(ctx, db, principal, [row]))(row);
  });

  serve(app, exampleEndpoints.remove, async ({ ctx, principal, param }) => {
    const row = await removeExample(ctx, param("id"), keeper(principal));
    await showApproval(ctx, row);
    return OK;
  });

  app.get(EXAMPLES_DOWNLOAD, async (c) => {
    const principal = await authenticate(c);
    requireAdmin(principal);
    const { tenant } = principal;
    const { deployment } = c.var;
    const day = new Date(deployment.clock.now()).toISOString().slice(0, 10);
    c.header("content-type", "application/json");
    c.header("content-disposition", `attachment; filename="examples-${day}.json"`);
    c.header("x-content-type-options", "nosniff");
    return c.body(exampleFile(deployment.tenant(tenant.id).db));
  });
}

/** Updates the approval on open pages, which shows whether it is kept. Ignores a deleted one. */
async function showApproval(ctx: TenantContext, row: ExampleRow): Promise<void> {
  const approvals = await approvalDeps(ctx);
  const approval = await findApproval(approvals, row.approvalId);
  if (approval !== null) await approvals.publish(approval);
}

function keeper({ user }: Pick<Principal, "user">): Keeper {
  return { id: user.id, name: user.name, isAdmin: user.role === "admin" };
}

let english: ReadonlySet<string> | null = null;

/** The deployment's English dictionary, kept once read. If it is unavailable, more words are listed as unrecognized. */
async function readEnglish({ deployment, log }: TenantContext): Promise<ReadonlySet<string>> {
  if (english !== null) return english;
  try {
    const found = await deployment.assets.fetch(new Request(ENGLISH_WORDS));
    if (!found.ok || !(found.headers.get("content-type") ?? "").startsWith("text/plain"))
      throw new Error(`The list of English words answers ${found.status}.`);
    return (english = englishWords(await found.text()));
  } catch (error) {
    log.warn("examples.dictionary_unavailable", { error: String(error) });
    return englishWords("");
  }
}

/** Converts rows for the caller. */
async function shower(
  ctx: TenantContext,
  db: TenantDb,
  principal: Principal,
  rows: readonly ExampleRow[],
): Promise<(row: ExampleRow) => Example> {
  const keepers = [...new Set(rows.map(({ keptBy }) => keptBy))];
  const [members, words] = await Promise.all([db.rows(users, among(users.id, keepers)), readEnglish(ctx)]);
  const names = new Map(members.map(({ id, name }) => [id, name]));
  return ({ tenantId: _tenantId, dueAt: _dueAt, learned: _learned, ...row }) => ({
    ...row,
    asked: [...row.asked],
    people: [...row.people],
    proposed: row.proposed as Example["proposed"],
    wanted: row.wanted as Example["wanted"],
    agentTitle: findAgent(row.agent)?.title ?? row.agent,
    toolTitle: toolTitle(row.tool),
    keptBy: { id: row.keptBy, name: names.get(row.keptBy) ?? "A former member" },
    unrecognised: unrecognised(
      [
        ...row.asked,
        ...[row.proposed, row.wanted ?? {}].flatMap((args) =>
          leavesOf(args).flatMap(({ value }) => (typeof value === "string" ? [value] : [])),
        ),
        row.reason ?? "",
      ],
      words,
    ),
    mayChange: mayChange(row, keeper(principal)),
  });
}
