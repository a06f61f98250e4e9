/** The team's own contacts: imported from another system's CSV, or added by hand. */
import * as z from "zod";
import { okSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { plainWords } from "../../kernel/plain-words.ts";

export const CONTACT_IMPORT = { records: 50, fileBytes: 50_000_000 } as const;

const line = z.string().trim().max(200);
const list = z.array(line.min(1)).max(10);

/** A contact needs a name, a company, a number or an address. */
export const contactRecordSchema = z.strictObject({
  name: line,
  company: line,
  /** With the home or workplace: "Tenant, 12 Birch St #4B". */
  role: line,
  /** As written; what isn't a number or an address is kept in the notes. */
  phones: list,
  emails: list,
  notes: z.string().trim().max(4_000),
});
export type ContactRecord = z.infer<typeof contactRecordSchema>;

export const contactResultSchema = z.object({
  line: z.number().int(),
  /** `known`: the team has this contact; left unchanged. `refused`: `message` says why. */
  outcome: z.enum(["new", "merged", "known", "refused"]),
  /** The matched or newly created contact; null before it is created. */
  contact: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** What of the line isn't in a field of the contact. */
  message: z.string(),
});
export type ContactResult = z.infer<typeof contactResultSchema>;

export const contactImportEndpoint = endpoint({
  method: "POST",
  path: "/api/contacts/import",
  body: z.strictObject({
    /** What happens to lines of known contacts. `check` writes nothing. */
    known: z.enum(["check", "merge", "skip"]),
    lines: z
      .array(z.strictObject({ line: z.number().int().min(1), record: contactRecordSchema }))
      .min(1)
      .max(CONTACT_IMPORT.records),
  }),
  output: z.object({ results: z.array(contactResultSchema) }),
  access: "admin",
});

export const ownContactEndpoints = {
  /** Adds a contact of the team's own, by a new UUID, or changes it. */
  save: endpoint({
    method: "PUT",
    path: "/api/contacts/:id",
    body: contactRecordSchema,
    output: okSchema,
  }),
  /** Deletes a contact of the team's own. */
  remove: endpoint({ method: "DELETE", path: "/api/contacts/:id", output: okSchema }),
};

/** What a contact without a name is called. */
export function shownName({ name, company, phones, emails }: ContactRecord): string {
  return name || company || emails[0] || phones[0] || "";
}

/** Whether two names can be one person's: every word of the shorter one starts like a word of the other. Numbers and addresses may be shared. */
export function isSameName(one: string, other: string): boolean {
  const [short = [], long = []] = [plainWords(one), plainWords(other)].toSorted(
    (a, b) => a.length - b.length,
  );
  return short.every((word) => long.some((also) => also.startsWith(word) || word.startsWith(also)));
}
