/** Workspace: files, memory and skills. */
import * as effects from "./effects/all.ts";
import * as agents from "./agents/all.ts";
import type { Acting } from "../agent/tools/call.ts";
import { defineFeature } from "../kernel/features.ts";
import { defineWork } from "../platform/work/kinds.ts";
import { fileSource, promptMemory, promptNews, type WorkspaceDeps } from "./index.ts";
import { mirrorChanges, MIRROR_JOB, pullMirror } from "./mirror/index.ts";
import { mirrorConsumer, mirrorWorld } from "./mirror/open.ts";
import { openFiles } from "./open-files.ts";
import { workspace as filesOf, runUpkeep, UPKEEP_JOB, learnStyle } from "./open.ts";
import { exampleRoutes } from "./routes/examples.ts";
import { mirrorRoutes } from "./routes/mirror.ts";
import { skillRoutes } from "./routes/skills.ts";
import { workspaceRoutes } from "./routes/workspace.ts";
import * as examplesTables from "./tables/examples.ts";
import * as mirrorTables from "./tables/mirror.ts";
import * as skillsTables from "./tables/skills.ts";
import * as upkeepTables from "./tables/upkeep.ts";
import * as workspaceTables from "./tables/workspace.ts";
import { files as filesTools } from "./tools/files/index.ts";
import { skills } from "./tools/skills/index.ts";
import { keptExamples } from "./examples/index.ts";
import { promptSkills, useSkill, type SkillAnswer, type SkillRequest } from "./skills/index.ts";
import { skillFor } from "./skills/run-skill.ts";
import { workspaceWork } from "./work.ts";
import { erases } from "./erases.ts";

export const workspaceFeature = defineFeature({
  name: "workspace",
  erases,
  tables: [examplesTables, mirrorTables, skillsTables, upkeepTables, workspaceTables],
  routes: [exampleRoutes, mirrorRoutes, skillRoutes, workspaceRoutes],
  agents: Object.values(agents),
  toolsets: [filesTools, skills],
  effects: Object.values(effects),
  work: defineWork(workspaceWork, {
    "examples.learn": learnStyle,
    "mirror.sync": (ctx) => mirrorChanges(mirrorWorld(ctx)),
  }),
  jobs: { [UPKEEP_JOB]: runUpkeep, [MIRROR_JOB]: (ctx) => pullMirror(mirrorWorld(ctx)) },
  consumers: (ctx) => [mirrorConsumer(ctx)],
  agentServices: (ctx) => {
    const files = filesOf(ctx);
    return {
      skills: (own) => promptSkills(files, own),
      memory: () => promptMemory(files),
      news: (query) => promptNews(files, query),
      skillFor: (identity, runId) => skillFor(ctx, identity, runId),
    };
  },
  approvalServices: (ctx) => ({ keptExamples: (approvalIds) => keptExamples(ctx.db, approvalIds) }),
  searchSources: (ctx) => ({ file: fileSource({ db: ctx.db, blobs: ctx.files.blobs }) }),
  // Where no one acts, approvals open the files: they are not told of changes.
  services(ctx, { drafts }) {
    const files = (): WorkspaceDeps => (drafts === null ? openFiles(ctx) : filesOf(ctx));
    return {
      files,
      useSkill: (request, { runId, conversationId }) =>
        useSkill(files(), request, runId === null ? null : { runId, conversationId }),
    };
  },
  effectServices: (ctx) => ({ files: () => openFiles(ctx) }),
});

declare module "../agent/tools/tenant.ts" {
  interface TenantServices {
    /** The team's files. */
    files(): WorkspaceDeps;
    /** Loads a skill or one of its files, and records the use with the run. */
    useSkill(request: SkillRequest, by: Pick<Acting, "runId" | "conversationId">): Promise<SkillAnswer>;
  }
}

declare module "../approvals/effects/define-effect.ts" {
  interface EffectServices {
    /** The team's files. */
    files(): WorkspaceDeps;
  }
}
