/** Microsoft's sign-in: choose an account, accept all permissions or cancel. Plain HTML that works without script. */
import { escapeHtml, pageFrame } from "../vendor/consent-page.ts";
import { nameOf, type MicrosoftPerson } from "./people.ts";

/** Microsoft's names of the permissions (permissions reference, read 2026-11-30). */
const WORDS: Readonly<Record<string, string>> = {
  "User.Read": "Sign you in and read your profile",
  "Mail.Read": "Read your mail",
  "Mail.ReadWrite": "Have read and write access to your mail",
  "Mail.Send": "Send mail as you",
  "Calendars.Read": "Read your calendars",
  "Calendars.ReadWrite": "Have full access to your calendars",
  offline_access: "Maintain access to data you have given it access to",
};

/** `asked` must be validated. With `needsAdmin`, the person can only go back. */
export function loginPage(page: {
  readonly people: readonly MicrosoftPerson[];
  /** The preselected account. */
  readonly hint: string | null;
  readonly action: string;
  readonly scopes: readonly string[];
  readonly asked: URLSearchParams;
  readonly needsAdmin: boolean;
}): string {
  const { people, hint, action, scopes, asked, needsAdmin } = page;
  const hidden = [...asked]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join("");
  const first = people.some(({ address }) => address === hint) ? hint : people[0]?.address;
  const accounts = people
    .map(
      (person) =>
        `<label class="row"><input type="radio" name="account" value="${escapeHtml(person.address)}"${person.address === first ? " checked" : ""}><span><b>${escapeHtml(nameOf(person))}</b>${escapeHtml(person.address)}</span></label>`,
    )
    .join("");
  const permissions = scopes
    .flatMap((scope) => WORDS[scope] ?? [])
    .map((words) => `<p class="row">${escapeHtml(words)}</p>`)
    .join("");
  const accept = needsAdmin
    ? `<p class="notice">Need admin approval: Steward needs permission to access resources in your organization that only an admin can grant.</p>`
    : `<button class="first" name="decision" value="accept"><b>Accept</b></button>`;
  return pageFrame(
    "Microsoft",
    `<h1>Permissions requested by Steward</h1><p>Choose an account, and accept what Steward may do with it.</p>
<form method="post" action="${escapeHtml(action)}">${hidden}<fieldset><legend>Account</legend>${accounts}</fieldset>
<fieldset><legend>This app would like to</legend>${permissions}</fieldset>
${accept}<button class="deny" name="decision" value="cancel">Cancel</button></form>
<p class="notice">This is the sandbox, playing Microsoft.</p>`,
  );
}
