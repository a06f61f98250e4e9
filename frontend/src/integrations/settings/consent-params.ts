/** The OAuth result in the Connections page's address; the wording is the page's own. */
export interface ConsentSearch {
  /** Several if one of them is to be chosen: `google,microsoft`. */
  readonly vendor?: string;
  readonly result?: string;
  readonly consent?: string;
}

export function consentParams(given: Record<string, unknown>): ConsentSearch {
  const word = (name: keyof ConsentSearch): ConsentSearch => {
    const value = given[name];
    return typeof value === "string" && value.length <= 100 ? { [name]: value } : {};
  };
  return { ...word("vendor"), ...word("result"), ...word("consent") };
}
