/** What becomes of a person in the tables of this room. */
import { at, type Erases } from "../platform/erasure.ts";

const DIRECTORY = { what: "Something in the directory", path: "/directory" };

export const erases = {
  entities: { treatment: "drop", place: { ...DIRECTORY, of: at("/directory", "id") } },
  entity_rulings: { treatment: "list", place: DIRECTORY },
  entity_words: { treatment: "index", place: { ...DIRECTORY, of: at("/directory", "entityId") } },
  knowledge_items: {
    treatment: "list",
    place: {
      what: "Something of a connected service",
      path: "/sources",
      of: at("/knowledge", "id"),
    },
  },
  knowledge_runs: { treatment: "list", place: { what: "A sync of a source", path: "/sources" } },
  knowledge_sources: { treatment: "list", place: { what: "A source", path: "/sources" } },
  mentions: { treatment: "drop", place: DIRECTORY },
} satisfies Erases;
