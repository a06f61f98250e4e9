/** Every page of the app, where it is clicked on, and what is there once it has loaded. */
import { SHOWN_PROJECT, type ShownWorld } from "../support/shown-world.ts";

/** A page of the table of places, where it is opened from, and what is on it once it has loaded. */
export interface Click {
  /** As in `frontend/src/places.ts`. */
  readonly route: string;
  readonly from: string;
  readonly to: string;
  readonly shows: RegExp;
  readonly narrow?: true;
}

/** Times in ms, the middle of all rounds: until the page answered the click at all, and until it showed what was asked for. */
export interface ClickFigures {
  readonly route: string;
  readonly answeredMs: number;
  readonly shownMs: number;
}

const SETTINGS = [
  ["company", /Time zone/],
  ["notifications", /Devices/],
  ["sessions", /signed in/],
  ["team", /Marcus/],
  ["on-call", /hours/],
  ["routing", /rules/i],
  ["policy", /ask/],
  ["house-rules", /We never promise times/],
  ["usage", /Budget/],
  ["audit", /Dana/],
  ["kept", /Every night/],
  ["connections", /E-mail in Gmail/],
  ["texts", /Incoming texts/],
  ["templates", /Saved replies/],
  ["email", /office@/],
  ["agents", /Summarizer/],
  ["examples", /No examples yet|kept by/],
  ["account-stages", /Add a stage/],
  ["upkeep", /Every day at/],
  ["mirror", /GitHub/],
] as const;

/** Settings that are folded: each is opened from another one of them. */
const DEVELOPER = [
  ["access", /Access tokens/],
  ["tool-servers", /No servers yet/],
  ["figures", /Agent performance/],
  ["evaluation", /test sets/],
  ["tools", /load_skill/],
  ["prompts", /Prompts/],
  ["search-index", /Search index/],
  ["hooks", /Hook log/],
  ["jobs", /Background jobs/],
] as const;

const PROJECT_TABS = [
  ["list", /Estimate/],
  ["timeline", /later than agreed/],
  ["documents", /No documents yet/],
  ["goals", /No goals yet/],
  ["forms", /No forms yet/],
  ["automations", /No automations yet/],
  ["agents", /Run now|Plan it/],
  ["history", /changed/],
  ["settings", /Scope alert/],
] as const;

