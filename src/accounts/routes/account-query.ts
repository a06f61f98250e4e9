/**
 * Routes for asking about accounts: a request is a message to the desk, and the answer is its turn. Uses only
 * what pages use.
 */
import { workspace } from "../../workspace/open.ts";
import { approvalDeps } from "../../approvals/open.ts";
import type { TenantContext } from "../../platform/context.ts";
import {
  askDesk,
  confirmAtDesk,
  deskConversation,
  isAtWork,
  readTurn,
  sendToDesk,
  type AskDeskDeps,
  type AskedTurn,
} from "../desk/ask.ts";
import { writeFollowup, writeFollowups } from "../desk/commands.ts";
import { dueAccounts, noSuchStage, stageNamed, stageRules } from "../index.ts";
import { AppError } from "../../kernel/errors.ts";
import {
  ACCOUNT_STREAM_PATH,
  accountQueryBodySchema,
  accountQueryEndpoints,
  ACCOUNTS_AGENT,
  type AccountAnswer,
} from "../api/account-query.ts";
import type { ConversationIdentity } from "../../agent/api/objects.ts";
import type { Principal } from "../../platform/auth/index.ts";
import { entryOf, listFolder, parseFolderPath, readFile } from "../../workspace/index.ts";
import { accountAnswer } from "./account-answer.ts";
import { accountStream } from "./account-stream.ts";
import type { HttpContext } from "../../platform/http/context.ts";
import {
  authorOf,
  requireConversation,
  knownOrFresh,
  noConversation,
} from "../../agent/routes/conversation-asked.ts";
import { turnPoller } from "../../agent/routes/poll-turn.ts";
import { readJsonBody } from "../../platform/http/middleware/body.ts";
import { authenticate } from "../../platform/http/middleware/session.ts";
import { serve, type App } from "../../platform/http/serve.ts";

/** Most clients and proxies time out after 30 seconds. */
const WAIT_MS = 25_000;
const ROOT = "accounts";
const FOLDER = 200;
const DUE = 100;

/** The caller and their team. */
interface Asker {
  readonly ctx: TenantContext;
  readonly tenantId: string;
  readonly principal: Principal;
}

/** The desk, on behalf of the caller. */
function deskFor({ ctx, principal }: Pick<Asker, "ctx" | "principal">): AskDeskDeps {
  return {
    db: ctx.db,
    clock: ctx.clock,
    ids: ctx.ids,
    files: workspace(ctx),
    approvals: () => approvalDeps(ctx),
    author: authorOf(principal),
    conversation: ctx.objects.conversation,
    known: (id) => requireConversation(ctx, principal, id),
    knownOrFresh: (id) => knownOrFresh(ctx, principal, id),
  };
}

export function accountQueryRoutes(app: App): void {
  const { query, search, confirm, answer, draft, execute, batch } = accountQueryEndpoints;
  const asked = async (call: Asker, words: Parameters<typeof askDesk>[1]): Promise<AccountAnswer> => {
    const desk = deskFor(call);
    return waitForAnswer(desk, await askDesk(desk, words));
  };

  serve(app, query, (call) => asked(call, { ...call.body, text: call.body.query }));

  serve(app, search, (call) => asked(call, { ...call.body, text: `/search ${call.body.query}` }));

  serve(app, confirm, async (call) => {
    const desk = deskFor(call);
    return waitForAnswer(desk, await confirmAtDesk(desk, call.body));
  });

  serve(app, answer, async (call) => {
    const desk = deskFor(call);
    const identity = await openDesk(desk, call.param("conversationId"));
    return accountAnswer(await readTurn(desk, { identity, turnId: call.param("turnId") }));
  });

  serve(app, draft, (call) => asked(call, { text: commandOf({ ...call.body, dry_run: true }) }));

  serve(app, execute, (call) => asked(call, { text: commandOf(call.body) }));

  serve(app, batch, (call) => {
    const { limit, stage = null, days_threshold: days, dry_run: isDry } = call.body;
    const since = days === undefined ? {} : { days };
    return asked(call, { text: writeFollowups({ limit, stage, ...since, isDry }) });
  });

  lookRoutes(app);

  app.post(ACCOUNT_STREAM_PATH, stream);
}

