/**
 * The text to a person on call leaves from the internal line, to the number the internal contacts have for them, else to the one the admin set. It is
 * approved by the admin's standing rule and performed through the ledger like any other effect; no model is involved.
 */
import { eq } from "drizzle-orm";
import {
  actByRule,
  approvalIdOf,
  SYSTEM_CONVERSATION,
  type ApprovalDeps,
  type SystemAct,
} from "../approvals/index.ts";
import type { Contact, Line, Texting } from "../connections/index.ts";
import { approvals } from "../db/index.ts";
import { isE164 } from "../kernel/e164.ts";
import type { TextOnCall, TextState } from "./ports.ts";

/** What it needs of the world. */
export interface TextColleagueDeps {
  readonly approvals: ApprovalDeps;
  /** Null where no phone system is connected. */
  readonly texting: () => Promise<Texting | null>;
  /** The effect of a text from a line. */
  readonly textFrom: (
    texting: Texting,
    line: Line,
    to: { readonly number: string; readonly name: string; readonly contact: Contact | null },
    text: string,
  ) => SystemAct["effect"];
}

/** States in which the text certainly does not go out by itself. */
const OVER = new Set(["failed", "not_done", "stale", "withdrawn", "rejected", "expired"]);

/** Sends it; false where there is no line or number for it, or it did not go out. A repeat finds what is there. */
export async function textOnCall(deps: TextColleagueDeps, input: TextOnCall): Promise<boolean> {
  const texting = await deps.texting();
  if (texting === null) return false;
  const known = await findInternal(texting, input.person).catch((error: unknown) => {
    // The provider does not answer: the number the admin set must do, or a push.
    deps.approvals.logger.warn("on_call.contacts_not_read", { error });
    return null;
  });
  const number = known?.number ?? input.phone;
  if (number === null) return false;
  return textByRule(deps, {
    id: input.id,
    tool: "on_call.text",
    conversationTitle: "On call",
    rule: "standing.on_call_texts",
    to: { number, name: input.person.name, contact: known?.contact ?? null },
    text: input.text,
  });
}

/** A text to a colleague that an admin's standing rule approves. */
interface TextByRule extends Omit<SystemAct, "effect"> {
  readonly to: Parameters<TextColleagueDeps["textFrom"]>[2];
  readonly text: string;
}

/** Sends it from the internal line; false where there is none, or it did not go out. A repeat finds what is there. */
export async function textByRule(
  deps: TextColleagueDeps,
  { to, text, ...act }: TextByRule,
): Promise<boolean> {
  const texting = await deps.texting();
  const line = texting?.lines.find(({ audience }) => audience === "internal");
  if (texting === null || line === undefined) return false;
  const approval = await actByRule(deps.approvals, {
    ...act,
    effect: deps.textFrom(texting, line, to, text),
  });
  return !OVER.has(approval.status);
}

/** How the text with this id stands now. */
export async function textState({ db }: Pick<ApprovalDeps, "db">, id: string): Promise<TextState> {
  const approvalId = await approvalIdOf(db.tenantId, SYSTEM_CONVERSATION, id);
  const approval = await db.find(approvals, eq(approvals.id, approvalId));
  if (approval === null) return "failed";
  if (approval.status === "done") return "sent";
  return ["approved", "executing"].includes(approval.status) ? "under_way" : "failed";
}

/** The person among the internal contacts, by e-mail address, else by name; null where no one, or not one alone, fits. */
async function findInternal(
  texting: Texting,
  person: TextOnCall["person"],
): Promise<{ contact: Contact; number: string } | null> {
  const plain = (text: string): string => text.normalize("NFKC").trim().toLowerCase();
  const reachable = (contacts: readonly Contact[]) =>
    contacts.flatMap((contact) => {
      const number = contact.numbers.find((candidate) => isE164(candidate.number))?.number;
      return contact.internal && number !== undefined ? [{ contact, number }] : [];
    });
  const email = plain(person.email);
  const [owners, namesakes] = await Promise.all([
    texting.contacts.owners([email]),
    texting.contacts.named(person.name),
  ]);
  const byMail = reachable(owners(email));
  const byName = reachable(namesakes).filter(({ contact }) => plain(contact.name) === plain(person.name));
  const found = byMail.length > 0 ? byMail : byName;
  return found.length === 1 ? (found[0] ?? null) : null;
}
