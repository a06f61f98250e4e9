/** What tools need of the world. Wired in `src/app/tools.ts`. */
import type { TurnScope } from "../agents/ports.ts";
import type { CodeOutcome, CodeRequest } from "../code/index.ts";
import type { Mail, Texting } from "../connections/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { WorkspaceDeps } from "../workspace/index.ts";
import type { Author } from "../protocol/message.ts";
import type { EditDeps } from "../schedules/index.ts";
import type { TextRecords } from "../texts/index.ts";

/** Who asks for a call, and how far their words can be told from others'. */
export interface Asker {
  readonly speaker: Author;
  /** What people of the team wrote last in this conversation, oldest first. */
  readonly said: readonly string[];
  /** Whether text that nobody of the team wrote is in the conversation. */
  readonly outside: boolean;
}

/** The team's files, and the zone its days begin in. */
export interface TeamFiles {
  readonly deps: WorkspaceDeps;
  readonly timeZone: string;
}

/** What a tool is given to run with. */
export interface ToolContext {
  /** `callId` is the call's own, and its approval's: what is made up for an effect is derived from it, so that a repeat makes the same. */
  readonly scope: Pick<TurnScope, "tenantId" | "conversationId" | "messageId"> &
    Partial<Pick<TurnScope, "agent" | "runId">> & {
      readonly callId: string;
      /** Where a call is resolved again outside its turn: the rule by which it waits. */
      readonly rule?: string;
    };
  readonly clock: Clock;
  /** Null where a call is resolved again outside its turn. */
  readonly asker: Asker | null;
  readonly schedules: () => Promise<EditDeps>;
  /** Throws AppError `not_configured` where the tenant has no phone system connected. */
  readonly texting: () => Promise<Texting>;
  /** Runs a script in the code sandbox. Never throws for what the script does. */
  readonly runCode: (request: CodeRequest) => Promise<CodeOutcome>;
  /** The e-mail of whom the agent acts for here. Throws AppError `not_configured` where the tenant has none connected. */
  readonly mail: () => Promise<Mail>;
  /** The team's files. */
  readonly files: () => Promise<TeamFiles>;
  /** Texts and calls on record. */
  readonly texts: TextRecords;
}
