/** The search line of an account, rebuilt completely on every change. Pure. */
import type { AccountState } from "./api/accounts.ts";

export function describe(state: AccountState): string {
  const { name, stage, insuranceTypes, details, location, industry, contacts } = state;
  const parts = [
    name,
    stage === "" ? "" : `Stage: ${stage}`,
    insuranceTypes.length === 0 ? "" : `Insurance: ${insuranceTypes.join(", ")}`,
    ...details,
    location,
    industry,
    contacts.map((one) => (one.role === "" ? one.name : `${one.name} (${one.role})`)).join(", "),
  ];
  return parts.filter((part) => part !== "").join(" | ");
}
