/** Google's consent page: choose an account and grant scopes one by one. Plain HTML that works without script. */
import { escapeHtml, pageFrame } from "../vendor/consent-page.ts";

export interface GooglePerson {
  readonly email: string;
  readonly name: string;
}

/** Google's wording per scope (developers.google.com/identity/protocols/oauth2/scopes, read 2026-11-23). */
const WORDS: Readonly<Record<string, string>> = {
  "gmail.readonly": "View your email messages and settings",
  "gmail.send": "Send email on your behalf",
  "gmail.modify": "Read, compose, and send emails from your Gmail account",
  "calendar.events.readonly": "View events on all your calendars",
  "calendar.events": "View and edit events on all your calendars",
  "drive.readonly": "See and download all your Google Drive files",
  "drive.file": "See, edit, create, and delete only the specific Google Drive files you use with this app",
  spreadsheets: "See, edit, create, and delete all your Google Sheets spreadsheets",
};

/** `asked` must be validated; with several scopes each gets a checkbox, like Google's granular consent. */
export function accountPage(page: {
  readonly people: readonly GooglePerson[];
  /** The preselected account. */
  readonly hint: string | null;
  readonly action: string;
  readonly scopes: readonly string[];
  readonly asked: URLSearchParams;
}): string {
  const { people, hint, action, scopes, asked } = page;
  const hidden = [...asked]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join("");
  const first = people.some(({ email }) => email === hint) ? hint : people[0]?.email;
  const accounts = people
    .map(
      ({ email, name }) =>
        `<label class="row"><input type="radio" name="account" value="${escapeHtml(email)}"${email === first ? " checked" : ""}><span><b>${escapeHtml(name)}</b>${escapeHtml(email)}</span></label>`,
    )
    .join("");
  const [only, ...more] = scopes;
  const allowed =
    more.length === 0 && only !== undefined
      ? `<input type="hidden" name="allow" value="${escapeHtml(only)}"><p class="row">${escapeHtml(wordsOf(only))}</p>`
      : scopes
          .map(
            (scope) =>
              `<label class="row"><input type="checkbox" name="allow" value="${escapeHtml(scope)}" checked><span>${escapeHtml(wordsOf(scope))}</span></label>`,
          )
          .join("");
  return pageFrame(
    "Google",
    `<h1>Sign in to Steward with Google</h1><p>Choose an account, and what Steward may do with it.</p>
<form method="post" action="${escapeHtml(action)}">${hidden}<fieldset><legend>Account</legend>${accounts}</fieldset>
<fieldset><legend>Steward wants to</legend>${allowed}<p class="row">See your name and email address</p></fieldset>
<button class="first" name="decision" value="continue"><b>Continue</b></button><button class="deny" name="decision" value="cancel">Cancel</button></form>
<p class="notice">This is the sandbox, playing Google.</p>`,
  );
}

function wordsOf(scope: string): string {
  const name = scope.replace("https://www.googleapis.com/auth/", "");
  return WORDS[name] ?? name;
}
