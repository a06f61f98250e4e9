/** Wires backup, restore and deletion of a team. */
import { AGENTS } from "../../agent/index.ts";
import { requireMaster } from "../../platform/auth/index.ts";
import * as backup from "../backup/index.ts";
import type { TeamCopyServices } from "../../features/http-services.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { DeploymentContext } from "../../platform/context.ts";
import { teamPlaces } from "./team-places.ts";

export function teamCopyServices(deployment: DeploymentContext): TeamCopyServices {
  const folder = (team: string) => deployment.tenant(team).files.folder;
  const places = (team: string) => teamPlaces(deployment.tenant(team));
  const agents = AGENTS.map(({ name }) => name);
  const deps: backup.BackupDeps = {
    databases: deployment.databases,
    clock: deployment.clock,
    logger: deployment.log,
    places,
    agents,
  };
  const keys = deployment.config.masterKeys.split(",").map((entry) => entry.trim().split(":", 1)[0]);
  return {
    requireHolder: (request) => requireMaster(deployment.config.masterKeys, request, deployment.clock.now()),
    outline: async (team) => ({
      ...(await backup.outline(deps, team)),
      version: deployment.config.version,
      at: isoTime(deployment.clock.now()),
    }),
    rows: (team, page) => backup.teamRows(deps, team, page),
    conversations: (team, after) => backup.teamConversations(deps, team, after),
    objectRows: async (team, object, page) => {
      const of = places(team);
      return (await (object.kind === "team" ? of.tenant() : of.conversation(object.id))).readStored(page);
    },
    files: (team, after) => backup.teamFiles(deps, team, after),
    readFile: (team, name) => folder(team).read(name),
    writeFile: (team, name, file) => folder(team).write(name, file),
    beginRestore: async (team, input) => ({
      ...(await backup.beginRestore(deps, team, input)),
      missingKeys: input.keyIds.filter((id) => !keys.includes(id)),
    }),
    requireWriting: (team) => backup.requireWriting(deps, team),
    restoreRows: (team, page) => backup.restoreRows(deps, team, page),
    restoreObjectRows: (team, object, tables) =>
      backup.restoreObjectRows(deps, team, object.kind === "team" ? null : object.id, tables),
    rest: (team, madeAt) => backup.rest(deps, team, madeAt),
    settle: (team, after) => backup.settleConversations(deps, team, after),
    finishRestore: (row) => backup.finishRestore(deps, row),
    remove: (team) => backup.deleteOn(deps, team),
    search: async (team) => {
      const found = await backup.searchTeam(deps, team);
      return { found, certificate: await backup.findCertificate(deps, team) };
    },
  };
}
