/**
 * Derives everything that follows from a call's effects: title, recipients, thread key, preconditions, and
 * the facts that policy judges. The only place that does so. Pure.
 */
import { AppError } from "../kernel/errors.ts";
import type { Precondition } from "./tables/approvals.ts";
import { leavesOf } from "../kernel/json-leaves.ts";
import { inSentence } from "../platform/api/in-sentence.ts";
import { storedForm } from "./hash.ts";
import type {
  EffectBytes,
  EffectDescription,
  EffectDocument,
  EffectKinds,
  Resolved,
  ResolutionFacts,
} from "./ports.ts";

/** A resolved call with everything derived from its effects. */
export interface Described {
  readonly kind: "resolved";
  /** In the form in which they are stored and hashed. */
  readonly effects: readonly EffectDocument[];
  readonly title: string;
  readonly target: string;
  readonly threadKey: string | null;
  readonly preconditions: readonly Precondition[];
  readonly lints: Resolved["lints"];
  readonly urgent: boolean;
  readonly facts: ResolutionFacts;
  /** Whether it replies to a message. */
  readonly repliesToText: boolean;
}

/** `conversationId` is where the call was made. */
export function describe(kinds: EffectKinds, resolution: Resolved, conversationId: string): Described {
  const { effects, observed, lints, urgent, names } = resolution;
  const described = effects.map((effect) => kinds.describe(effect, names));
  const derived = described.flatMap(({ preconditions }) => preconditions);
  // A bundle to several threads has no thread key, so that a message from one recipient doesn't make all of it stale.
  const [threadKey = null, ...otherKeys] = new Set(described.flatMap((one) => one.threadKey ?? []));
  const seen = observed.flatMap((one) => kinds.precondition(one).seen ?? []);
  return {
    kind: "resolved",
    effects: effects.map(({ kind, document }, index) =>
      storedForm({ kind, document, title: described[index]?.title ?? kind }),
    ),
    title: titleOf(described),
    target: [...new Set(described.map(({ target }) => target))].filter((target) => target !== "").join("; "),
    threadKey: otherKeys.length === 0 ? threadKey : null,
    preconditions: [...observed, ...unique(derived)],
    lints,
    urgent,
    facts: factsOf(described, {
      answered: threadKey === conversationId ? seen.map(({ from }) => from) : [],
      inContacts: resolution.inContacts ?? [],
    }),
    repliesToText: otherKeys.length === 0 && seen.some(({ direction }) => direction === "incoming"),
  };
}

/** "Text message to Maria Lopez", "New contact and text message to Maria Lopez", "3 text messages". */
function titleOf(described: readonly EffectDescription[]): string {
  const last = described.at(-1);
  if (last === undefined) return "";
  if (described.length === 1) return last.title;
  const names = [...new Set(described.map(({ words }) => words.name))];
  if (names.length === 1) return `${described.length} ${last.words.plural}`;
  const [first = "", ...others] = names.filter((name) => name !== last.words.name);
  const before = [first, ...others.map(inSentence)].join(", ");
  const isRepeated = described.filter(({ words }) => words.name === last.words.name).length > 1;
  return `${before} and ${isRepeated ? last.words.plural : inSentence(last.title)}`;
}

function unique(preconditions: readonly Precondition[]): Precondition[] {
  return [...new Map(preconditions.map((one) => [JSON.stringify(one), one])).values()];
}

/** Recipients come from the documents, and what is known of them from the look-up; never from the arguments. */
function factsOf(
  described: readonly EffectDescription[],
  {
    answered,
    inContacts,
  }: { readonly answered: readonly (string | null)[]; readonly inContacts: readonly string[] },
): ResolutionFacts {
  const addresses = [...new Set(described.flatMap(({ recipients }) => recipients))];
  return {
    recipients: addresses.map((address) => ({
      address,
      known: answered.includes(address) ? "conversation" : inContacts.includes(address) ? "contact" : "new",
    })),
    makesContact: described.some(({ makesContact }) => makesContact),
  };
}

/** Removes effects from a resolved call, by position. Throws `invalid_arguments` if the rest makes no sense. */
export function withoutEffects(kinds: EffectKinds, resolution: Resolved, taken: readonly number[]): Resolved {
  if (taken.length === 0) return resolution;
  const out = new Set(taken);
  const { effects, lints, observed } = resolution;
  if (taken.some((index) => effects[index] === undefined))
    throw new AppError("invalid_arguments", "That part can’t be left out.");
  const kept = effects.map((_, index) => index).filter((index) => !out.has(index));
  if (kept.length === 0)
    throw new AppError("invalid_arguments", "Nothing would be left to do. Reject it instead.");
  const orphan = kept.find((index) => out.has(effects[index]?.needs ?? -1));
  if (orphan !== undefined)
    throw new AppError(
      "invalid_arguments",
      `Part ${orphan + 1} can’t be done without part ${(effects[orphan]?.needs ?? 0) + 1}.`,
    );
  return {
    ...resolution,
    effects: kept.flatMap((index) => {
      const effect = effects[index];
      if (effect === undefined) return [];
      const { needs, ...rest } = effect;
      return needs === undefined ? [rest] : [{ ...rest, needs: kept.indexOf(needs) }];
    }),
    observed: guarding(
      kinds,
      effects.filter((_, index) => !out.has(index)),
      observed,
    ),
    lints: lintsOfKept(lints, kept),
  };
}

/** The preconditions that guard any of these effects. */
export function guarding(
  kinds: EffectKinds,
  effects: readonly EffectBytes[],
  preconditions: readonly Precondition[],
): Precondition[] {
  return preconditions.filter((one) => effects.some((effect) => isGuarded(kinds, effect, one)));
}

/** A precondition guards an effect if the effect's kind declares it and the document contains what it is about. */
function isGuarded(kinds: EffectKinds, effect: EffectBytes, one: Precondition): boolean {
  const { guards } = kinds.describe(effect);
  const { about } = kinds.precondition(one);
  if (guards !== null && !guards.includes(one.kind)) return false;
  return about === null || leavesOf(effect.document).some(({ value }) => value === about);
}

/** The warnings of the effects that are kept. */
export function lintsOfKept(lints: Resolved["lints"], kept: readonly number[]): Resolved["lints"] {
  return lints.flatMap((lint) => moved(lint, kept));
}

/**
 * With several effects, a pointer starts with the index of its effect, which changes when others are
 * removed. Empty if the effect itself is removed.
 */
function moved(lint: Resolved["lints"][number], kept: readonly number[]): Resolved["lints"][number][] {
  if (lint.path === null) return [lint];
  const [, first = "", ...rest] = lint.path.split("/");
  const position = kept.indexOf(Number(first));
  if (!/^\d+$/.test(first)) return [lint];
  if (position < 0) return [];
  const tail = rest.map((part) => `/${part}`).join("");
  return [{ ...lint, path: kept.length > 1 ? `/${position}${tail}` : tail }];
}
