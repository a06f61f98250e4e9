/**
 * Reads besides tools: files, accounts and projects as resources, skills as prompts. Each is authorized and rate limited like the
 * equivalent tool.
 */
import { showAccount } from "../../../accounts/index.ts";
import { OUTSIDE_NOTE } from "../../../agent/conversations/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import {
  RPC,
  RpcError,
  type Page,
  type Served,
  type ServedContents,
  type ServedPrompt,
  type ServedResource,
} from "../index.ts";
import { listSkills, useSkill } from "../../../workspace/skills/index.ts";
import { listFiles, readFile } from "../../../workspace/index.ts";
import { MCP_AGENT, findTool } from "../../../agent/tools/catalogue.ts";
import { policyToolOf } from "../../../agent/tools/powers.ts";
import { requireScope } from "./call-tool.ts";
import type { ServedDeps } from "./ports.ts";

const FILES = "steward://files/";
const ACCOUNTS = "steward://accounts/";
const PROJECTS = "steward://projects/";
const PAGE = 100;
const MIME: Readonly<Record<string, string>> = {
  md: "text/markdown",
  json: "application/json",
  csv: "text/csv",
};

/** URI templates for clients. */
export const TEMPLATES: Served["templates"] = [
  {
    uriTemplate: `${FILES}{+path}`,
    name: "file",
    title: "A file of the workspace",
    description: "The team's notes, areas, skills and accounts as text.",
    mimeType: "text/markdown",
  },
  {
    uriTemplate: `${ACCOUNTS}{id}`,
    name: "account",
    title: "A customer's account",
    description: "Where a customer stands and how they got there.",
    mimeType: "application/json",
  },
  {
    uriTemplate: `${PROJECTS}{id}`,
    name: "project",
    title: "A project",
    description:
      "What a project is about, its phases and how far it is, and its first 100 tasks; pm_query has the rest.",
    mimeType: "application/json",
  },
];

/** Throws RpcError if the grant, the policy or the hourly limit doesn't allow the named tool. */
async function requireLookUp({ holder, judge, admit, newId }: ServedDeps, name: string): Promise<void> {
  requireScope(holder, "records:read");
  const tool = findTool(name)?.tool;
  const { decision } = await judge({
    tool: tool === undefined ? null : policyToolOf(tool),
    agent: MCP_AGENT,
    arguments: {},
    facts: null,
    untrustedText: true,
    readOfOthers: true,
  });
  if (decision !== "allow")
    throw new RpcError(RPC.refused, "The team's policy doesn't allow this.", { status: 403 });
  const admitted = await admit(newId(), "look_up");
  if (!admitted.ok)
    throw new RpcError(RPC.refused, "The team's calls for this hour are used up.", { status: 429 });
}

/** A page of the team's files. */
export async function listResources(deps: ServedDeps, cursor: string | null): Promise<Page<ServedResource>> {
  if (!mayRead(deps)) return { items: [] };
  const after = cursor === null ? null : afterOf(cursor);
  await requireLookUp(deps, "list_files");
  const files = await listFiles(deps.files(), { limit: PAGE, ...(after === null ? {} : { after }) });
  const last = files.at(-1);
  return {
    items: files.map(({ path, sizeBytes }) => ({
      uri: `${FILES}${path.split("/").map(encodeURIComponent).join("/")}`,
      name: path,
      mimeType: mimeOf(path),
      size: sizeBytes,
    })),
    nextCursor: files.length < PAGE || last === undefined ? undefined : btoa(encodeURIComponent(last.path)),
  };
}

/** The content at a URI; null if none. External content is marked as such. */
export async function readResource(deps: ServedDeps, uri: string): Promise<ServedContents[] | null> {
  try {
    if (uri.startsWith(FILES)) {
      await requireLookUp(deps, "read_file");
      const path = decoded(uri.slice(FILES.length));
      const { row, content } = await readFile(deps.files(), path);
      const file = { uri, mimeType: mimeOf(path), text: content };
      return row.source === null ? [file] : [{ uri, mimeType: "text/plain", text: OUTSIDE_NOTE }, file];
    }
    if (uri.startsWith(ACCOUNTS)) {
      await requireLookUp(deps, "get_account");
      return json(uri, await showAccount(deps.files(), decoded(uri.slice(ACCOUNTS.length))));
    }
    if (!uri.startsWith(PROJECTS)) return null;
    await requireLookUp(deps, "pm_query");
    return json(uri, await deps.project(decoded(uri.slice(PROJECTS.length))));
  } catch (error) {
    if (error instanceof AppError && (error.code === "not_found" || error.code === "invalid_path"))
      return null;
    throw error;
  }
}

function json(uri: string, record: object): ServedContents[] {
  return [{ uri, mimeType: "application/json", text: JSON.stringify({ note: OUTSIDE_NOTE, ...record }) }];
}

/** Valid, enabled skills. */
export async function listPrompts(deps: ServedDeps): Promise<ServedPrompt[]> {
  if (!mayRead(deps)) return [];
  await requireLookUp(deps, "load_skill");
  const { items } = await listSkills(deps.files());
  return items
    .filter(({ enabled, valid }) => enabled && valid)
    .map(({ id, name, description }) => ({
      name: id,
      title: name,
      description,
      arguments: [{ name: "request", description: "What you want done with it", required: false }],
    }));
}

/** A skill's instructions with the client's request. */
export async function getPrompt(
  deps: ServedDeps,
  name: string,
  args: Readonly<Record<string, string>>,
): ReturnType<Served["getPrompt"]> {
  await requireLookUp(deps, "load_skill");
  const skill = await useSkill(deps.files(), { name }, null);
  if (skill.kind !== "found") return null;
  const request = args["request"]?.trim() ?? "";
  const parts = [
    skill.source === null ? "" : OUTSIDE_NOTE,
    skill.content,
    request === "" ? "" : `Request: ${request}`,
  ];
  const text = parts.filter((part) => part !== "").join("\n\n");
  return { description: skill.description, messages: [{ role: "user", content: { type: "text", text } }] };
}

function mayRead({ holder }: ServedDeps): boolean {
  return holder.grant.scopes.includes("records:read");
}

function afterOf(cursor: string): string {
  try {
    return decodeURIComponent(atob(cursor));
  } catch {
    throw new RpcError(RPC.invalidParams, "This cursor isn't one of ours.");
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new AppError("invalid_path", "This address isn’t valid.");
  }
}

function mimeOf(path: string): string {
  return MIME[path.slice(path.lastIndexOf(".") + 1)] ?? "text/plain";
}
