import { DurableObject } from "cloudflare:workers";
import type { Lifecycle } from "agents/lifecycle";
import { countTables } from "../src/platform/db/object-rows.ts";
import { objectSql } from "../src/platform/db/object-sql.ts";
import { rememberedSql } from "../src/platform/db/remembered-sql.ts";
import type { Env } from "../src/platform/env.ts";
import type { StoredPage, StoredRows } from "../src/platform/api/stored-rows.ts";
import { readStored, wipeStored, writeStored } from "./stored-rows.ts";

/** A team object with original data, which takes part in backup, restore and deletion. */
export abstract class StoredObject extends DurableObject<Env> {
  readonly sql = rememberedSql(objectSql(this.ctx.storage));
  abstract readonly lifecycle: Pick<ReturnType<typeof Lifecycle.install>, "start">;
  protected abstract readonly tables: readonly string[];

  reset(): Promise<void> {
    this.ctx.abort("deleted");
    return Promise.resolve();
  }

  async wipe(): Promise<Record<string, number>> {
    try {
      return await wipeStored(this.ctx);
    } finally {
      this.sql.forget();
    }
  }

  left(): Promise<Record<string, number>> {
    return Promise.resolve(countTables(this.sql));
  }

  async readStored(page: StoredPage): Promise<StoredRows> {
    await this.lifecycle.start();
    return readStored(this.sql, this.tables, page);
  }

  async writeStored(tables: StoredRows["tables"]): Promise<void> {
    await this.lifecycle.start();
    writeStored(this.sql, this.tables, tables);
  }
}
