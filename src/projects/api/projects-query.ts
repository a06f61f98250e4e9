/**
 * The query language for project records, used by agents and rules: names of entities and columns, never SQL.
 */
import * as z from "zod";
import { jsonSchema } from "../../platform/api/common.ts";

const columnSchema = z.string().regex(/^[a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)?$/);
/** A column, or a date by its day, week or month. */
const groupSchema = z.string().regex(/^[a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)?(?::(?:day|week|month))?$/);
const valueSchema = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]);

/**
 * A comparison with a column, or a combination of several. `in`: a list of values; `between`: two values,
 * inclusive.
 */
export type QueryFilter =
  | { readonly and: readonly QueryFilter[] }
  | { readonly or: readonly QueryFilter[] }
  | { readonly not: QueryFilter }
  | QueryComparison;
const operatorSchema = z.enum([
  "eq",
  "ne",
  "lt",
  "lte",
  "gt",
  "gte",
  "in",
  "not_in",
  "between",
  "contains",
  "starts_with",
  "is_null",
]);
export type QueryOperator = z.infer<typeof operatorSchema>;
const comparisonSchema = z.strictObject({
  column: columnSchema,
  op: operatorSchema,
  value: z.union([valueSchema, z.array(valueSchema).max(100)]).optional(),
});
export type QueryComparison = z.infer<typeof comparisonSchema>;

export const queryFilterSchema: z.ZodType<QueryFilter> = z.lazy(() =>
  z.union([
    z.strictObject({ and: z.array(queryFilterSchema).min(1).max(20) }),
    z.strictObject({ or: z.array(queryFilterSchema).min(1).max(20) }),
    z.strictObject({ not: queryFilterSchema }),
    comparisonSchema,
  ]),
);

/** Columns of the entity, or of a joined one: `project.name`. */
export const pmQuerySchema = z.strictObject({
  entity: z.string().max(40),
  fields: z.array(columnSchema).max(30).optional(),
  filter: queryFilterSchema.optional(),
  groupBy: z.array(groupSchema).max(4).optional(),
  aggregates: z
    .array(
      z.strictObject({
        fn: z.enum(["count", "sum", "avg", "min", "max"]),
        column: columnSchema.optional(),
        as: z.string().regex(/^[a-z][A-Za-z]{0,29}$/),
      }),
    )
    .max(8)
    .optional(),
  order: z
    .array(z.strictObject({ by: z.string().max(60), desc: z.boolean().optional() }))
    .max(3)
    .optional(),
  limit: z.number().int().min(1).max(200).optional(),
});
export type PmQuery = z.infer<typeof pmQuerySchema>;

/** Result rows; `more` if the limit truncated them. */
export const pmRowsSchema = z.object({
  rows: z.array(z.record(z.string(), jsonSchema)),
  more: z.boolean(),
});
export type PmRows = z.infer<typeof pmRowsSchema>;
