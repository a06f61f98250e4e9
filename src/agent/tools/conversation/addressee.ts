/** Resolves whom a question is for: a member by name, whoever is on call, or everyone. Pure. */
import { mayRead, type Reader } from "../../../platform/privacy.ts";
import type { Addressee } from "../../api/conversation-frames.ts";
import type { Tenant } from "../tenant.ts";
import { retry } from "../define-tool.ts";

type Team = Pick<Awaited<ReturnType<Tenant["teamOnDuty"]>>, "members">;
type TeamMember = Team["members"][number];

/** Why members can't be asked from a private conversation; null if they can. */
export function refusedReach(reader: Reader, to: Addressee): string | null {
  const isReader = to.kind === "colleague" && mayRead(reader, to.userId);
  return reader === null || isReader ? null : PRIVATE;
}

const PRIVATE =
  "This conversation quotes something that only its own colleague may see, so nobody else is asked or told from here in your words. " +
  "A notification may carry a whole sentence they wrote themselves, word for word.";

const EVERYBODY = new Set(["team", "the team", "everyone", "everybody", "anyone"]);
const ON_CALL = /^(?:who(?:ever)? is |the person |somebody |someone )?on[- ]call$/;

/** Resolves `to`. `retry` explains why no one matches and lists the members. */
export function addresseeOf(
  to: string,
  { members }: Team,
): { readonly kind: "to"; readonly to: Addressee } | { readonly kind: "retry"; readonly message: string } {
  const wanted = plain(to);
  if (EVERYBODY.has(wanted)) return { kind: "to", to: { kind: "team", userId: null, name: "the team" } };
  if (ON_CALL.test(wanted)) return { kind: "to", to: onCallNow(members) };
  const [first, ...others] = membersNamed(wanted, members);
  if (first === undefined)
    return retry(`No one on the team is called ${JSON.stringify(to)}. ${choices(members)}`);
  if (others.length > 0)
    return retry(`Several could be meant by ${JSON.stringify(to)}. ${choices([first, ...others])}`);
  return { kind: "to", to: { kind: "colleague", userId: first.id, name: first.name } };
}

/** The first member on call. If no one is, the question is for everyone and just as urgent. */
function onCallNow(members: readonly TeamMember[]): Addressee {
  const [first] = members
    .filter(({ duty }) => duty?.now === true)
    .toSorted((left, right) => (left.duty?.place ?? 0) - (right.duty?.place ?? 0));
  return { kind: "on_call", userId: first?.id ?? null, name: first?.name ?? "whoever is on call" };
}

/** Matches by ID, e-mail address or full name, else by part of a name. */
function membersNamed(wanted: string, members: readonly TeamMember[]): readonly TeamMember[] {
  const exact = members.filter(({ id, email, name }) =>
    [id, email, name].some((one) => plain(one) === wanted),
  );
  if (exact.length > 0) return exact;
  return members.filter(({ name }) => plain(name).split(" ").includes(wanted));
}

function choices(members: readonly TeamMember[]): string {
  return `Name one of: ${members.map(({ name, email }) => `${name} (${email})`).join(", ")}; or "on call" or "team".`;
}

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
}
