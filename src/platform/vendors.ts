/** Vendors as the platform, approvals and the agent see them: by name, what configures them, where they are reached. Declared by the integrations. */
import { fromFeatures } from "../kernel/features.ts";

declare module "../kernel/features.ts" {
  interface Feature {
    readonly vendors?: readonly VendorFacts[];
  }
}

/** The accounts of vendors, by the vendors' names; the integrations add them. */
export interface VendorAccounts {}

/** A vendor's name. */
export type VendorName = Extract<keyof VendorAccounts, string>;

/** The account of a vendor, as its definition opens it. */
export type AccountOf<Name extends VendorName> = VendorAccounts[Name];

/** The environment's variables that configure vendors; the integrations add them. */
export interface VendorVariables {}

export interface VendorFacts {
  readonly name: VendorName;
  /** As people call it. */
  readonly title: string;
  /** Base URLs by the variable that overrides each. */
  readonly addresses: Readonly<Record<string, { readonly production: string }>>;
  /** Variables with our registration there; none where no one signs in. */
  readonly registration: readonly string[];
  /** Effects at one account are at least so far apart, in ms. */
  readonly effectEveryMs: number;
}

/** Every vendor there is. */
export const allVendors = fromFeatures((features) => features.flatMap(({ vendors = [] }) => vendors));

/** A vendor by its name. */
export function vendorOf(name: VendorName): VendorFacts {
  const found = allVendors().find((vendor) => vendor.name === name);
  if (found === undefined) throw new TypeError(`there is no vendor ${name}`);
  return found;
}

/** Every vendor's base URLs: as configured where a deployment overrides them, else the vendor's own. */
export function vendorUrls(variables: VendorVariables): string[] {
  const given: Readonly<Record<string, string | undefined>> = { ...variables };
  return allVendors().flatMap(({ addresses }) =>
    Object.entries(addresses).map(([variable, { production }]) => given[variable] ?? production),
  );
}
