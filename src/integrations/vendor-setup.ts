/**
 * How a connection is set up on the Connections page: an admin enters values, the vendor is queried with them, and the admin chooses from
 * its response. Nothing is stored before the last step; each step starts from the values and choices so far.
 */
import type { Clock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { OutsideHttp } from "../kernel/outside-http.ts";
import type { Chosen, SetupQuestion } from "./api/connections.ts";
import type { ConsentForm } from "./oauth/consent-form.ts";

interface KeyField<Settings> {
  readonly name: string;
  readonly label: string;
  /** Where to find the value. */
  readonly hint: string;
  readonly isSecret: boolean;
  /** May be left empty; its pattern allows that. */
  readonly isOptional?: boolean;
  /** Expected format; by default, secrets are printable characters without spaces. */
  readonly pattern?: RegExp;
  /** Shown if the format doesn't match. */
  readonly mismatch?: string;
  /** The current value; absent for secrets. */
  readonly current?: (settings: Settings) => string;
}

/** The form for connecting by key. */
export interface KeyForm<Settings> {
  readonly fields: readonly KeyField<Settings>[];
  /** The value to seal; by default, the single secret field. */
  credential?(typed: Readonly<Record<string, string>>): string;
  /** Advice when the vendor rejects the values. */
  readonly refused: string;
  /** Text to paste at the vendor first; `text` gets this connection's webhook URL. */
  readonly paste?: {
    readonly label: string;
    readonly hint: string;
    readonly text: (webhookUrl: string) => string;
  };
}

export interface SetupStart<Settings, Variable extends string = string> {
  /** A key or an access token. Holds a secret: never log it. */
  readonly credential: string;
  /** Entered values: empty with OAuth; only the non-secret ones when the stored key is reused. */
  readonly typed: Readonly<Record<string, string>>;
  /** Current settings; null the first time, or if they can't be read. */
  readonly before: Settings | null;
  readonly chosen: Chosen;
  readonly team: string;
  /** This connection's webhook URL. */
  readonly webhookUrl: string;
  /** Granted scopes; null if connected by key. */
  readonly scopes: readonly string[] | null;
  /** Whether we receive the vendor's events: always with a key; with OAuth only if the app has a signing secret. */
  readonly isHeard: boolean;
  readonly address: (variable: Variable) => string;
  readonly http: OutsideHttp;
  /** HTTP restricted to an entered address. */
  readonly httpTo: (baseUrl: string) => OutsideHttp;
  readonly clock: Clock;
}

/** A question, or the final result to store. */
export type SetupStep<Settings> =
  | { readonly ask: SetupQuestion }
  | {
      readonly settings: Settings;
      readonly webhookSecrets?: readonly string[];
      /** Shown once and never again. */
      readonly notice?: string;
    };

export interface VendorSetup<Settings, Variable extends string> {
  /** Absent if only the operator adds keys. */
  readonly key?: KeyForm<Settings>;
  /**
   * Shown beside the sign-in button if the vendor has no key form, and where an operator's key is in use, which a sign-in doesn't
   * replace.
   */
  readonly operatorsKey?: { readonly beside: string; readonly inUse: string };
  /** Absent if the vendor doesn't use OAuth. */
  readonly consent?: ConsentForm<Variable>;
  /** Label of the button that asks the questions again with the stored key, such as "Choose spaces…"; absent if there are none. */
  readonly change?: string;
  /** The capability required for changing anything. */
  readonly changeNeeds?: string;
  /** Takes the next step. Idempotent. Throws IntegrationError, and AppError `invalid_request` in words for an admin. */
  settle(start: SetupStart<Settings, Variable>): Promise<SetupStep<Settings>>;
}

/** A chosen option and its use; "yes" for questions without uses. */
interface ChosenOption {
  readonly id: string;
  readonly label: string;
  readonly use: string;
}

/**
 * The chosen options; null if the question wasn't asked yet. Throws `invalid_request` for an option that isn't offered, too few or too
 * many.
 */
export function answerTo(question: SetupQuestion, chosen: Chosen): ChosenOption[] | null {
  const answer = chosen[question.name];
  if (answer === undefined) return null;
  const uses = question.uses.length === 0 ? ["yes"] : question.uses.map(({ name }) => name);
  const picked = Object.entries(answer).map(([id, use]) => {
    const option = question.options.find((one) => one.id === id);
    if (option === undefined || !uses.includes(use))
      throw new AppError("invalid_request", "The options have changed. Start again.");
    return { id, label: option.label, use };
  });
  const { least, most } = question;
  if (picked.length < least || picked.length > most)
    throw new AppError(
      "invalid_request",
      least === most ? `Choose ${least}.` : `Choose ${least} to ${most}; ${picked.length} are chosen.`,
    );
  return picked;
}
