/**
 * Endpoint tables: a row defines method, path, input and output. The server's `serve()` validates by it,
 * and the frontend's `call()` is typed by it.
 */
import type * as z from "zod";

/** HTTP methods endpoints use. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type SuccessStatus = 200 | 201 | 202;

/** Scopes of access tokens that endpoints ask for. Persisted. */
export const CHAT_SCOPES = ["chat:write", "chat:confirm"] as const;
export type TokenScope = (typeof CHAT_SCOPES)[number];

/** One endpoint. `path` uses `:name` for parameters; `query` and `body` are validated before the handler runs. */
export interface Endpoint<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  readonly path: string;
  readonly query?: Query;
  readonly body?: Body;
  readonly output: Output;
  /** Status of a success; default 200. */
  readonly status?: SuccessStatus;
  /** The same, depending on the output. */
  statusOf?(output: z.output<Output>): SuccessStatus;
  /** Maximum body size, if the default is too small. */
  readonly bodyBytes?: number;
  /**
   * Who may call it; default `member`. `public` needs no sign-in; an `operator` runs the deployment
   * (src/platform/auth/operator.ts).
   */
  readonly access?: "public" | "member" | "admin" | "operator";
  /** The scope by which a member's access token may call it; without one, none may. */
  readonly tokenScope?: TokenScope;
}

export function endpoint<
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Output extends z.ZodType = z.ZodType,
>(row: Endpoint<Query, Body, Output>): Endpoint<Query, Body, Output> {
  return row;
}
