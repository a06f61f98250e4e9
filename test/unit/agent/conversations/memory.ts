/** A conversation's log on real SQLite in memory, with a clock and ids a test owns. */
import { DatabaseSync } from "node:sqlite";
import { acceptMessage } from "../../../../src/agent/conversations/accept-message.ts";
import { acceptOutcome } from "../../../../src/agent/conversations/accept-outcome.ts";
import { ConversationLog } from "../../../../src/agent/conversations/conversation-log.ts";
import { migrate } from "../../../../src/agent/conversations/object-schema.ts";
import type { ObjectSql, SqlValue } from "../../../../src/platform/db/object-sql.ts";
import { turnJournal } from "../../../../src/agent/conversations/turn-journal.ts";
import type { RunningTurn } from "../../../../src/agent/conversations/types.ts";
import type {
  ConversationIdentity,
  InboundMessage,
  OutcomeDelivery,
} from "../../../../src/agent/api/objects.ts";
import type { ServerEvent } from "../../../../src/agent/api/conversation-frames.ts";
import { RunWriter } from "../../../../src/agent/runs/index.ts";
import { viewCall } from "../../../../src/agent/tools/summarize.ts";

export const IDENTITY: ConversationIdentity = {
  tenantId: "tenant_alder",
  conversationId: "5f0c1a52-6f0e-4c43-9c7a-2f1d3a4b5c6d",
  source: "web_chat",
};
export const DANA = { kind: "user", id: "user_dana", name: "Dana Whitfield" } as const;

/** SQL over an in-memory database. */
export function memorySql(): ObjectSql {
  const database = new DatabaseSync(":memory:");
  let depth = 0;
  return {
    rows: <Row>(statement: string, ...bindings: readonly SqlValue[]) =>
      database.prepare(statement).all(...bindings) as Row[],
    transaction<Result>(work: () => Result): Result {
      const name = `level${depth++}`;
      database.exec(`SAVEPOINT ${name}`);
      try {
        const result = work();
        database.exec(`RELEASE ${name}`);
        return result;
      } catch (error) {
        database.exec(`ROLLBACK TO ${name}`);
        database.exec(`RELEASE ${name}`);
        throw error;
      } finally {
        depth -= 1;
      }
    },
  };
}

/** A conversation and what its pages were told. */
export class Memory {
  readonly events: ServerEvent[] = [];
  readonly clock = { time: Date.parse("2026-11-21T15:00:00Z"), now: () => this.clock.time };
  readonly sql: ObjectSql;
  readonly log: ConversationLog;
  watched = false;
  #ids = 0;
  readonly deps = { clock: this.clock, ids: { newId: () => `id-${++this.#ids}` } };

  constructor(sql: ObjectSql = memorySql(), identity: ConversationIdentity = IDENTITY) {
    this.sql = sql;
    migrate(this.sql);
    this.log = new ConversationLog({
      sql: this.sql,
      clock: this.clock,
      emit: (event) => this.events.push(event),
      changed: () => {},
      closeTo: () => {},
      watched: () => this.watched,
      viewCall,
    });
    this.log.open(identity);
  }

  say(text: string, messageId = `m-${++this.#ids}`): string {
    return this.accept({ messageId, author: DANA, text }).turnId;
  }

  accept(message: InboundMessage) {
    return acceptMessage(this.log, this.deps, message);
  }

  /** What a runner of this attempt of the turn writes with. */
  writer(turn: RunningTurn): RunWriter {
    return new RunWriter(turnJournal(this.log, turn, { name: "steward", title: "Steward" }), this.clock);
  }

  outcome(delivery: OutcomeDelivery): void {
    acceptOutcome(this.log, this.deps, delivery);
  }

  of<Type extends ServerEvent["type"]>(type: Type): (ServerEvent & { type: Type })[] {
    return this.events.filter((event): event is ServerEvent & { type: Type } => event.type === type);
  }
}
