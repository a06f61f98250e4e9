/** A small phone system and a gate around it, for tests of tools. */
import { bookOf } from "../../../support/contact-book.ts";
import {
  choiceIn,
  type Contact,
  type Line,
  type Texting,
  type TextMessage,
} from "../../../../src/integrations/connections/index.ts";
import { effectKinds } from "../../../../src/approvals/effects/kinds.ts";
import { describe } from "../../../../src/approvals/index.ts";
import type { ToolCall, TurnScope } from "../../../../src/agent/ports.ts";
import type { AuditEntry } from "../../../../src/platform/audit/index.ts";
import { AppError } from "../../../../src/kernel/errors.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { decidePolicy } from "../../../../src/approvals/policy/index.ts";
import { DEFAULT_POLICY, type Policy } from "../../../../src/team/api/policy.ts";
import type { Approval } from "../../../../src/approvals/api/approval.ts";
import { catalogue } from "../../../../src/agent/tools/catalogue.ts";
import type { TextRecords } from "../../../../src/messaging/texts/index.ts";
import type { Call } from "../../../../src/agent/tools/call.ts";
import type { Toolset } from "../../../../src/agent/tools/define-toolset.ts";
import type { GateDeps } from "../../../../src/agent/tools/gate.ts";
import { afterHooks, beforeHooks, type HookDeps } from "../../../../src/agent/tools/hooks/index.ts";
import { approvalOf as waitingApproval } from "../../../support/approval-of.ts";

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
    contacts: bookOf(contacts),
    contact: async (id) => contacts.find((one) => one.id === id) ?? null,
    messages: async (_number, limit) => thread.slice(-limit),
    message: async (id) => thread.find((one) => one.id === id) ?? null,
  };
}

/** A team with no texts on record. */
export const NO_TEXTS: TextRecords = {
  search: async () => ({ matched: "all", found: [] }),
  history: async () => ({ items: [], more: false }),
  senders: async () => new Map(),
  beingRead: async () => null,
  isKnown: async () => false,
  optOut: async (_number, thread) => {
    const choice = choiceIn(thread);
    return choice?.optedOut === true ? choice : null;
  },
};

/** What toolsets open in these tests: a phone system; all others are not connected. */
export function servicesOf(texting: () => Promise<Texting>): (toolset: Toolset) => Promise<unknown> {
  return async ({ name }) => {
    if (name === "contacts" || name === "messages") return textServices(await texting());
    if (name === "discovery") return { offered: async () => [] };
    if (name === "conversation") return null;
    throw new AppError("not_configured", `${name} isn't connected yet.`);
  };
}

/** What tools of texts and contacts are opened with. */
export function textServices(texting: Texting) {
  return {
    texting,
    contacts: texting.contacts,
    home: texting.lines[0]?.number ?? "",
    phone: async () => texting,
    records: NO_TEXTS,
    timeZone: SCOPE.timeZone,
  };
}

/** A call as its tool sees it. */
export function seenIn(conversationId = "chat-1"): Call {
  return {
    id: "toolu_1",
    tenantId: "tenant_alder",
    conversationId,
    agent: "steward",
    asker: { speaker: SCOPE.speaker, said: [], outside: false, outsideWords: false },
  };
}

export const SCOPE: TurnScope = {
  tenantId: "tenant_alder",
  timeZone: "America/New_York",
  conversationId: "chat-1",
  conversationTitle: "Chat",
  runId: "run-1",
  agent: "steward",
  speaker: { kind: "user", name: "Dana Whitfield" },
  readOfOthers: false,
  readOfPeople: false,
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
  more: Partial<HookDeps & GateDeps & { texting: () => Promise<Texting> }> = {},
): GateDeps & Recorded {
  const recorded: Recorded = { proposals: [], audits: [], alerts: [], admitted: [] };
  const hooks: HookDeps = {
    tenantId: "tenant_alder",
    logger: silentLogger,
    effects: effectKinds(),
    judge: async (judged) =>
      decidePolicy(judged, {
        policy: { ...DEFAULT_POLICY, ...policy },
        colleagues: new Set(TOM.numbers.map(({ number }) => number)),
        nowMs: NOW,
        timeZone: SCOPE.timeZone,
      }),
    admitToolCall: async (id) => {
      recorded.admitted.push(id);
      return { ok: true };
    },
    lack: async () => null,
    findProposal: async () => null,
    audit: async (entry) => void recorded.audits.push(entry),
    alertAdmins: async (kind) => void recorded.alerts.push(kind),
    ...more,
  };
  return {
    ...recorded,
    clock: { now: () => NOW },
    logger: silentLogger,
    effects: effectKinds(),
    grants: () => catalogue().map(({ name }) => name),
    quotesIn: () => [],
    open: servicesOf(more.texting ?? (async () => texting)),
    before: beforeHooks(hooks),
    after: afterHooks(hooks),
    sample: async () => null,
    propose: async (input) => {
      recorded.proposals.push(input);
      const { title } = describe(effectKinds(), input.resolution, input.scope.conversationId);
      return approvalOf(title, input.allowed ? "approved" : "pending");
    },
    ...more,
  };
}

export function approvalOf(title: string, status: Approval["status"]): Approval {
  return waitingApproval({ title, status, target: "", effects: [] });
}
