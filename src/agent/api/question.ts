/** Forms that the agent asks people to fill in. Page and server validate and format them with the same functions. */
import * as z from "zod";

const MAX_FIELDS = 12;
const OPTION_CHARS = 200;
const LINE_CHARS = 500;
const TEXT_CHARS = 2_000;
/** Maximum length of all values; they are sent in one socket frame, as text and by field. */
const FORM_CHARS = 8_000;

const valueSchema = z.union([z.string().max(TEXT_CHARS), z.array(z.string().max(OPTION_CHARS)).max(20)]);

/** A choice has options; a text may have a placeholder. */
export const questionFieldSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,39}$/)
      .describe("e.g. move_in_date"),
    label: z.string().trim().min(1).max(200),
    type: z.enum(["select", "multi-select", "text", "textarea"]),
    options: z
      .array(z.string().trim().min(1).max(OPTION_CHARS))
      .min(1)
      .max(20)
      .optional()
      .describe("Of a select"),
    placeholder: z.string().trim().min(1).max(200).optional().describe("An example"),
    current: valueSchema.optional().describe("What it is now"),
  })
  .superRefine(({ type, options, current }, context) => {
    const wrong = (path: string, message: string): void =>
      context.addIssue({ code: "custom", path: [path], message });
    const chooses = type === "select" || type === "multi-select";
    if (chooses !== (options !== undefined))
      wrong("options", chooses ? "A select needs options" : "Only a select has options");
    if (new Set(options).size !== (options ?? []).length) wrong("options", "Each option once");
    if (current !== undefined && Array.isArray(current) !== (type === "multi-select"))
      wrong("current", "A list for a multi-select, else one text");
    else if (chooses && listOf(current).some((one) => !(options ?? []).includes(one)))
      wrong("current", "One of the options");
  });
export type QuestionField = z.infer<typeof questionFieldSchema>;

export const questionFieldsSchema = z
  .array(questionFieldSchema)
  .min(1)
  .max(MAX_FIELDS)
  .refine(
    (fields) => new Set(fields.map(({ id }) => id)).size === fields.length,
    "Each field has an id of its own",
  );

export const formValuesSchema = z.record(z.string().max(40), valueSchema);
export type FormValues = z.infer<typeof formValuesSchema>;

export const formAnswerSchema = z.object({
  toolCallId: z.string().min(1).max(200),
  values: formValuesSchema,
});
export type FormAnswer = z.infer<typeof formAnswerSchema>;

/** The form values in a person's message, next to the text for people. */
export const answerPartSchema = z.object({ type: z.literal("answer"), ...formAnswerSchema.shape });
export type AnswerPart = z.infer<typeof answerPartSchema>;

interface Form {
  readonly fields: readonly QuestionField[];
  /** Minimum number of filled fields; one by default. */
  readonly minFilled?: number | undefined;
}

function listOf(value: FormValues[string] | undefined): readonly string[] {
  if (value === undefined) return [];
  return (typeof value === "string" ? [value] : value).map((one) => one.trim()).filter((one) => one !== "");
}

/** The filled values by field, in the form's order. */
export function filledValues({ fields }: Form, values: FormValues): FormValues {
  return Object.fromEntries(
    fields.flatMap(({ id, type }) => {
      const given = listOf(values[id]);
      const [first] = given;
      if (first === undefined) return [];
      return [[id, type === "multi-select" ? [...given] : first]];
    }),
  );
}

/** Problems by field; `form` stands for the whole form. Empty if there are none. */
export function formProblems(form: Form, values: FormValues): Readonly<Record<string, string>> {
  const problems = form.fields.flatMap((field) => {
    const problem = fieldProblem(field, values[field.id]);
    return problem === null ? [] : [[field.id, problem] as const];
  });
  const strangers = Object.keys(values).filter((id) => !form.fields.some((field) => field.id === id));
  const filled = Object.keys(filledValues(form, values)).length;
  const least = Math.min(form.minFilled ?? 1, form.fields.length);
  const missing = filled >= least ? [] : [["form", leastWords(least, form.fields.length)] as const];
  const chars = Object.values(values).flatMap(listOf).join("").length;
  const most = FORM_CHARS.toLocaleString("en-US");
  const tooLong = chars <= FORM_CHARS ? [] : [["form", `Use ${most} characters or fewer in all.`] as const];
  return Object.fromEntries([
    ...problems,
    ...missing,
    ...tooLong,
    ...strangers.map((id) => [id, "This form has no such field."] as const),
  ]);
}

function leastWords(least: number, all: number): string {
  if (least === all) return all === 1 ? "Fill this in." : "Fill in every field.";
  return least === 1 ? "Fill in at least one field." : `Fill in at least ${least} fields.`;
}

function fieldProblem(
  { type, options }: QuestionField,
  value: FormValues[string] | undefined,
): string | null {
  const given = listOf(value);
  if (options !== undefined) {
    if (given.some((one) => !options.includes(one))) return "Choose from the options.";
    return type === "select" && given.length > 1 ? "Choose one." : null;
  }
  if (given.length > 1) return "Write one text.";
  const most = type === "text" ? LINE_CHARS : TEXT_CHARS;
  return (given[0] ?? "").length > most ? `Use ${most.toLocaleString("en-US")} characters or fewer.` : null;
}

/** The answer as text: one line per filled field. */
export function formText(form: Form, values: FormValues): string {
  const filled = filledValues(form, values);
  const lines = form.fields.flatMap(({ id, label }) => {
    const value = filled[id];
    if (value === undefined) return [];
    const words = typeof value === "string" ? value : value.join(", ");
    return [`${label}: ${words.includes("\n") ? `\n${words}` : words}`];
  });
  return lines.length === 0 ? "I left the form empty." : lines.join("\n");
}
