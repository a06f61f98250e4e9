/**
 * One tenant's vectors in deployments without Vectorize: local development, tests, and small deployments. Derived from the search index.
 * The class name is persisted: never rename it.
 */
import { DurableObject } from "cloudflare:workers";
import { countTables } from "../src/platform/db/object-rows.ts";
import { objectSql } from "../src/platform/db/object-sql.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { AppError } from "../src/kernel/errors.ts";
import { vectorNamespace } from "../src/kernel/tenant-names.ts";
import type { Env } from "../src/platform/env.ts";
import type { VectorIndexRpc } from "../src/agent/api/objects.ts";
import { SketchIndex } from "../src/knowledge/vectors/index.ts";
import { type VectorQuery, type VectorRecord } from "../src/platform/api/vectors.ts";
import { wipeStored } from "./stored-rows.ts";

/** Simulates Vectorize's delayed writes, so that code relying on read-your-writes fails here too. */
const DELAY_MS = 1_000;

export class VectorIndexObject extends DurableObject<Env> implements VectorIndexRpc {
  readonly #sql = objectSql(this.ctx.storage);
  #index: SketchIndex | null = null;

  async upsert(tenantId: string, records: readonly VectorRecord[]): Promise<void> {
    (await this.#enter(tenantId)).upsert(records, systemClock.now());
  }

  async remove(tenantId: string, ids: readonly string[]): Promise<void> {
    (await this.#enter(tenantId)).remove(ids, systemClock.now());
  }

  async there(tenantId: string, ids: readonly string[]): Promise<string[]> {
    return (await this.#enter(tenantId)).there(ids);
  }

  async query(tenantId: string, query: VectorQuery): Promise<{ id: string; score: number }[]> {
    return (await this.#enter(tenantId)).query(query, systemClock.now());
  }

  reset(): Promise<void> {
    this.ctx.abort("deleted");
    return Promise.resolve();
  }

  wipe(): Promise<Record<string, number>> {
    this.#index = null;
    return wipeStored(this.ctx);
  }

  left(): Promise<Record<string, number>> {
    return Promise.resolve(countTables(this.#sql));
  }

  /** The object serves only the tenant its name is derived from. */
  async #enter(tenantId: string): Promise<SketchIndex> {
    if ((await vectorNamespace(tenantId)) !== this.ctx.id.name)
      throw new AppError("forbidden", "This object belongs to another team.");
    return (this.#index ??= new SketchIndex(this.#sql, DELAY_MS));
  }
}
