/**
 * Whether a contact's company is the team's own, whatever the case and spacing: that is what makes a contact
 * internal.
 */
export function isOwnCompany(company: string | null, ownCompany: string): boolean {
  const plain = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  return company !== null && plain(company) === plain(ownCompany);
}
