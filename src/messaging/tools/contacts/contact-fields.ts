/** Fields of a new contact, shared by the tools that create one. */
import * as z from "zod";

const field = z.string().trim().min(1).max(100);

export const contactFieldsSchema = z.strictObject({
  firstName: field.describe("Or the firm's name where there is no person"),
  lastName: field.optional(),
  company: field.optional(),
  role: field.describe("Such as: Tenant, 12 Birch St, Unit 4B").optional(),
});
export type ContactFields = z.output<typeof contactFieldsSchema>;

export function fullName(fields: {
  readonly firstName: string;
  readonly lastName?: string | undefined;
}): string {
  return fields.lastName === undefined ? fields.firstName : `${fields.firstName} ${fields.lastName}`;
}