/** Every page, once. `test/unit/bench/clicks.test.ts` holds this list against the table of places. */
export function clicksOn({ conversations: talks, approvals, account }: ShownWorld, runId: string): Click[] {
  const { pending } = approvals;
  const talk = `/conversations/${talks.answer}`;
  const text = `/conversations/${talks.texted}`;
  const project = `/projects/${SHOWN_PROJECT}`;
  return [
    { route: "/today", from: "/skills", to: "/today", shows: /To approve/ },
    { route: "/start", from: "/today", to: "/start", shows: /Quo is connected/ },
    { route: "/approvals", from: "/today", to: "/approvals", shows: /water is off/ },
    { route: "/approvals/$id", from: "/approvals", to: `/approvals/${pending}`, shows: /Approve and send/ },
    { route: "/conversations", from: "/skills", to: "/conversations", shows: /Lopez/ },
    { route: "/conversations/new", from: "/skills", to: "/conversations/new", shows: /What can I help with/ },
    { route: "/conversations/$id", from: "/conversations", to: talk, shows: /Lopez/ },
    { route: "/conversations/$id/prompt", from: "/settings/prompts", to: `${talk}/prompt`, shows: /token/ },
    { route: "/contacts", from: "/skills", to: "/contacts", shows: /Anneke Visser/ },
    { route: "/contacts/import", from: "/contacts", to: "/contacts/import", shows: /Choose a file/ },
    { route: "/contacts/$id", from: "/contacts", to: "/contacts/", shows: /New chat about/ },
    {
      route: "/contacts/$id/erase",
      from: "/contacts/%2B14125550142",
      to: "/contacts/%2B14125550142/erase",
      shows: /What stays/,
    },
    { route: "/delete-team", from: "/settings/kept", to: "/delete-team", shows: /What goes/ },
    { route: "/erasures/$id", from: "/contacts", to: "/erasures/none", shows: /erasure doesn.t exist/ },
    { route: "/accounts", from: "/projects", to: "/accounts", shows: /Little Oaks/ },
    { route: "/accounts/import", from: "/accounts", to: "/accounts/import", shows: /Choose a file/ },
    { route: "/accounts/$id", from: "/accounts", to: `/accounts/${account}`, shows: /Next steps/ },
    { route: "/projects", from: "/skills", to: "/projects", shows: /Kitchen renovation/ },
    { route: "/projects/import", from: "/projects", to: "/projects/import", shows: /A CSV file/ },
    { route: "/projects/learned", from: "/projects", to: "/projects/learned", shows: /Learning agent/ },
    { route: "/projects/$id", from: "/projects", to: project, shows: /Hang and finish drywall/ },
    ...PROJECT_TABS.map(([name, shows]) => ({
      route: `/projects/$id/${name}`,
      from: project,
      to: `${project}/${name}`,
      shows,
    })),
    { route: "/tasks/$id", from: "/skills", to: "/tasks/none", shows: /Task not found/ },
    { route: "/work", from: "/projects", to: "/work", shows: /Next up/ },
    { route: "/search", from: "/contacts", to: "/search", shows: /Search/ },
    { route: "/workspace", from: "/skills", to: "/workspace", shows: /areas/ },
    { route: "/workspace/$", from: "/workspace", to: "/workspace/areas", shows: /vendors\.md/ },
    { route: "/skills", from: "/search", to: "/skills", shows: /lead-qualification/ },
    { route: "/schedules", from: "/today", to: "/schedules", shows: /Open repairs/ },
    { route: "/activity", from: "/today", to: "/activity", shows: /Dana|Steward/ },
    { route: "/activity/$id", from: "/activity", to: `/activity/${runId}`, shows: /Lopez|token/ },
    { route: "/directory", from: "/contacts", to: "/directory", shows: /Abigail Cardoso/ },
    {
      route: "/directory/$id",
      from: "/search",
      to: "/directory/none",
      shows: /isn’t in the directory/,
    },
    { route: "/knowledge/$id", from: "/search", to: "/knowledge/none", shows: /no longer exists/ },
    { route: "/operator", from: "/skills", to: "/operator", shows: /Waiting/ },
    { route: "/notifications", from: "/today", to: "/notifications", shows: /text/ },
    { route: "/texts", from: "/skills", to: "/texts", shows: /Anneke Visser/ },
    { route: "/texts/$number", from: text, to: "/texts/", shows: /Locked myself out/ },
    {
      route: "/emails/$id",
      from: "/texts",
      to: "/emails/",
      shows: /Approve and send|answer in your own words/,
    },
    { route: "/sources", from: "/skills", to: "/sources", shows: /Add a source/ },
    { route: "/sources/$id", from: "/sources", to: "/sources/none", shows: /Source/ },
    { route: "/more", from: "/conversations", to: "/more", shows: /Dana/, narrow: true },
    { route: "/help", from: "/help/set-the-rules", to: "/help", shows: /All help pages/, narrow: true },
    { route: "/help/$page", from: "/help", to: "/help/set-the-rules", shows: /Autonomy/ },
    { route: "/settings", from: "/skills", to: "/settings", shows: /Billing/ },
    ...SETTINGS.map(([name, shows]) => ({
      route: `/settings/${name}`,
      from: "/settings",
      to: `/settings/${name}`,
      shows,
    })),
    ...DEVELOPER.map(([name, shows]) => ({
      route: `/settings/${name}`,
      from: `/settings/${name === "tools" ? "hooks" : "tools"}`,
      to: `/settings/${name}`,
      shows,
    })),
    {
      route: "/settings/agents/$name",
      from: "/settings/agents",
      to: "/settings/agents/steward",
      shows: /instructions/,
    },
  ];
}
