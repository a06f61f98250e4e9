/** The hash a person approves. It covers exactly the documents that are stored, shown and executed. */
import { canonicalJson, sha256Hex, type Json } from "../kernel/hash.ts";
import type { EffectBytes, EffectDocument } from "./ports.ts";

/** The document as its stored JSON will be read, so that the hash matches at execution. */
export function storedForm(effect: EffectDocument): EffectDocument {
  return {
    kind: effect.kind,
    title: effect.title,
    document: JSON.parse(canonicalJson(effect.document)) as Record<string, Json>,
  };
}

/** SHA-256 (hex) of one effect's kind and document. */
export function hashOfEffect(effect: EffectBytes): Promise<string> {
  return sha256Hex(canonicalJson({ kind: effect.kind, document: effect.document }));
}

/** SHA-256 (hex) of all effects in order; part of every decision. */
export function hashOfEffects(effects: readonly EffectBytes[]): Promise<string> {
  return sha256Hex(canonicalJson(effects.map(({ kind, document }) => ({ kind, document }))));
}
