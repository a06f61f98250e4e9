/** The companies' repositories in the console: files, commits with changes, and edits as a colleague would make them. */
import * as z from "zod";
import { editFile } from "../github/git-data.ts";
import {
  changesOf,
  gitHubStore,
  historyOf,
  REPOSITORIES,
  type ChangedFile,
  type Repository,
} from "../github/store.ts";
import { parseBody, SandboxError, type SandboxContext, type SandboxRequest } from "../service.ts";
import { TENANTS } from "../world/company.ts";
import { askAs } from "./steward.ts";

const MAX_COMMITS = 40;
const MAX_FILES = 400;
/** Maximum lines shown per changed file. */
const MAX_LINES = 60;
const STRANGER = { name: "Mallory Pike", email: "mallory@elsewhere.example", login: "mallory-pike" };

/** Repositories with writers, files and newest commits. */
export function repositories(context: SandboxContext) {
  const { value } = gitHubStore(context);
  return REPOSITORIES.flatMap(({ tenantId, name, token }) => {
    const tenant = TENANTS.find(({ id }) => id === tenantId);
    const repository = value.repositories[name];
    if (tenant === undefined || repository === undefined) return [];
    const head = repository.branches["main"] ?? "";
    return [
      {
        name,
        token,
        tenantId,
        company: tenant.name,
        authors: [...tenant.people.map(personOf), STRANGER],
        files: (repository.trees[repository.commits[head]?.tree ?? ""] ?? [])
          .slice(0, MAX_FILES)
          .map(({ path }) => path),
        commits: historyOf(repository, head)
          .slice(0, MAX_COMMITS)
          .map(({ sha, message, author }) => ({ sha, message, author: author.name, at: author.date })),
      },
    ];
  });
}

/** A file on `main`. Throws SandboxError 404. */
export function fileOnMain(context: SandboxContext, { url }: SandboxRequest): { content: string } {
  const repository = repositoryOf(context, url.searchParams.get("repository") ?? "");
  return { content: contentOf(repository, url.searchParams.get("path") ?? "") };
}

/** A commit's changes, line by line if short enough. Throws SandboxError 404. */
export function commitChanges(context: SandboxContext, { url }: SandboxRequest) {
  const repository = repositoryOf(context, url.searchParams.get("repository") ?? "");
  const commit = repository.commits[url.searchParams.get("sha") ?? ""];
  if (commit === undefined) throw new SandboxError(404, "That commit doesn't exist.");
  return changesOf(repository, commit).map((file) => ({ path: file.path, lines: linesOf(file) }));
}

const editSchema = z.strictObject({
  repository: z.string(),
  path: z.string().trim().min(1).max(500),
  /** Null deletes the file. */
  content: z.string().max(500_000).nullable(),
  author: z.string(),
  message: z.string().trim().max(500),
});

/** Commits an edit on `main` as one of the people. */
export function editThere(context: SandboxContext, request: SandboxRequest): { sha: string } {
  const { repository: name, author: email, message, ...edit } = parseBody(editSchema, request);
  const author = authorOf(context, name, email);
  const verb = edit.content === null ? "Delete" : "Edit";
  return commit(context, name, { ...edit, author, message: message || `${verb} ${edit.path}` });
}

const clashSchema = z.strictObject({ repository: z.string(), path: z.string(), author: z.string() });

/**
 * Changes the same line in the repository and in Steward to cause a conflict, then makes Steward check. Throws SandboxError 502 with
 * Steward's message.
 */
export async function clash(context: SandboxContext, request: SandboxRequest): Promise<{ ok: true }> {
  const { repository: name, path, author: email } = parseBody(clashSchema, request);
  const author = authorOf(context, name, email);
  const admin = adminOf(name);
  const what = "The file was not changed on both sides.";
  const ours = z.object({ content: z.string(), etag: z.string() }).parse(
    await askAs(context, admin, {
      method: "GET",
      path: `/api/workspace/read?${new URLSearchParams({ path }).toString()}`,
      what,
    }),
  );
  const there = contentOf(repositoryOf(context, name), path);
  await askAs(context, admin, {
    method: "POST",
    path: "/api/workspace/write",
    body: { path, content: withLastLine(ours.content, "(changed in Steward)"), etag: ours.etag },
    what,
  });
  commit(context, name, {
    path,
    content: withLastLine(there, "(changed on GitHub)"),
    author,
    message: `Edit ${path}`,
  });
  await askAs(context, admin, { method: "POST", path: "/api/mirror/sync", body: {}, what });
  return { ok: true };
}

