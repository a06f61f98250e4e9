/** Partial responses: the `fields` parameter (developers.google.com/workspace/drive/api/guides/fields-parameter, read 2026-11-23). */
import { GoogleError } from "./errors.ts";

/** Field names with sub-masks; null for everything. */
interface Mask {
  readonly [name: string]: Mask | null;
}

/** Applies a mask. Throws GoogleError 400 for an invalid one. */
export function masked(value: unknown, fields: unknown, byDefault: string): unknown {
  const text = typeof fields === "string" && fields !== "" ? fields : byDefault;
  const [mask, rest] = readMask(text);
  if (rest !== "") throw new GoogleError(400, `Invalid field selection ${text}`, "invalidParameter");
  return cut(value, mask);
}

function readMask(text: string): [Mask, string] {
  const mask: Record<string, Mask | null> = {};
  let rest = text;
  for (;;) {
    const [whole, path = ""] = /^\s*([\w*]+(?:\/[\w*]+)*)/.exec(rest) ?? [];
    if (whole === undefined)
      throw new GoogleError(400, `Invalid field selection ${text}`, "invalidParameter");
    rest = rest.slice(whole.length);
    let inner: Mask | null = null;
    if (rest.startsWith("(")) {
      const [read, after] = readMask(rest.slice(1));
      if (!after.startsWith(")"))
        throw new GoogleError(400, `Invalid field selection ${text}`, "invalidParameter");
      [inner, rest] = [read, after.slice(1)];
    }
    const [first = "", ...deeper] = path.split("/");
    const wanted = deeper.reduceRight<Mask | null>((below, name) => ({ [name]: below }), inner);
    const known = mask[first];
    mask[first] = wanted !== null && known !== null && known !== undefined ? { ...known, ...wanted } : wanted;
    if (!rest.startsWith(",")) return [mask, rest];
    rest = rest.slice(1);
  }
}

function cut(value: unknown, mask: Mask | null): unknown {
  if (mask === null || "*" in mask) return value;
  if (Array.isArray(value)) return value.map((one) => cut(one, mask));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const wanted = mask[name];
      return wanted === undefined ? [] : [[name, cut(one, wanted)]];
    }),
  );
}
