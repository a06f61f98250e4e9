/** All effect kinds that features declare, and the description of an effect by its kind. Pure. */
import { fromFeatures } from "../../kernel/features.ts";
import type { Json } from "../../kernel/hash.ts";
import { leavesOf, type RawLeaf } from "../../kernel/json-leaves.ts";
import type { LayoutField } from "../api/approval.ts";
import type { EffectBytes, EffectDescription, EffectKinds } from "../ports.ts";
import type { EffectKind, LayoutRule, PreconditionKind } from "./define-effect.ts";

declare module "../../kernel/features.ts" {
  interface Feature {
    readonly effects?: readonly EffectKind[];
  }
}

export const allKinds = fromFeatures((features): readonly EffectKind[] =>
  features.flatMap(({ effects = [] }) => effects).toSorted((one, other) => (one.kind < other.kind ? -1 : 1)),
);

/** Returns null if the kind no longer exists. */
export function findKind(kinds: readonly EffectKind[], name: string): EffectKind | null {
  return kinds.find(({ kind }) => kind === name) ?? null;
}

/** Returns null if the precondition no longer exists. */
export function findPrecondition(kinds: readonly EffectKind[], name: string): PreconditionKind | null {
  return kinds.flatMap(({ preconditions }) => preconditions).find(({ kind }) => kind === name) ?? null;
}

/** Defaults to all declared kinds. */
export function effectKinds(kinds?: readonly EffectKind[]): EffectKinds {
  return {
    describe(effect, names = {}) {
      const kind = findKind(kinds ?? allKinds(), effect.kind);
      const document = kind?.document.safeParse(effect.document);
      if (kind === null || document?.success !== true) return bare(effect, kind);
      return describeBy(kind, effect, document.data, names);
    },
    precondition(one) {
      const found = findPrecondition(kinds ?? allKinds(), one.kind);
      const observed = found?.observed.safeParse(one);
      if (found === null || observed?.success !== true) return { about: null, seen: null, isOnRecord: false };
      return {
        about: found.about(observed.data),
        seen: found.seen?.(observed.data) ?? null,
        isOnRecord: found.isOnRecord === true,
      };
    },
  };
}

function describeBy(
  kind: EffectKind,
  effect: EffectBytes,
  document: unknown,
  names: Readonly<Record<string, string>>,
): EffectDescription {
  const { title, target, ask, sent } = kind.says(document, names);
  return {
    title,
    target,
    words: { ...kind.words, ask, sent },
    layout: expandLayout(kind.layout, effect.document),
    audience: kind.audience(document),
    recipients: kind.recipients(document),
    threadKey: kind.threadKey(document),
    makesContact: kind.makesContact,
    adminsOnly: kind.adminsOnly,
    lints: kind.lints(document),
    guards: kind.preconditions.map(({ kind: name }) => name),
    preconditions: kind.preconditions.flatMap((one) => {
      const observed = one.of?.(document);
      return observed === undefined ? [] : { kind: one.kind, ...(observed as object) };
    }),
  };
}

/** Describes a document that its kind can't parse: bare leaves, and the widest audience. */
function bare(effect: EffectBytes, kind: EffectKind | null): EffectDescription {
  const words = kind?.words ?? {
    name: "Action",
    plural: "actions",
    verb: "do it",
    done: "Done",
    message: null,
    irreversible: null,
  };
  return {
    title: words.name,
    target: "",
    words: {
      ...words,
      ask: `${words.name}: approve it?`,
      sent: `${words.name}: ${words.done.toLowerCase()}`,
    },
    layout: expandLayout(kind?.layout ?? [], effect.document),
    audience: "outside",
    recipients: [],
    threadKey: null,
    makesContact: true,
    adminsOnly: kind?.adminsOnly ?? false,
    lints: [],
    guards: null,
    preconditions: [],
  };
}

/** Applies a kind's layout: every leaf once, those without a rule last. */
function expandLayout(rules: readonly LayoutRule[], document: Record<string, Json>): LayoutField[] {
  const left = new Set(leavesOf(document));
  const fields: LayoutField[] = [];
  for (const { path: pattern, label, role, format = null, implied = false } of rules) {
    for (const leaf of left) {
      if (!matchesPath(leaf, pattern)) continue;
      left.delete(leaf);
      fields.push({ path: leaf.path, label, role, format, implied });
    }
  }
  const rest = [...left].map(({ path }): LayoutField => ({
    path,
    label: "",
    role: "detail",
    format: null,
    implied: false,
  }));
  return [...fields, ...rest];
}

function matchesPath({ path }: RawLeaf, pattern: string): boolean {
  if (pattern.endsWith("/*") && path === pattern.slice(0, -2)) return true;
  const [parts, wanted] = [path.split("/"), pattern.split("/")];
  return (
    parts.length === wanted.length && wanted.every((part, index) => part === "*" || part === parts[index])
  );
}
