/** The companies' repositories: Steward's commits with their changes, and edits as a colleague or a stranger. */
import { ask, byId, element, keepFresh, keyedList, when } from "./dom.js";

const state = { items: [], name: null, path: "" };

const repository = () => state.items.find(({ name }) => name === state.name);
const address = (path, query) => `${path}?${new URLSearchParams({ repository: state.name, ...query })}`;

let drawCommits = () => undefined;

function row({ sha, message, author, at }) {
  const [title, ...rest] = message.trim().split("\n");
  const details = element("details", "", element("summary", "soft small", "What it changed"));
  details.addEventListener("toggle", () => {
    if (!details.open || details.children.length > 1) return;
    const changes = details.appendChild(element("div", ""));
    showChanges(changes, sha).catch((error) => {
      changes.remove();
      complain(error);
    });
  });
  return element(
    "li",
    "sent",
    element("p", "head", element("strong", "", title), element("span", "soft small", when(at))),
    element("p", "words small", rest.join("\n").trim()),
    element("p", "soft small", `${author} · ${sha.slice(0, 7)}`),
    details,
  );
}

function complain({ message }) {
  byId("github-note").textContent = message;
}

async function showChanges(shown, sha) {
  const { items } = await ask(address("/console/github/commit", { sha }));
  const files = items.map(({ path, lines }) => {
    const diff = element("pre", "diff");
    for (const { sign, text } of lines)
      diff.append(element(sign === "+" ? "ins" : "del", "", `${sign} ${text}\n`));
    return element("div", "", element("p", "small", path), diff);
  });
  shown.append(...(files.length === 0 ? [element("p", "soft small", "Nothing.")] : files));
}

function options(list, chosen) {
  return list.map(([value, words]) => new Option(words, value, false, value === chosen));
}

/** Shows the selected repository: writers and files. */
function showRepository() {
  const one = repository();
  if (one === undefined) return;
  byId("github-token").textContent =
    `To connect this repository in Steward’s settings, use the token ${one.token}.`;
  byId("github-author").replaceChildren(
    ...options(one.authors.map(({ email, name }) => [email, `${name} · ${email}`])),
  );
  choose(one.files.find((path) => path === "MEMORY.md") ?? one.files[0] ?? "").catch(complain);
}

async function choose(path) {
  byId("github-path").value = state.path = path;
  if (!repository()?.files.includes(path)) return;
  const { name } = state;
  const { content } = await ask(address("/console/github/file", { path }));
  if (state.path === path && state.name === name) byId("github-content").value = content;
}

async function refreshRepositories() {
  const { items } = await ask("/console/github");
  const first = state.items.length === 0;
  state.items = items;
  if (first) {
    byId("github-repository").replaceChildren(
      ...options(items.map(({ name, company }) => [name, `${name} · ${company}`])),
    );
    state.name = items[0]?.name ?? null;
    showRepository();
  }
  const one = repository();
  const names = (one?.files ?? []).join("\n");
  if (byId("github-files").dataset.names !== names) {
    byId("github-files").dataset.names = names;
    byId("github-files").replaceChildren(...(one?.files ?? []).map((path) => new Option(path, path)));
  }
  drawCommits(one?.commits ?? [], state.name);
}

/** Runs an action and shows its outcome. */
async function run(work, words) {
  const note = byId("github-note");
  note.textContent = "One moment…";
  try {
    note.textContent = (await work()) ?? words;
    await refreshRepositories();
  } catch (error) {
    complain(error);
  }
}

function edit(content) {
  return ask("/console/github/edit", {
    repository: state.name,
    path: byId("github-path").value.trim(),
    content,
    author: byId("github-author").value,
    message: byId("github-message").value,
  }).then(() => undefined);
}

async function clash() {
  const path = byId("github-path").value.trim();
  await ask("/console/github/clash", {
    repository: state.name,
    path,
    author: byId("github-author").value,
  });
  await choose(path);
}

async function poll() {
  const { problem } = await ask("/console/github/poll", { repository: state.name });
  return problem ?? undefined;
}

export function startGitHub() {
  drawCommits = keyedList(byId("github-commits"), {
    key: ({ sha }) => sha,
    draw: row,
    empty: () => element("li", "empty", "No commits yet."),
  });
  byId("github-repository").addEventListener("change", ({ target }) => {
    state.name = target.value;
    byId("github-note").textContent = "";
    showRepository();
    refreshRepositories().catch(complain);
  });
  byId("github-path").addEventListener("change", ({ target }) => {
    choose(target.value.trim()).catch(complain);
  });
  byId("github-edit").addEventListener("submit", (event) => {
    event.preventDefault();
    void run(
      () => edit(byId("github-content").value),
      "It’s on GitHub. Steward picks it up at its next check, within 15 minutes.",
    );
  });
  byId("github-delete").addEventListener("click", () => {
    void run(() => edit(null), "It’s deleted from GitHub. Steward picks that up at its next check.");
  });
  byId("github-clash").addEventListener("click", () => {
    void run(clash, "Both sides changed the last line. Steward kept both and notifies the team.");
  });
  byId("github-poll").addEventListener("click", () => {
    void run(poll, "Steward checked: both sides are the same now.");
  });
  keepFresh(refreshRepositories, 3000);
}
