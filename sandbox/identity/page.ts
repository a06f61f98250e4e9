/** The sign-in page: plain HTML without script, for phones, in light and dark. */
import { STRANGER, TENANTS } from "../world/company.ts";

const STYLE = `
:root { color-scheme: light dark; --ground: #f6f5f2; --card: #fff; --ink: #1d1c1a; --soft: #6a6761; --line: #e2dfd9; --accent: #2f5d50; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --ground: #161615; --card: #1f1f1d; --ink: #efede8; --soft: #a5a199; --line: #33322f; --accent: #8fc7b4; --on-accent: #10201b; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink); font: 16px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: clamp(1.5rem, 8vh, 5rem) 1rem 3rem; }
h1 { font-size: 1.6rem; line-height: 1.2; letter-spacing: -.015em; margin: 0 0 .4rem; }
h2 { font-size: .8rem; font-weight: 600; color: var(--soft); margin: 1.75rem 0 .5rem; }
p { margin: 0 0 1rem; } .soft { color: var(--soft); } .small { font-size: .875rem; }
.notice { border: 1px dashed var(--line); border-radius: .6rem; padding: .7rem .9rem; font-size: .875rem; color: var(--soft); }
.people { list-style: none; margin: 0; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; overflow: hidden; }
.people li + li { border-top: 1px solid var(--line); }
.person { width: 100%; min-height: 3.5rem; padding: .6rem .9rem; border: 0; background: none; color: inherit; font: inherit; text-align: left; cursor: pointer; }
.person:hover { background: color-mix(in srgb, var(--accent) 9%, transparent); }
.person b { display: block; font-weight: 600; } .person .mail { color: var(--soft); font-size: .875rem; overflow-wrap: anywhere; }
.role { color: var(--soft); font-size: .875rem; } .role::before { content: " · "; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.other { display: flex; flex-wrap: wrap; gap: .5rem; }
.other input { flex: 1 1 12rem; min-width: 0; min-height: 2.9rem; padding: .5rem .8rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); color: inherit; font: inherit; }
.other button { min-height: 2.9rem; padding: .5rem 1.1rem; border: 0; border-radius: .6rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
`;

/** Offers the demo's people, the stranger, and any address. `redirectUrl` must be validated. */
export function signInPage(redirectUrl: string, action: string, appUrl: string): string {
  const person = (name: string, email: string, role: string): string => `<li>
<form method="post" action="${escape(action)}">
<input type="hidden" name="redirect_url" value="${escape(redirectUrl)}">
<button class="person" name="email" value="${escape(email)}"><b>${escape(name)}</b><span class="mail">${escape(email)}</span><span class="role">${escape(role)}</span></button>
</form></li>`;

  const teams = TENANTS.map(
    (tenant) => `<h2>${escape(tenant.name)}</h2>
<ul class="people">${tenant.people
      .map(({ firstName, lastName, email, job, role }) =>
        person(`${firstName} ${lastName}`, email, role === "admin" ? `${job} · admin` : job),
      )
      .join("")}</ul>`,
  ).join("");

  return page(
    "Sign in",
    `<h1>Who are you today?</h1>
<p class="soft">Choose a person and you return to ${escape(new URL(appUrl).host)} signed in as them.</p>
<p class="notice">This page is the sandbox’s stand-in for the identity provider (Clerk or Cloudflare Access). It asks for no password and runs only on this computer; the tokens it signs are checked as the real ones are.</p>
${teams}
<h2>Not on any team</h2>
<ul class="people">${person(`${STRANGER.firstName} ${STRANGER.lastName}`, STRANGER.email, "no team yet")}</ul>
<h2><label for="email">Someone else</label></h2>
<form class="other" method="post" action="${escape(action)}">
<input type="hidden" name="redirect_url" value="${escape(redirectUrl)}">
<input id="email" type="email" name="email" required placeholder="name@team.example" autocomplete="off">
<button>Sign in</button>
</form>`,
  );
}

export function messagePage(title: string, text: string): string {
  return page(title, `<h1>${escape(title)}</h1><p class="soft">${escape(text)}</p>`);
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · Sandbox identity</title><style>${STYLE}</style></head>
<body><main>${body}</main></body></html>
`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
