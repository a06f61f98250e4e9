/** The consent page: plain HTML that works without script, on phones, in light and dark. */
import type { ConsentingPerson } from "./consent-server.ts";

const STYLE = `
:root { color-scheme: light dark; --ground: #f4f3f8; --card: #fff; --ink: #1c1b22; --soft: #656270; --line: #dddbe4; --accent: #4b3fd1; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --ground: #15141a; --card: #1e1d25; --ink: #efedf5; --soft: #a29fb0; --line: #33313d; --accent: #a9a1ff; --on-accent: #15141a; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink); font: 16px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 28rem; margin: 0 auto; padding: clamp(1.5rem, 8vh, 5rem) 1rem 3rem; }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 .4rem; }
p { margin: 0 0 1rem; color: var(--soft); }
form { display: flex; flex-direction: column; gap: .5rem; }
button { min-height: 3.25rem; padding: .6rem .9rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); color: inherit; font: inherit; text-align: left; cursor: pointer; }
button b { display: block; font-weight: 600; } button span { color: var(--soft); font-size: .875rem; overflow-wrap: anywhere; }
button.first { border-color: var(--accent); background: var(--accent); color: var(--on-accent); } button.first span { color: inherit; opacity: .85; }
button.deny { margin-top: .75rem; text-align: center; }
fieldset { margin: 0 0 .5rem; border: 1px solid var(--line); border-radius: .6rem; padding: .3rem .9rem; background: var(--card); } legend { padding: 0 .3rem; font-size: .875rem; color: var(--soft); }
.row { display: flex; align-items: center; gap: .7rem; min-height: 2.75rem; margin: 0; color: inherit; overflow-wrap: anywhere; } .row + .row { border-top: 1px solid var(--line); } .row span { padding: .3rem 0; font-size: .9rem; } .row b { display: block; font-weight: 600; }
input { width: 1.15rem; height: 1.15rem; flex: none; accent-color: var(--accent); }
.notice { margin-top: 1.5rem; border: 1px dashed var(--line); border-radius: .6rem; padding: .7rem .9rem; font-size: .875rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

/** `asked` must be validated. */
export function consentPage(page: {
  readonly title: string;
  readonly to: string;
  readonly people: readonly ConsentingPerson[];
  readonly action: string;
  readonly asked: URLSearchParams;
}): string {
  const { title, to, people, action, asked } = page;
  const hidden = [...asked]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join("");
  const allow = people
    .map(
      ({ id, name, email }, index) =>
        `<button name="allow" value="${escapeHtml(id)}"${index === 0 ? ' class="first"' : ""}><b>Allow as ${escapeHtml(name)}</b><span>${escapeHtml(email)}</span></button>`,
    )
    .join("");
  return pageFrame(
    title,
    `<h1>Allow Steward to use ${escapeHtml(to)}?</h1><p>It asks for access to ${escapeHtml(title)} in your name.</p>
<form method="post" action="${escapeHtml(action)}">${hidden}${allow}<button class="deny" name="allow" value="">Deny</button></form>
<p class="notice">This is the sandbox, playing ${escapeHtml(title)}.</p>`,
  );
}

export function refusalPage(title: string, words: string): string {
  return pageFrame(title, `<h1>This app can’t be allowed</h1><p>${escapeHtml(words)}</p>`);
}

/** `body` is markup. */
export function pageFrame(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
