/** The fields of a contact to be made, shared by the tools that make one. */
import * as z from "zod";

const field = z.string().trim().min(1).max(100);

/** Name, company and role of a new contact. */
export const contactFieldsSchema = z.strictObject({
  firstName: field.describe("Or the firm's name where there is no person"),
  lastName: field.optional(),
  company: field.optional(),
  role: field.describe("Such as: Tenant, 12 Birch St, Unit 4B").optional(),
});
export type ContactFields = z.output<typeof contactFieldsSchema>;

/** First and last name as one. */
export function fullName(fields: {
  readonly firstName: string;
  readonly lastName?: string | undefined;
}): string {
  return fields.lastName === undefined ? fields.firstName : `${fields.firstName} ${fields.lastName}`;
}
