/**
 * How a connection is made on the Connections page: what an admin types, what the vendor is asked with it, and what the admin then chooses from the
 * vendor's answer. Nothing is kept before the last step; each step starts from what is typed and chosen so far.
 */
import type { Clock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { OutsideHttp } from "../kernel/outside-http.ts";
import type { Chosen, SetupQuestion } from "./api/connections.ts";
import type { ConsentForm } from "./oauth/consent-form.ts";

/** A field of the form. */
export interface KeyField<Settings> {
  readonly name: string;
  readonly label: string;
  /** Where to find it. */
  readonly hint: string;
  readonly isSecret: boolean;
  /** What it looks like; printable characters without spaces where it is left out and secret. */
  readonly pattern?: RegExp;
  /** Said where it doesn't look like that. */
  readonly mismatch?: string;
  /** What it is today; left out for what is secret. */
  readonly current?: (settings: Settings) => string;
}

/** The form that connects by key. */
export interface KeyForm<Settings> {
  readonly fields: readonly KeyField<Settings>[];
  /** What is sealed of what was typed; where it is left out, the one secret field. */
  credential?(typed: Readonly<Record<string, string>>): string;
  /** What to do where the vendor doesn't accept what was typed. */
  readonly refused: string;
  /** What is pasted at the vendor before there is anything to type; `text` is given where this connection's webhooks go. */
  readonly paste?: {
    readonly label: string;
    readonly hint: string;
    readonly text: (webhookUrl: string) => string;
  };
}

/** What a step starts from. */
export interface SetupStart<Settings, Variable extends string = string> {
  /** A key, or an access token. Holds a secret: never log it. */
  readonly credential: string;
  /** What was typed; nothing by consent; where the stored key is used again, what isn't secret of it. */
  readonly typed: Readonly<Record<string, string>>;
  /** The settings as they are; null before the first time, or where they cannot be read any more. */
  readonly before: Settings | null;
  readonly chosen: Chosen;
  /** The team's name. */
  readonly team: string;
  /** Where this connection's webhooks go. */
  readonly webhookUrl: string;
  /** What a consent allows; null by key. */
  readonly scopes: readonly string[] | null;
  /** Whether we hear of what happens at the vendor: by key always, by consent where the deployment's app there has a signing secret. */
  readonly isHeard: boolean;
  readonly address: (variable: Variable) => string;
  readonly http: OutsideHttp;
  /** HTTP to an address that was typed, and to no other. */
  readonly httpTo: (baseUrl: string) => OutsideHttp;
  readonly clock: Clock;
}

/** What a step comes to: a question, or all there is to keep. */
export type SetupStep<Settings> =
  | { readonly ask: SetupQuestion }
  | {
      readonly settings: Settings;
      readonly webhookSecrets?: readonly string[];
      /** What is to be known at once, and never shown again. */
      readonly notice?: string;
    };

/** How a vendor is connected on the page. */
export interface VendorSetup<Settings, Variable extends string> {
  /** Left out where whoever runs the deployment adds keys. */
  readonly key?: KeyForm<Settings>;
  /** Said beside the sign-in of a vendor without a form for keys, and where such a key is used: it isn't replaced by a sign-in. */
  readonly operatorsKey?: { readonly beside: string; readonly inUse: string };
  /** Left out where the vendor isn't connected by consent. */
  readonly consent?: ConsentForm<Variable>;
  /** The button that asks the questions again with the stored key, such as "Choose spaces…"; left out where there are none. */
  readonly change?: string;
  /** The capability of a consent without which there is nothing to change. */
  readonly changeNeeds?: string;
  /** Takes the next step. A repeat is safe. Throws IntegrationError, and AppError `invalid_request` in words for an admin. */
  settle(start: SetupStart<Settings, Variable>): Promise<SetupStep<Settings>>;
}

/** An option that was chosen, and what for; "yes" where the question has no uses. */
export interface ChosenOption {
  readonly id: string;
  readonly label: string;
  readonly use: string;
}

/** What was chosen of what is offered; null where the question wasn't asked yet. Throws `invalid_request` for what isn't offered, too few or too many. */
export function answerTo(question: SetupQuestion, chosen: Chosen): ChosenOption[] | null {
  const answer = chosen[question.name];
  if (answer === undefined) return null;
  const uses = question.uses.length === 0 ? ["yes"] : question.uses.map(({ name }) => name);
  const picked = Object.entries(answer).map(([id, use]) => {
    const option = question.options.find((one) => one.id === id);
    if (option === undefined || !uses.includes(use))
      throw new AppError("invalid_request", "What can be chosen has changed. Start again.");
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
