/** Semantic search: vectors of passages, per tenant. */
export { httpEmbedder } from "./embed-http.ts";
export { SketchIndex } from "./sketch-index.ts";
export type { Embedder, Meaning, VectorStore } from "./ports.ts";
export { RERANKED, reranked, type Reranker } from "./rerank.ts";
export { paidEmbedder } from "./paid.ts";
export { traitsOf, unit } from "./unit.ts";
export { vectorizeStore, type VectorizeIndex } from "./vectorize.ts";
export {
  EMBEDDING_DIMENSIONS,
  EMBEDDING_MODEL,
  workersAiEmbedder,
  workersAiReranker,
  type AiBinding,
} from "./workers-ai.ts";
