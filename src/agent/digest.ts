/**
 * Digests: long results of tools, shortened by the cheap model against the question asked. A line counts
 * only if the item it names contains its figures, dates, names and quotes; so a digest says nothing that its
 * source doesn't, and keeps the source's link and ID.
 */
import type { Json } from "../kernel/hash.ts";
import { askAgent, type AskWorld } from "./ask-agent.ts";
import { digester, digestSchema } from "./agents/digester.ts";
import { isSupported } from "./citations/index.ts";
import { withoutOwnMarks } from "./own-marks.ts";
import type { Digest, DigestAsked, DigestLine } from "./ports.ts";
import { STEWARD } from "./api/message.ts";

/** Maximum length of one item, and of all items together, that the model reads. */
const ITEM_CHARS = 6_000;
const READ_CHARS = 120_000;
/** Maximum length of a digest. */
const DIGEST_CHARS = 5_000;
const PATIENCE_MS = 30_000;
/** Maximum digests of one turn; later results are cut. */
const DIGESTS_OF_TURN = 10;

const MARKS = /<(\/?(?:item|question|look_up)\b)/gi;

/** No text can end what encloses it. */
function enclosed(text: string): string {
  return withoutOwnMarks(text).replace(MARKS, "‹$1");
}

/** The question to the model; items beyond the limit are left out. */
export function digestQuestion({ question, lookUp, items }: DigestAsked): string {
  const parts: string[] = [];
  let left = READ_CHARS;
  for (const [index, item] of items.entries()) {
    const text = `<item number="${index + 1}">\n${enclosed(JSON.stringify(item).slice(0, ITEM_CHARS))}\n</item>`;
    left -= text.length;
    if (left < 0) break;
    parts.push(text);
  }
  return [
    `<question>\n${enclosed(question)}\n</question>`,
    `<look_up>\n${enclosed(lookUp)}\n</look_up>`,
    parts.join("\n"),
  ].join("\n\n");
}

/** The lines that their items support, with the items' IDs and links. Pure. */
export function supportedLines(output: unknown, items: readonly Json[]): DigestLine[] {
  const parsed = digestSchema.safeParse(output);
  if (!parsed.success) return [];
  const lines: DigestLine[] = [];
  let left = DIGEST_CHARS;
  for (const { item: number, says } of parsed.data.lines) {
    const item = JSON.parse(JSON.stringify(items[number - 1] ?? null)) as Json;
    if (item === null || says.trim() === "" || !isSupported(says, item)) continue;
    const line = { item: number, ...textField(item, "id"), ...textField(item, "link"), says: says.trim() };
    left -= JSON.stringify(line).length;
    if (left < 0) break;
    lines.push(line);
  }
  return lines;
}

function textField<Name extends string>(item: Json, name: Name): { readonly [Key in Name]?: string } {
  const value =
    item !== null && typeof item === "object" ? (item as Readonly<Record<string, Json>>)[name] : null;
  return typeof value === "string" ? ({ [name]: value } as { readonly [Key in Name]: string }) : {};
}

/** Asks the model in a run of its own, which `charge` pays. */
export function digestWith(
  world: AskWorld & { readonly ids: { newId(): string } },
  of: {
    readonly conversationId: string;
    readonly parentRunId?: string | undefined;
    readonly timeZone: string;
    readonly signal?: AbortSignal | undefined;
    readonly charge: (microUsd: number) => void;
  },
): Digest {
  let made = 0;
  return async (asked) => {
    if (++made > DIGESTS_OF_TURN) return null;
    try {
      const patience = AbortSignal.timeout(PATIENCE_MS);
      const answer = await askAgent(world, {
        runId: world.ids.newId(),
        agent: digester,
        text: digestQuestion(asked),
        about: "Digest of a long result",
        conversationId: of.conversationId,
        ...(of.parentRunId === undefined ? {} : { parentRunId: of.parentRunId }),
        trigger: "digest",
        startedBy: STEWARD.id ?? STEWARD.name,
        timeZone: of.timeZone,
        isBrief: true,
        keepsOutput: false,
        signal: of.signal === undefined ? patience : AbortSignal.any([of.signal, patience]),
      });
      of.charge(answer.figures.costMicroUsd);
      const lines = supportedLines(answer.output, asked.items);
      return lines.length === 0 ? null : lines;
    } catch (error) {
      world.logger.warn("digest.failed", { error });
      return null;
    }
  };
}
