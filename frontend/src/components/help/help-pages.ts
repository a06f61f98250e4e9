/** The help pages (`docs/manual`), and the one that each page of the app links to. Pure. */

export interface HelpPage {
  /** The file's name without its ending, and the last part of the page's address. */
  readonly id: string;
  readonly title: string;
  /** Prefixes of the page addresses that link to it. */
  readonly of: readonly string[];
}

export const HELP_PAGES = [
  { id: "get-started", title: "Get started", of: ["/"] },
  { id: "ask-steward", title: "Ask Steward", of: ["/conversations/"] },
  { id: "decide-on-a-draft", title: "Decide on a draft", of: ["/approvals"] },
  { id: "answer-texts", title: "Answer texts and e-mails", of: ["/texts", "/emails", "/settings/templates"] },
  { id: "find-people", title: "Find a person or a property", of: ["/contacts", "/directory"] },
  { id: "search", title: "Search everything", of: ["/search", "/knowledge/", "/settings/search-index"] },
  {
    id: "teach-steward",
    title: "Teach Steward",
    of: ["/workspace", "/skills", "/settings/company", "/settings/examples", "/settings/upkeep"],
  },
  { id: "schedule-work", title: "Schedule work", of: ["/schedules"] },
  { id: "run-a-project", title: "Run a project", of: ["/projects", "/tasks/", "/work"] },
  {
    id: "keep-accounts",
    title: "Keep your accounts up to date",
    of: ["/accounts", "/settings/account-stages"],
  },
  { id: "import-accounts", title: "Import accounts", of: ["/accounts/import"] },
  { id: "import-contacts", title: "Import contacts", of: ["/contacts/import"] },
  {
    id: "see-what-happened",
    title: "See what happened",
    of: ["/activity", "/notifications", "/settings/audit"],
  },
  {
    id: "connect-your-phone-line",
    title: "Connect your phone line",
    of: ["/settings/texts"],
  },
  { id: "connect-your-mailboxes", title: "Connect your mailboxes", of: ["/settings/email"] },
  { id: "connect-microsoft-365", title: "Connect Microsoft 365", of: [] },
  {
    id: "connect-services",
    title: "Connect other services",
    of: ["/settings/connections", "/sources", "/settings/tool-servers", "/settings/mirror"],
  },
  {
    id: "get-notified",
    title: "Get notified",
    of: ["/settings/notifications", "/settings/on-call", "/settings/routing"],
  },
  { id: "house-rules", title: "House rules", of: ["/settings/house-rules"] },
  { id: "set-the-rules", title: "Set the rules", of: ["/settings/policy"] },
  { id: "manage-your-team", title: "Manage your team", of: ["/settings/team", "/settings/sessions"] },
  {
    id: "connect-other-agents",
    title: "Let other agents work with your records",
    of: ["/settings/access"],
  },
  {
    id: "watch-costs-and-agents",
    title: "Watch costs and agents",
    of: [
      "/settings/usage",
      "/settings/agents",
      "/settings/figures",
      "/settings/evaluation",
      "/settings/tools",
      "/settings/prompts",
      "/settings/hooks",
      "/settings/jobs",
      "/operator",
    ],
  },
  {
    id: "keep-and-erase-data",
    title: "Keep and erase data",
    of: ["/settings/kept", "/erasures/", "/delete-team"],
  },
] as const satisfies readonly HelpPage[];

const BY_ADDRESS: readonly (readonly [begins: string, page: HelpPage])[] = HELP_PAGES.flatMap((page) =>
  page.of.map((begins) => [begins, page] as const),
).toSorted(([one], [other]) => other.length - one.length);

/** The help page for a page of the app, by its path. */
export function helpFor(path: string): HelpPage {
  if (/^\/contacts\/[^/]+\/erase$/.test(path)) return helpFor("/erasures/");
  return BY_ADDRESS.find(([begins]) => path.startsWith(begins))?.[1] ?? HELP_PAGES[0];
}
