/**
 * What features declare. Every registry (tables, routes, background work, agents, toolsets, effect kinds) is read from the one list in `src/features.ts`,
 * which is installed before anything runs. Nothing below the list names a feature.
 */
/** A feature. Each reader of a part adds its field by declaration merging. */
export interface Feature {
  readonly name: string;
}

export function defineFeature(feature: Feature): Feature {
  return feature;
}

let installed: readonly Feature[] | null = null;

/** Makes the features known. A repeat replaces. */
export function installFeatures(features: readonly Feature[]): void {
  const names = features.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new TypeError(`a feature is listed twice: ${names.join()}`);
  installed = features;
}

/** A registry: what follows from all features, made when it is first asked for. Asking throws where none were installed. */
export function fromFeatures<Registry>(make: (features: readonly Feature[]) => Registry): () => Registry {
  let made: { readonly of: readonly Feature[]; readonly registry: Registry } | null = null;
  return () => {
    if (installed === null) throw new Error("No feature is known: import src/features.ts first.");
    if (made?.of !== installed) made = { of: installed, registry: make(installed) };
    return made.registry;
  };
}

/** A port that one feature implements. Asking throws where none does. */
export function portOf<Name extends keyof Feature>(name: Name): () => NonNullable<Feature[Name]> {
  return fromFeatures((features) => {
    const found = features.map((feature) => feature[name]).find((port) => port !== undefined);
    if (found === undefined) throw new TypeError(`no feature implements ${name}`);
    return found;
  });
}
