/** Endpoint tables: one row says method, path, input and output; the server's `serve()` validates by it and the frontend's `call()` types by it. */
import type * as z from "zod";

/** HTTP methods endpoints use. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type SuccessStatus = 200 | 201 | 202;

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
  /** Status of the successful answer; 200 unless told. */
  readonly status?: SuccessStatus;
  /** The same, where it depends on the answer. */
  statusOf?(output: z.output<Output>): SuccessStatus;
  /** Largest body, in bytes, where the usual bound is too small. */
  readonly bodyBytes?: number;
  /** Who may call it; `member` unless told. `public` needs no sign-in; an `operator` runs the deployment (src/platform/auth/operator.ts). */
  readonly access?: "public" | "member" | "admin" | "operator";
}

/** Declares an endpoint, keeping its exact types. */
export function endpoint<
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Output extends z.ZodType = z.ZodType,
>(row: Endpoint<Query, Body, Output>): Endpoint<Query, Body, Output> {
  return row;
}
