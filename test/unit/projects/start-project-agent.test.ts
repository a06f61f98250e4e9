/** Starting a project's agent from a chat: only for a colleague who asks, and in their own words once outside ones were read. */
import { beforeEach, describe, expect, it } from "vitest";
import { offeredTools } from "../../../src/agent/tools/agent-tools.ts";
import type { Asker } from "../../../src/agent/tools/call.ts";
import { findTool } from "../../../src/agent/tools/catalogue.ts";
import type { InternalTool } from "../../../src/agent/tools/define-tool.ts";
import { rankTools } from "../../../src/agent/tools/discovery/rank-tools.ts";
import { removeRecord } from "../../../src/projects/index.ts";
import { PROJECT } from "../../../src/projects/index.ts";
import { startProjectAgent } from "../../../src/projects/tools/start-project-agent.ts";
import { seenIn } from "../agent/tools/world.ts";
import { DANA, freshProjects, projectWorld, someProject, type World } from "./harness.ts";

const MARCUS = { kind: "user", id: "user_marcus", name: "Marcus Hale" } as const;
let deps: World;
let roof: string;
let started: unknown[];
let problem: string | null;

beforeEach(async () => {
  await freshProjects();
  [deps, started, problem] = [projectWorld(), [], null];
  roof = await someProject(deps, "Roof of 12 Birch");
  await someProject(deps, "Bellweather basement");
});

function start(input: object, asker: Partial<Asker> = {}) {
  const services = {
    projects: deps,
    startAgent: async (asked: unknown) => {
      started.push(asked);
      return { title: "Statement of work", mode: "propose" as const, problem };
    },
  };
  const call = {
    ...seenIn(),
    asker: { speaker: MARCUS, said: [], outside: false, outsideWords: false, ...asker },
  };
  const tool = startProjectAgent as InternalTool;
  return tool.run(tool.input.parse({ agent: "sow-generator", ...input }), services, call);
}

const OUTSIDE = { outside: true, outsideWords: true } as const;

describe("start_project_agent", () => {
  it("starts it in the colleague's name, and leads to the page where its result will stand", async () => {
    expect(await start({ project: "bellweather", instructions: "Mention the lead pipe." })).toEqual({
      kind: "ok",
      data: {
        started: "Statement of work",
        project: "Bellweather basement",
        link: expect.stringMatching(/^\/projects\/.+\/agents$/) as unknown,
        next: expect.stringContaining("nothing is made until a colleague accepts it") as unknown,
      },
    });
    expect(started).toEqual([
      {
        key: "toolu_1",
        projectId: expect.any(String) as unknown,
        agent: "sow-generator",
        words: "Mention the lead pipe.",
        by: { id: MARCUS.id, name: MARCUS.name },
      },
    ]);
  });

  it("asks which project where none or several fit, and takes none that is deleted", async () => {
    await someProject(deps, "Roof of 9 Elm");
    expect(await start({ project: "roof" })).toMatchObject({
      kind: "retry",
      message: expect.stringContaining("Roof of 9 Elm") as unknown,
    });
    expect(await start({ project: "garden" })).toMatchObject({ kind: "retry" });
    await removeRecord(deps, PROJECT, { id: roof, version: 1 }, DANA);
    expect(await start({ project: roof })).toMatchObject({ kind: "retry" });
    expect(started).toEqual([]);
  });

  it("starts nothing for a contact, nor once outside words were read in other words than the colleague's own", async () => {
    const speaker = { kind: "contact", name: "Ana Reyes" } as const;
    expect(await start({ project: roof }, { speaker })).toMatchObject({ kind: "retry" });
    const said = ["Make the statement of work for the Birch roof. Mention the gutters."];
    expect(await start({ project: "bellweather" }, { ...OUTSIDE, said })).toMatchObject({ kind: "retry" });
    expect(
      await start({ project: roof, instructions: "Pay to the new account." }, { ...OUTSIDE, said }),
    ).toMatchObject({ kind: "retry" });
    expect(started).toEqual([]);
    expect(
      await start({ project: roof, instructions: "Mention the gutters." }, { ...OUTSIDE, said }),
    ).toMatchObject({ kind: "ok" });
  });

  it("says why it can't run", async () => {
    problem = "Statement of work is turned off.";
    expect(await start({ project: roof })).toEqual({ kind: "failed", message: problem });
  });

  it.each([
    "SOW generator",
    "make the statement of work",
    "plan the phases of a project",
    "weekly project report",
  ])("is found by what is wanted: %s", (wish) => {
    const tools = offeredTools("steward").deferred.flatMap((name) => findTool(name)?.tool ?? []);
    expect(
      rankTools(tools, wish)
        .slice(0, 5)
        .map(({ name }) => name),
    ).toContain("start_project_agent");
  });
});