/** Makes Steward check a repository now. Throws SandboxError 502 with Steward's message. */
export async function pollRepository(
  context: SandboxContext,
  request: SandboxRequest,
): Promise<{ problem: string | null }> {
  const { repository } = parseBody(z.strictObject({ repository: z.string() }), request);
  const what = "Steward didn’t check.";
  const answer = await askAs(context, adminOf(repository), {
    method: "POST",
    path: "/api/mirror/sync",
    body: {},
    what,
  });
  const mirror = z
    .object({ connected: z.boolean(), problem: z.object({ message: z.string() }).nullable() })
    .parse(answer);
  if (!mirror.connected)
    return {
      problem: `Steward isn’t connected to ${repository} yet: go to Settings → GitHub and use the token above.`,
    };
  return { problem: mirror.problem?.message ?? null };
}

function commit(
  context: SandboxContext,
  name: string,
  edit: Omit<Parameters<typeof editFile>[1], "branch" | "at">,
): { sha: string } {
  const store = gitHubStore(context);
  const at = new Date(context.now()).toISOString();
  const sha = editFile(repositoryOf(context, name), { ...edit, branch: "main", at });
  store.save();
  return { sha };
}

function repositoryOf(context: SandboxContext, name: string): Repository {
  const repository = gitHubStore(context).value.repositories[name];
  if (repository === undefined) throw new SandboxError(404, "That repository doesn't exist.");
  return repository;
}

function contentOf(repository: Repository, path: string): string {
  const tree = repository.trees[repository.commits[repository.branches["main"] ?? ""]?.tree ?? ""] ?? [];
  const sha = tree.find((entry) => entry.path === path)?.sha;
  const content = sha === undefined ? undefined : repository.blobs[sha];
  if (content === undefined) throw new SandboxError(404, `There is no ${path} on GitHub.`);
  return content;
}

function authorOf(context: SandboxContext, name: string, email: string) {
  const author = repositories(context)
    .find((one) => one.name === name)
    ?.authors.find((one) => one.email === email);
  if (author === undefined) throw new SandboxError(404, "No one of that address can write there.");
  return author;
}

function personOf({ firstName, lastName, email }: (typeof TENANTS)[number]["people"][number]) {
  return { name: `${firstName} ${lastName}`, email, login: email.split("@")[0] };
}

function adminOf(name: string): string {
  const tenantId = REPOSITORIES.find((one) => one.name === name)?.tenantId;
  const admin = TENANTS.find(({ id }) => id === tenantId)?.people.find(({ role }) => role === "admin");
  if (admin === undefined) throw new SandboxError(404, "That repository doesn't exist.");
  return admin.email;
}

function withLastLine(content: string, words: string): string {
  return `${content.trimEnd()} ${words}\n`;
}

/** Removed and added lines, without the common beginning and end. */
function linesOf({ before, after }: ChangedFile): { sign: "-" | "+"; text: string }[] {
  const [old, fresh] = [before, after].map((text) =>
    text === null ? [] : text.replace(/\n$/, "").split("\n"),
  );
  if (old === undefined || fresh === undefined) return [];
  let start = 0;
  while (start < Math.min(old.length, fresh.length) && old[start] === fresh[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, fresh.length) - start && old.at(-1 - end) === fresh.at(-1 - end)) end++;
  const cut = (lines: readonly string[], sign: "-" | "+") =>
    lines
      .slice(start, lines.length - end)
      .slice(0, MAX_LINES)
      .map((text) => ({ sign, text: text.slice(0, 400) }));
  return [...cut(old, "-"), ...cut(fresh, "+")];
}