function lookRoutes(app: App): void {
  serve(app, accountQueryEndpoints.pending, async ({ ctx, db, query }) => {
    const rules = await stageRules(db);
    const { stage, days_threshold: daysThreshold } = query;
    if (stage !== undefined && stageNamed(rules, stage) === null)
      throw new AppError("invalid_request", noSuchStage(rules, stage));
    const due = await dueAccounts(db, rules, { stage, daysThreshold, limit: DUE }, ctx.clock.now());
    return { ...due, filters: { stage: stage ?? null, days_threshold: daysThreshold ?? null } };
  });

  serve(app, accountQueryEndpoints.tree, async ({ ctx, query }) => {
    const path = below(query.path ?? ROOT);
    const listed = listFolder(workspace(ctx), {
      path: parseFolderPath(path),
      limit: FOLDER + 1,
    });
    // A team without accounts has no such folder yet.
    const entries = await (path === ROOT ? listed.catch(orNone) : listed);
    return { path, items: entries.slice(0, FOLDER).map(entryView), more: entries.length > FOLDER };
  });

  serve(app, accountQueryEndpoints.file, async ({ ctx, query }) => {
    const { row, content } = await readFile(workspace(ctx), below(query.path));
    return { ...entryOf(row), content };
  });
}

function orNone(error: unknown): Entry[] {
  if (error instanceof AppError && error.code === "not_found") return [];
  throw error;
}

type Entry = Awaited<ReturnType<typeof listFolder>>[number];

function entryView(entry: Entry) {
  if (entry.kind === "file") return entry;
  const { kind, path, files, updatedAt } = entry;
  return { kind, path, name: path.slice(path.lastIndexOf("/") + 1), files, updatedAt };
}

/** A path below `accounts/`. Throws `not_found` for any other. */
function below(path: string): string {
  const plain = path.replace(/^\/+|\/+$/g, "");
  if (plain !== ROOT && !plain.startsWith(`${ROOT}/`))
    throw new AppError("not_found", "There’s nothing at this address.");
  return plain;
}

function commandOf(body: {
  readonly account_id: string;
  readonly channel?: "email" | "sms" | "call_script" | undefined;
  readonly purpose?: string | undefined;
  readonly dry_run: boolean;
}): string {
  const { account_id: account, channel = null, purpose = "", dry_run: isDry } = body;
  return writeFollowup({ account, channel, purpose, isDry });
}

/** An existing conversation with the desk. Throws `not_found`. */
async function openDesk({ known: find }: AskDeskDeps, conversationId: string): Promise<ConversationIdentity> {
  const identity = await find(conversationId);
  if (identity.agent !== ACCOUNTS_AGENT) throw noConversation();
  return identity;
}

/** The answer of a turn, once it has ended or the wait is over. */
async function waitForAnswer(desk: AskDeskDeps, turn: AskedTurn): Promise<AccountAnswer> {
  const look = turnPoller(desk.clock, desk.clock.now() + WAIT_MS);
  await look(async () => ({ isOpen: await isAtWork(desk, turn) }));
  return accountAnswer(await readTurn(desk, turn));
}

/** Like `query`, streamed. */
async function stream(c: HttpContext): Promise<Response> {
  const principal = await authenticate(c);
  const ctx = c.var.deployment.tenant(principal.tenant.id);
  const read = accountQueryBodySchema.safeParse(await readJsonBody(c.req.raw));
  if (!read.success)
    throw new AppError(
      "invalid_request",
      `The request body is not valid: ${read.error.issues[0]?.message ?? ""}.`,
    );
  const desk = deskFor({ ctx, principal });
  const { query, conversationId = ctx.ids.newId(), messageId = ctx.ids.newId() } = read.data;
  const identity = await deskConversation(desk, conversationId);
  return accountStream(c.req.raw, {
    object: await ctx.objects.conversation(conversationId),
    principal,
    identity,
    send: () => sendToDesk(desk, identity, { messageId, author: desk.author, text: query }),
    answer: async (turnId) => accountAnswer(await readTurn(desk, { identity, turnId })),
  });
}
