/** ClickUp setup: a personal token, then the workspace, then the spaces to use. */
import type { ClickUpSettings } from "./connection.ts";
import { AppError } from "../../kernel/errors.ts";
import { MAX_SETUP_OPTIONS } from "../api/connections.ts";
import { choice } from "../choose.ts";
import { answerTo, type SetupStart, type VendorSetup } from "../vendor-setup.ts";
import { clickUpClient, type ClickUpClient } from "./client.ts";
import { parseAnswer, spacesSchema, whoSchema, workspacesSchema } from "./parse.ts";

type Variable = "CLICKUP_BASE_URL" | "CLICKUP_SIGN_IN_URL";
type Start = SetupStart<ClickUpSettings, Variable>;
type Place = ClickUpSettings["workspace"];

export const clickUpSetup: VendorSetup<ClickUpSettings, Variable> = {
  key: {
    fields: [
      {
        name: "token",
        label: "Personal token",
        hint: "In ClickUp: your avatar → Settings → Apps → API token. It starts with pk_.",
        isSecret: true,
        pattern: /^pk_[\w-]{8,200}$/,
        mismatch: "A ClickUp token starts with pk_. Copy it again from ClickUp (Settings → Apps).",
      },
    ],
    refused: "Copy it again from ClickUp (your avatar → Settings → Apps).",
  },
  // developer.clickup.com/docs/authentication, read 2026-11-23: consent covers whole workspaces and has no scopes; access doesn't expire and
  // can't be revoked.
  consent: {
    client: "CLICKUP",
    authorizeUrl: (address) => `${address("CLICKUP_SIGN_IN_URL")}/api`,
    tokenUrl: (address) => `${address("CLICKUP_BASE_URL")}/v2/oauth/token`,
    scopes: [],
    async whoIs({ access: token, address, http, clock }) {
      const client = clickUpClient(http, clock, { baseUrl: address("CLICKUP_BASE_URL"), token });
      const { user } = parseAnswer(whoSchema, await client({ method: "GET", path: "/v2/user" }));
      return { id: String(user.id), name: user.name };
    },
  },
  change: "Choose spaces…",
  async settle(start) {
    const { credential: token, chosen, address, http, clock } = start;
    const client = clickUpClient(http, clock, { baseUrl: address("CLICKUP_BASE_URL"), token });
    const workspaces = await workspacesOf(client);
    const asked = workspaceQuestion(workspaces, start);
    const picked = workspaces.length === 1 ? workspaces : answerTo(asked, chosen);
    if (picked === null) return { ask: asked };
    const workspace = workspaces.find(({ id }) => id === picked[0]?.id);
    if (workspace === undefined)
      throw new AppError("invalid_request", "This token works, but gives access to no ClickUp workspace.");
    const question = spacesQuestion(await spacesOf(client, workspace), start);
    const spaces = answerTo(question, chosen);
    if (spaces === null) return { ask: question };
    return { settings: { workspace, spaces: spaces.map(({ id, label: name }) => ({ id, name })) } };
  },
};

function workspaceQuestion(workspaces: readonly Place[], { before }: Start) {
  return choice(
    { name: "workspace", text: "Which workspace?", most: 1, isLast: false },
    workspaces.map(labelled),
    (id) => before?.workspace.id === id,
  );
}

/** At most ten spaces: each costs requests per list lookup. */
function spacesQuestion(spaces: readonly Place[], { before }: Start) {
  if (spaces.length === 0)
    throw new AppError("invalid_request", "This workspace has no spaces yet. Create one in ClickUp.");
  return choice(
    { name: "spaces", text: "Which spaces may Steward read and change?", most: 10, isLast: true },
    spaces.map(labelled),
    (id) => before?.spaces.some((space) => space.id === id) === true,
  );
}

function labelled({ id, name: label }: Place) {
  return { id, label };
}

async function workspacesOf(client: ClickUpClient): Promise<Place[]> {
  const { teams } = parseAnswer(workspacesSchema, await client({ method: "GET", path: "/v2/team" }));
  return teams.slice(0, MAX_SETUP_OPTIONS).map(({ id, name }) => ({ id, name }));
}

async function spacesOf(client: ClickUpClient, { id }: Place): Promise<Place[]> {
  const path = `/v2/team/${id}/space`;
  const answer = await client({ method: "GET", path, query: { archived: false } });
  return parseAnswer(spacesSchema, answer).spaces.slice(0, MAX_SETUP_OPTIONS);
}
