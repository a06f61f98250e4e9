/**
 * Vendors as the platform, approvals and the agent know them: names, configuration, and URLs. Declared by
 * integrations.
 */
import { fromFeatures } from "../kernel/features.ts";

declare module "../kernel/features.ts" {
  interface Feature {
    readonly vendors?: readonly VendorFacts[];
  }
}

/** Account types by vendor name; extended by integrations. */
export interface VendorAccounts {}

export type VendorName = Extract<keyof VendorAccounts, string>;

export type AccountOf<Name extends VendorName> = VendorAccounts[Name];

/** A vendor, or several that do the same: a team has one of them connected. */
export type OneOf<Name extends string> = Name | readonly Name[];

export function listOf<Name extends string>(vendors: OneOf<Name>): readonly Name[] {
  return typeof vendors === "string" ? [vendors] : vendors;
}

/** Environment variables of vendors; extended by integrations. */
export interface VendorVariables {}

export interface VendorFacts {
  readonly name: VendorName;
  /** The name for people. */
  readonly title: string;
  /** Base URLs by the variable that overrides each. */
  readonly addresses: Readonly<Record<string, { readonly production: string }>>;
  /** Variables of our OAuth registration; empty without OAuth. */
  readonly registration: readonly string[];
  /** Minimum interval between effects at one account, in ms. */
  readonly effectEveryMs: number;
}

export const allVendors = fromFeatures((features) => features.flatMap(({ vendors = [] }) => vendors));

export function vendorOf(name: VendorName): VendorFacts {
  const found = allVendors().find((vendor) => vendor.name === name);
  if (found === undefined) throw new TypeError(`there is no vendor ${name}`);
  return found;
}

/** All base URLs, with the deployment's overrides. */
export function vendorUrls(variables: VendorVariables): string[] {
  const given: Readonly<Record<string, string | undefined>> = { ...variables };
  return allVendors().flatMap(({ addresses }) =>
    Object.entries(addresses).map(([variable, { production }]) => given[variable] ?? production),
  );
}
