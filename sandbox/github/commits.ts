/** Commits as GitHub JSON. */
import type { RepositoryCall } from "./git-data.ts";
import { historyOf, touches, verificationOf, type GitCommit } from "./store.ts";
import { userJson } from "./user-json.ts";

/** `GET …/commits`. */
export function listCommits({ request, repository, page }: RepositoryCall): unknown {
  const query = request.url.searchParams;
  const from = query.get("sha") ?? "main";
  const path = query.get("path");
  const [since, until] = [query.get("since"), query.get("until")].map((at) => (at ? Date.parse(at) : null));
  const size = Math.min(100, Number(query.get("per_page") ?? 30));
  const begin = (Number(query.get("page") ?? 1) - 1) * size;
  const isBy = ({ email, login }: GitCommit["author"], who: string | null): boolean =>
    who === null || email === who || login === who;
  return historyOf(repository, repository.branches[from] ?? from)
    .filter((commit) => path === null || touches(repository, commit, path))
    .filter((commit) => isBy(commit.author, query.get("author")))
    .filter((commit) => isBy(commit.committer, query.get("committer")))
    .filter(({ committer: { date } }) => Date.parse(date) >= (since ?? -Infinity))
    .filter(({ committer: { date } }) => Date.parse(date) <= (until ?? Infinity))
    .slice(begin, begin + size)
    .map((commit) => listed(page, commit));
}

/** A listed commit; `page` is the repository's URL. */
export function listed(page: string, commit: GitCommit) {
  const { sha, message, tree, parents, author, committer } = commit;
  const person = ({ name, email, date }: GitCommit["author"]) => ({ name, email, date });
  return {
    url: `${page}/commits/${sha}`,
    sha,
    node_id: sha,
    html_url: `${page}/commit/${sha}`,
    comments_url: `${page}/commits/${sha}/comments`,
    commit: {
      url: `${page}/git/commits/${sha}`,
      author: person(author),
      committer: person(committer),
      message,
      comment_count: 0,
      tree: { sha: tree, url: `${page}/tree/${tree}` },
      verification: verificationOf(commit),
    },
    author: accountOf(page, author),
    committer: accountOf(page, committer),
    parents: parents.map((parent) => ({
      sha: parent,
      url: `${page}/commits/${parent}`,
      html_url: `${page}/commit/${parent}`,
    })),
  };
}

/** The GitHub account of a commit's author; null if the address belongs to none. */
function accountOf(page: string, { login }: GitCommit["author"]) {
  return login === undefined ? null : userJson(`${new URL(page).origin}/github`, login);
}
