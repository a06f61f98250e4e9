/** A small phone system and a gate around it, for tests of tools. */
import {
  choiceIn,
  type Contact,
  type Line,
  type Mail,
  type Texting,
  type TextMessage,
} from "../../../src/connections/index.ts";
import type { ToolCall, TurnScope } from "../../../src/agents/ports.ts";
import type { AuditEntry } from "../../../src/audit/index.ts";
import { AppError } from "../../../src/kernel/errors.ts";
import { silentLogger } from "../../../src/kernel/log.ts";
import { decidePolicy } from "../../../src/policy/index.ts";
import { DEFAULT_POLICY, type Policy } from "../../../src/protocol/account.ts";
import type { Approval } from "../../../src/protocol/approval.ts";
import { CATALOGUE } from "../../../src/tools/catalogue.ts";
import type { TextRecords } from "../../../src/texts/index.ts";
import type { GateDeps } from "../../../src/tools/hooks/types.ts";
import type { ToolContext } from "../../../src/tools/ports.ts";

export const LINES: readonly Line[] = [
  { phoneNumberId: "PNshared", number: "+14125550100", label: "Shared line", audience: "external" },
  { phoneNumberId: "PNteam", number: "+14125550101", label: "Team line", audience: "internal" },
];
export const OWN_COMPANY = "Alder & Finch Property Management";
export const NOW = Date.parse("2026-11-21T12:00:00Z");

let lastContact = 0;

/** A contact; the number's last two digits count up. */
export function contact(name: string, more: Partial<Contact> = {}): Contact {
  const [firstName = null, ...rest] = name.split(" ");
  // Above the numbers that tests name.
  const serial = 200 + (lastContact++ % 700);
  return {
    id: `c${serial}${name}`,
    firstName,
    lastName: rest.join(" ") || null,
    name,
    company: null,
    role: null,
    numbers: [{ label: "Mobile", number: `+14125550${serial}` }],
    emails: [],
    internal: false,
    createdAt: null,
    ...more,
  };
}

export const MARIA = contact("Maria Lopez", {
  id: "c_maria",
  role: "Tenant, 12 Birch St, Unit 4B",
  numbers: [{ label: "Mobile", number: "+14125550142" }],
});
export const TOM = contact("Tom Okafor", {
  id: "c_tom",
  company: OWN_COMPANY,
  role: "Field technician",
  numbers: [{ label: "Mobile", number: "+14125550114" }],
  internal: true,
});

export function message(id: string, direction: TextMessage["direction"], text: string): TextMessage {
  return {
    id,
    direction,
    from: "+14125550142",
    to: "+14125550100",
    text,
    at: `2026-11-20T10:00:0${id.length}Z`,
  };
}

export function textingOf(
  contacts: readonly Contact[],
  thread: readonly TextMessage[] = [],
  lines: readonly Line[] = LINES,
): Texting {
  return {
    connectionId: "conn_alder_quo",
    ownCompany: OWN_COMPANY,
    lines,
    contacts: async () => contacts,
    messages: async (_number, limit) => thread.slice(-limit),
  };
}

/** A team with no texts on record. */
export const NO_TEXTS: TextRecords = {
  search: async () => ({ matched: "all", found: [] }),
  history: async () => ({ items: [], more: false }),
  hasOptedOut: async (_number, thread) => choiceIn(thread)?.optedOut ?? false,
};

/** Tools of files have tests of their own, over real storage. */
export function noFiles(): Promise<never> {
  return Promise.reject(new AppError("not_found", "There is no such team."));
}

/** A team without e-mail. */
export function noMail(): Promise<Mail> {
  return Promise.reject(new AppError("not_configured", "No e-mail is connected yet."));
}

/** Tests of schedules open the real ones. */
export function noSchedules(): Promise<never> {
  return Promise.reject(new AppError("not_configured", "No schedules here."));
}

export function contextOf(texting: Texting, conversationId = "chat-1"): ToolContext {
  return {
    scope: { tenantId: "tenant_alder", conversationId, callId: "toolu_1" },
    clock: { now: () => NOW },
    asker: { speaker: SCOPE.speaker, said: [], outside: false },
    schedules: noSchedules,
    texting: async () => texting,
    mail: noMail,
    texts: NO_TEXTS,
    runCode: async () => ({ kind: "stopped", reason: "work" }),
    files: noFiles,
  };
}

export const SCOPE: TurnScope = {
  tenantId: "tenant_alder",
  timeZone: "America/New_York",
  conversationId: "chat-1",
  conversationTitle: "Chat",
  turnId: "turn-1",
  runId: "run-1",
  agent: "steward",
  speaker: { kind: "user", name: "Dana Whitfield" },
  recentTexts: [],
};

export function call(name: string, input: ToolCall["input"]): ToolCall {
  return { id: "toolu_1", name, input };
}

/** What a gate was asked to do. */
export interface Recorded {
  readonly proposals: Parameters<GateDeps["propose"]>[0][];
  readonly audits: AuditEntry[];
  readonly alerts: string[];
  readonly admitted: string[];
}

/** Everything a gate needs, recording, with the real rule table. */
export function gateDeps(
  texting: Texting,
  policy: Partial<Policy> = {},
  more: Partial<GateDeps> = {},
): GateDeps & Recorded {
  const recorded: Recorded = { proposals: [], audits: [], alerts: [], admitted: [] };
  return {
    ...recorded,
    tenantId: "tenant_alder",
    clock: { now: () => NOW },
    logger: silentLogger,
    texting: async () => texting,
    schedules: noSchedules,
    mailFor: noMail,
    texts: NO_TEXTS,
    runCode: async () => ({ kind: "stopped", reason: "work" }),
    files: noFiles,
    grants: () => CATALOGUE.map(({ name }) => name),
    judge: async (judged) => decidePolicy(judged, { policy: { ...DEFAULT_POLICY, ...policy } }),
    admission: {
      admitToolCall: async (id) => {
        recorded.admitted.push(id);
        return { ok: true };
      },
    },
    findProposal: async () => null,
    propose: async (input) => {
      recorded.proposals.push(input);
      return approvalOf(input.resolution.title, input.allowed ? "approved" : "pending");
    },
    audit: async (entry) => void recorded.audits.push(entry),
    alertAdmins: async (kind) => void recorded.alerts.push(kind),
    ...more,
  };
}

export function approvalOf(title: string, status: Approval["status"]): Approval {
  return {
    id: "approval_1",
    conversationId: "chat-1",
    conversationTitle: "Chat",
    turnId: "turn-1",
    status,
    tool: "send_message",
    title,
    target: "",
    arguments: {},
    proposedArguments: {},
    form: [],
    effects: [],
    proposedEffects: [],
    effectHash: "hash",
    lints: [],
    evidence: [],
    urgent: false,
    rule: "external.default",
    createdAt: "2026-11-21T12:00:00Z",
    expiresAt: "2026-11-22T12:00:00Z",
    executeAfter: null,
    decision: null,
    decidedBy: null,
    decidedAt: null,
    edited: false,
    reason: null,
    staleReason: null,
    undoable: false,
    compensation: null,
    version: 1,
  };
}
