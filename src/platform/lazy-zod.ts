/**
 * Stands in for `zod` in the Worker and its tests (wrangler.toml, `alias`; vitest.config.ts). Modules declare thousands of schemas, and a request uses a few.
 * This records each declaration and builds the Zod schema on first use, so that the Worker's start builds none. Once built, a schema contains only
 * Zod's own schemas and parses at full speed. Every function that modules use is exported here by its name.
 */
import * as zod from "zod/v4";

/** What makes a schema of a schema; `meta` without data does not. */
const METHODS = new Set(
  (
    "and array catch check default describe email endsWith exactOptional exclude extend extract gt gte includes int length loose lowercase lt lte max meta min " +
    "multipleOf negative nonempty nonnegative nonoptional nonpositive nullable nullish omit optional or overwrite partial pick pipe positive prefault readonly " +
    "refine regex required safeExtend startsWith strict strip superRefine toLowerCase toUpperCase transform trim uppercase url uuid"
  ).split(" "),
);

type Callable = (...args: unknown[]) => unknown;

interface Note {
  readonly make: () => object;
  /** Of an object: what it was declared with. */
  readonly shape: unknown;
  made: object | null;
}

/** A noted schema answers it with its note. A map of thousands of them would cost the start more than they do. */
const NOTE = Symbol("note");

const HANDLER: ProxyHandler<Note> = {
  get(note, name) {
    if (name === NOTE) return note;
    if (name === "shape" && note.shape !== undefined) return note.shape;
    if (typeof name === "string" && METHODS.has(name))
      return (...args: unknown[]) => {
        const schema = (): unknown => call(schemaOf(note), name, args);
        return name === "meta" && args.length === 0 ? schema() : noteOf(schema as Note["make"]);
      };
    const schema = schemaOf(note);
    const value: unknown = Reflect.get(schema, name);
    return typeof value === "function" ? (...args: unknown[]) => call(schema, name, args) : value;
  },
  has: (note, name) => Reflect.has(schemaOf(note), name),
  getPrototypeOf: (note) => Reflect.getPrototypeOf(schemaOf(note)),
};

function noteOf(make: Note["make"], shape?: unknown): object {
  return new Proxy<Note>({ make, shape, made: null }, HANDLER);
}

function schemaOf(note: Note): object {
  return (note.made ??= note.make());
}

function call(schema: object, name: PropertyKey, args: readonly unknown[]): unknown {
  return (Reflect.get(schema, name) as Callable).apply(schema, args.map(withoutNotes));
}

/** Zod's own schemas for noted ones, which stand alone, in a shape or in a list. */
function withoutNotes(value: unknown): unknown {
  const note = noted(value);
  if (note !== undefined) return schemaOf(note);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.some(noted) ? value.map(withoutNotes) : value;
  if (Reflect.getPrototypeOf(value) !== Object.prototype) return value;
  const parts = Object.entries(Object.getOwnPropertyDescriptors(value));
  if (!parts.some(([, part]) => part.get !== undefined || noted(part.value))) return value;
  const without = parts.map(([name, part]) => [name, partWithoutNotes(value, name, part)]);
  return Object.defineProperties({}, Object.fromEntries(without) as PropertyDescriptorMap);
}

/** A getter stays one: Zod asks it when the object it is of is made, and it may answer that object. */
function partWithoutNotes(whole: object, name: string, part: PropertyDescriptor): PropertyDescriptor {
  if (part.get === undefined) return { ...part, value: withoutNotes(part.value) };
  return { ...part, get: () => withoutNotes(Reflect.get(whole, name)) };
}

function noted(value: unknown): Note | undefined {
  return typeof value === "object" && value !== null
    ? (Reflect.get(value, NOTE) as Note | undefined)
    : undefined;
}

/** The same function, whose schema is made later. */
function noting<Make>(make: Make): Make {
  return ((...args: unknown[]) =>
    noteOf(() => (make as Callable)(...args.map(withoutNotes)) as object)) as Make;
}

/** The same of an object, whose shape is known before. */
function notingObject<Make>(make: Make): Make {
  return ((shape: unknown, ...args: unknown[]) =>
    noteOf(() => (make as Callable)(withoutNotes(shape), ...args) as object, shape)) as Make;
}

export const array = noting(zod.array);
export const boolean = noting(zod.boolean);
export const coerce = { number: noting(zod.coerce.number) };
export const discriminatedUnion = noting(zod.discriminatedUnion);
export const email = noting(zod.email);
export const int = noting(zod.int);
export const intersection = noting(zod.intersection);
export const iso = { date: noting(zod.iso.date), datetime: noting(zod.iso.datetime) };
export const json = noting(zod.json);
export const literal = noting(zod.literal);
export const looseObject = notingObject(zod.looseObject);
export const never = noting(zod.never);
export const number = noting(zod.number);
export const object = notingObject(zod.object);
export const preprocess = noting(zod.preprocess);
export const record = noting(zod.record);
export const strictObject = notingObject(zod.strictObject);
export const string = noting(zod.string);
export const tuple = noting(zod.tuple);
export const union = noting(zod.union);
export const unknown = noting(zod.unknown);
export const url = noting(zod.url);
export const uuid = noting(zod.uuid);
const enumOf = noting(zod.enum);
const nullOf = noting(zod.null);
const undefinedOf = noting(zod.undefined);
export { enumOf as enum, nullOf as null, undefinedOf as undefined };

export const lazy: typeof zod.lazy = noting((getter) =>
  zod.lazy(() => withoutNotes(getter()) as ReturnType<typeof getter>),
);

export function toJSONSchema(schema: zod.ZodType, params?: Parameters<typeof zod.toJSONSchema>[1]) {
  return zod.toJSONSchema(withoutNotes(schema) as zod.ZodType, params);
}

export { config, ZodObject } from "zod/v4";
