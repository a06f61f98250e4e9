const KEYS = "followers following gists starred subscriptions orgs repos events received_events".split(" ");

/** An account as GitHub embeds it. `root` is the API URL. */
export function userJson(root: string, login: string) {
  const url = `${root}/users/${login}`;
  const [followers, following, gists, starred, subscriptions, orgs, repos, events, received] = KEYS.map(
    (key) => `${url}/${key}`,
  );
  return {
    login,
    id: login.length,
    node_id: login,
    avatar_url: `${url}.png`,
    gravatar_id: "",
    url,
    html_url: url,
    followers_url: followers,
    following_url: following,
    gists_url: gists,
    starred_url: starred,
    subscriptions_url: subscriptions,
    organizations_url: orgs,
    repos_url: repos,
    events_url: events,
    received_events_url: received,
    type: "User",
    site_admin: false,
  };
}
