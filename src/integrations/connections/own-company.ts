/** Whether a company name is the team's own, ignoring case and spacing. Such contacts are internal. */
export function isOwnCompany(company: string | null, ownCompany: string): boolean {
  const plain = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  return company !== null && plain(company) === plain(ownCompany);
}
