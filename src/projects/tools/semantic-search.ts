import * as z from "zod";
import type { Json } from "../../kernel/hash.ts";
import { localTime } from "../../kernel/local-time.ts";
import { someTasks } from "../index.ts";
import type { FoundPassage } from "../../platform/api/search-items.ts";
import type { SearchKind } from "../../platform/api/search.ts";
import { passage } from "../../agent/runs/index.ts";
import { defineTool } from "../../agent/tools/define-tool.ts";
import type { ProjectServices } from "./index.ts";

/** Index kinds by their name here. Tasks and documents may also come from connected services. */
const KINDS = {
  task: ["task", "issue"],
  comment: ["comment"],
  project: ["project"],
  document: ["document", "file"],
} as const satisfies Record<string, readonly SearchKind[]>;
type Entity = keyof typeof KINDS;
const ENTITIES = Object.keys(KINDS) as Entity[];
const QUOTE_CHARS = 500;

/** Searches by words and by meaning. */
export const semanticSearch = defineTool({
  name: "semantic_search",
  title: "Search projects by meaning",
  done: "Searched projects by meaning",
  description:
    "Finds tasks, comments, projects and documents that are about something, also where they put it in other words; best first. For what is counted or filtered use pm_query. " +
    "`similarity` only compares the results of one search. Each has its quote and link: cite them.",
  keywords: "similar about meaning related wording comments discussion earlier projects documents",
  input: z.strictObject({
    query: z.string().trim().min(3).max(2_000).describe("What it is about, in words"),
    entity_type: z
      .enum([...ENTITIES, "all"])
      .optional()
      .describe("all if left out"),
    top_k: z.int().min(1).max(50).optional().describe("10 if left out"),
  }),
  effect: "read",
  lists: true,
  egress: "none",
  whenEmpty: "No task, comment, project or document is about this. Say so plainly.",
  summarize: ({ query }) => `Looking for what is about ${query}`,
  looksAt: ({ query }) => ({ things: "Projects", asked: query, askedIs: "words" }),
  async run(
    { query, entity_type: asked = "all", top_k: limit = 10 },
    { retrieve, embedding, projects, timeZone }: ProjectServices,
  ) {
    const entities = asked === "all" ? ENTITIES : [asked];
    const sources = entities.flatMap((entity): readonly SearchKind[] => KINDS[entity]);
    const found = await retrieve({ question: query, sources, limit });
    const best = Math.max(...found.map(({ score }) => score), Number.EPSILON);
    const ids = found.filter(({ source }) => source === "task").map(({ id }) => id);
    const standing = new Map((await someTasks(projects.db, ids)).map((task) => [task.id, task]));
    // The index may still contain recently deleted records.
    const there = found.filter(({ source, id }) => source !== "task" || standing.has(id));
    const items = there.map((one): Json => {
      const entity = entityOf(one.source);
      const at = localTime(one.at, timeZone);
      const { status, dueDate, projectName } = standing.get(one.id) ?? {};
      return {
        entity_type: entity,
        entity_id: one.id,
        similarity: Math.round((one.score / best) * 100) / 100,
        quote: passage(quoteOf(one), { in: `${entity}s`, title: one.title, at, link: one.url }),
        metadata: {
          title: one.title,
          at,
          link: one.url,
          ...(status === undefined ? {} : { status, due: dueDate ?? null, project: projectName ?? null }),
        },
      };
    });
    const { model = null, dimensions = null } = embedding() ?? {};
    const beside = { count: items.length, model, dimensions };
    return { kind: "list", items, keep: "first", outside: true, beside };
  },
});

function entityOf(source: SearchKind): Entity {
  return ENTITIES.find((entity) => (KINDS[entity] as readonly SearchKind[]).includes(source)) ?? "document";
}

function quoteOf({ text }: FoundPassage): string {
  return text.length > QUOTE_CHARS ? `${text.slice(0, QUOTE_CHARS)}…` : text;
}
