/**
 * The repositories a team works in on GitHub, for issues and code. A connection of its own beside the mirror's (`github.ts`): that one's token writes
 * contents of the one repository files are mirrored to, this one's writes issues of the repositories named here and reads their code. Neither opens
 * what the other was given for, each is connected and disconnected without the other, and tools never see the mirror's.
 */
import * as z from "zod";
import { repositorySchema } from "../../workspace/api/mirror.ts";
import type { ConnectionKind } from "../connections/connection.ts";

/** Most repositories of one connection: searches name each of them, and GitHub takes 256 characters of words beside. */
export const MAX_REPOSITORIES = 20;

const gitHubTeamSettingsSchema = z.object({
  /** `owner/name`; nothing outside of them is looked at, whatever else the token opens. */
  repositories: z.array(repositorySchema).min(1).max(MAX_REPOSITORIES),
});
export type GitHubTeamSettings = z.infer<typeof gitHubTeamSettingsSchema>;

export const gitHubTeamConnections: ConnectionKind<GitHubTeamSettings> = {
  vendor: "github_team",
  settings: gitHubTeamSettingsSchema,
  credentialField: "token",
};
