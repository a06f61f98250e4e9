/** Long histories without waiting hours for them: while the app is down, they are written into the conversations' databases. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { ObjectSql, SqlValue } from "../../src/platform/db/object-sql.ts";
import type { ConversationIdentity } from "../../src/agent/api/objects.ts";
import { writeHistory } from "../support/write-history.ts";

/** The databases of an app's conversations, by conversation id. The app must be down. */
export async function conversationFiles(dataDir: string): Promise<Map<string, string>> {
  const folder = join(dataDir, "worker", "v3", "do", "steward-ConversationObject");
  const found = new Map<string, string>();
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".sqlite") || name.startsWith("metadata")) continue;
    const path = join(folder, name);
    const database = new DatabaseSync(path);
    try {
      const row = database.prepare("SELECT identity FROM conversation").get();
      if (row !== undefined) {
        const { conversationId } = JSON.parse(String(row["identity"])) as ConversationIdentity;
        found.set(conversationId, path);
      }
    } finally {
      database.close();
    }
  }
  return found;
}

function fileSql(database: DatabaseSync): ObjectSql {
  let depth = 0;
  const prepared = new Map<string, StatementSync>();
  const prepare = (statement: string): StatementSync => {
    const known = prepared.get(statement) ?? database.prepare(statement);
    prepared.set(statement, known);
    return known;
  };
  return {
    rows: <Row>(statement: string, ...bindings: readonly SqlValue[]) =>
      prepare(statement).all(...bindings) as Row[],
    transaction<Result>(work: () => Result): Result {
      const level = `level${depth++}`;
      database.exec(`SAVEPOINT ${level}`);
      try {
        return work();
      } finally {
        database.exec(`RELEASE ${level}`);
        depth -= 1;
      }
    },
  };
}

/** Writes exchanges until the conversation has `history` messages. Returns how many compactions that took. */
export function seedHistory(path: string, history: number): number {
  const database = new DatabaseSync(path);
  try {
    const sql = fileSql(database);
    return sql.transaction(() => writeHistory(sql, history, Date.now()));
  } finally {
    database.close();
  }
}
