/**
 * `serve()` connects an endpoint to its handler: checks the caller's access, validates query and body, runs
 * the handler, and (locally and in tests) validates the response. Except for sockets, all routes use it.
 */
import type { Hono } from "hono";
import type * as z from "zod";
import { requireAdmin, requireOperator, type Principal } from "../auth/index.ts";
import type { TenantDb } from "../db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { fromFeatures } from "../../kernel/features.ts";
import { idSchema } from "../api/common.ts";
import type { Endpoint } from "../api/endpoint.ts";
import type { DeploymentContext, TenantContext } from "../context.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { limitAddress } from "./middleware/address-limit.ts";
import { readJsonBody } from "./middleware/body.ts";
import { authenticate } from "./middleware/session.ts";

export type App = Hono<HttpEnv>;

declare module "../../kernel/features.ts" {
  interface Feature {
    /** The feature's routes, in order. */
    readonly routes?: readonly ((app: App) => void)[];
  }
}

export const declaredRoutes = fromFeatures((features) => features.flatMap(({ routes = [] }) => routes));

/** A response without content. */
export const OK = { ok: true } as const;

/** A validated call by `who`. */
export interface Call<Who, Query extends z.ZodType, Body extends z.ZodType> {
  readonly c: HttpContext;
  readonly deployment: DeploymentContext;
  readonly who: Who;
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
  /** A path parameter. Throws `not_found` if it can't be one of our IDs. */
  readonly param: (name: string) => string;
}

/** A validated call of a member, with the tenant's tables. */
export interface MemberCall<Query extends z.ZodType, Body extends z.ZodType> extends Call<
  Principal,
  Query,
  Body
> {
  readonly principal: Principal;
  readonly ctx: TenantContext;
  readonly tenantId: string;
  readonly db: TenantDb;
}

/** Serves an endpoint to members, or only to admins or operators if its row says so. */
export function serve<Query extends z.ZodType, Body extends z.ZodType, Output extends z.ZodType>(
  app: App,
  row: Endpoint<Query, Body, Output>,
  handle: (call: MemberCall<Query, Body>) => Promise<z.input<Output> | Response>,
): void {
  const authorize = async (c: HttpContext): Promise<Principal> => {
    const principal = await authenticate(c, row.tokenScope);
    if (row.access === "admin") requireAdmin(principal);
    if (row.access === "operator") requireOperator(principal, c.var.deployment.config.operators);
    return principal;
  };
  serveTo(app, row, authorize, (call) => {
    const tenantId = call.who.tenant.id;
    const ctx = call.deployment.tenant(tenantId);
    return handle({ ...call, principal: call.who, ctx, tenantId, db: ctx.db });
  });
}

/** Serves an endpoint to callers accepted by `authorize`, which runs before anything of the request is read. */
export function serveTo<Who, Query extends z.ZodType, Body extends z.ZodType, Output extends z.ZodType>(
  app: App,
  row: Endpoint<Query, Body, Output>,
  authorize: (c: HttpContext) => Promise<Who>,
  handle: (call: Call<Who, Query, Body>) => Promise<z.input<Output> | Response>,
): void {
  app.on(row.method, row.path, async (c) => {
    const who = await authorize(c);
    const query = row.query === undefined ? undefined : parsed(row.query, c.req.query(), "The query");
    const body =
      row.body === undefined
        ? undefined
        : parsed(row.body, await readJsonBody(c.req.raw, row.bodyBytes), "The request body");
    const output = await handle({
      c,
      deployment: c.var.deployment,
      who,
      query: query as z.output<Query>,
      body: body as z.output<Body>,
      param: (name) => pathParam(c, name),
    });
    return output instanceof Response ? output : respond(c, row, output);
  });
}

/** For `serveTo`: no sign-in required; limited by address. */
export async function anybody(c: HttpContext): Promise<null> {
  await limitAddress(c, "public");
  return null;
}

/** The same with the stricter limit, for requests that try a secret or store something. */
export async function anybodyToEnter(c: HttpContext): Promise<null> {
  await limitAddress(c, "entry");
  return null;
}

/** Returns 405 with `Allow` for other methods of all paths registered so far. */
export function refuseOtherMethods(app: App): void {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    if (method === "ALL") continue;
    methods.set(path, (methods.get(path) ?? new Set()).add(method));
  }
  for (const [path, known] of methods) {
    const allowed = [...known].sort().join(", ");
    app.all(path, (c) => {
      c.header("allow", allowed);
      throw new AppError("method_not_allowed", `This address takes ${allowed}.`);
    });
  }
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues
    .slice(0, 20)
    .map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  const first = issues[0];
  const where = first === undefined || first.path === "" ? "" : ` (${first.path})`;
  throw new AppError("invalid_request", `${what} is not valid: ${first?.message ?? "unknown"}${where}.`, {
    details: { issues },
  });
}

/** Throws `not_found` if it can't be one of our IDs. */
export function pathParam(c: HttpContext, name: string): string {
  const result = idSchema.safeParse(c.req.param(name));
  if (!result.success) throw new AppError("not_found", "There’s nothing at this address.");
  return result.data;
}

function respond(
  c: HttpContext,
  row: Pick<Endpoint, "method" | "path" | "output" | "status" | "statusOf">,
  output: unknown,
): Response {
  if (!c.var.deployment.config.secure) {
    const checked = row.output.safeParse(output);
    if (!checked.success) {
      throw new Error(`${row.method} ${row.path} answers out of contract`, { cause: checked.error });
    }
  }
  return c.json(output as object, row.statusOf?.(output) ?? row.status ?? 200);
}
