/** The deployment's configuration, parsed once. Problems are reported at the first request, by variable name. */
import * as z from "zod";
import { ofDeployment } from "./db/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { Env } from "./env.ts";
import { fromFeatures } from "../kernel/features.ts";
import { allVendors, type VendorVariables } from "./vendors.ts";

export interface Config {
  readonly version: string;
  /** The deployed commit; null if unknown. */
  readonly commit: string | null;
  /** The app's origin, without a trailing slash. */
  readonly appOrigin: string;
  /** Whether the app is served over https, which decides cookie names and HSTS. Plain http is only for localhost. */
  readonly secure: boolean;
  readonly clerk: ClerkConfig | null;
  readonly access: AccessConfig | null;
  /** Whether people with a work address may start teams by themselves; else whom they ask, if configured. */
  readonly signUp: { readonly isOpen: boolean; readonly contact: string | null };
  /** The sender of the deployment's own e-mails; empty for none. */
  readonly mailFrom: string;
  /** Where to report a security issue; null if not configured. */
  readonly securityContact: string | null;
  /** Where traces are sent; null for nowhere. */
  readonly traces: { readonly url: string; readonly headers: Readonly<Record<string, string>> } | null;
  /** URL template of a run's log, with `{run}` for its ID. */
  readonly logsUrl: string | null;
  /** Verified e-mail addresses of the operators, in lower case. */
  readonly operators: readonly string[];
  /** The app's URL without a trailing slash, for links in notifications. */
  readonly appUrl: string;
  /** `keyId:base64` of 32 bytes, newest first, comma separated. */
  readonly masterKeys: string;
  readonly anthropic: { readonly baseUrl: string; readonly apiKey: string };
  /** Overrides of vendors' base URLs, and our OAuth registrations, by variable name. */
  readonly vendorVariables: VendorVariables;
  /** Semantic search: whether it is off, and an embeddings API; an empty URL means Workers AI, or none. */
  readonly embeddings: {
    readonly isOff: boolean;
    readonly url: string;
    readonly model: string;
    readonly key: string;
  };
  /** Host patterns of allowed push services, and our keys for them. */
  readonly push: {
    readonly allowedHosts: readonly string[];
    readonly vapid: { readonly subject: string; readonly publicKey: string; readonly privateKey: string };
  };
  /** The sandbox's URL while its script replaces the model; null with a model key. */
  readonly demo: { readonly sandboxUrl: string } | null;
  readonly models: { readonly cheap: string; readonly main: string; readonly heavy: string };
}

interface ClerkConfig {
  readonly issuer: string;
  readonly authorizedParties: readonly string[];
  readonly signInUrl: string;
}

interface AccessConfig {
  readonly teamUrl: string;
  readonly audience: string;
}

/** The model key that `npm start` sets if there is none, which selects the sandbox. */
const DEMO_KEY = "sandbox";

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9-]+\.localhost)$/;

function isSafeAddress(value: string): boolean {
  const url = URL.parse(value);
  if (url === null) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && LOCAL_HOST.test(url.hostname));
}

const address = z
  .string("is not set")
  .refine(isSafeAddress, "must be an https address (http only on localhost)")
  .transform((value) => value.replace(/\/+$/, ""));
const optionalAddress = z.union([z.literal("").transform(() => null), address]).default(null);
const contact = z
  .union([
    z.literal("").transform(() => null),
    z
      .string()
      .trim()
      .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s]+)$/, "must be a mailto: or an https: address"),
  ])
  .default(null);
const text = z.string("is not set").trim().min(1, "is not set");
const list = z
  .string()
  .default("")
  .transform((value) =>
    value
      .split(",")
      .map((item) => item.trim().replace(/\/+$/, ""))
      .filter((item) => item !== ""),
  );

/** `name=value` with commas between, values percent-encoded (OpenTelemetry, "Specifying headers via environment variables"). */
const headerList = z
  .string()
  .regex(/^(?:\s*[\w-]+=[^,\s]+\s*(?:,|$))*$/, "must be name=value with commas between")
  .default("")
  .transform((value) =>
    Object.fromEntries(
      value
        .split(",")
        .filter((pair) => pair.trim() !== "")
        .map((pair): [string, string] => {
          const [name = "", ...rest] = pair.trim().split("=");
          return [name.toLowerCase(), decodeURIComponent(rest.join("="))];
        }),
    ),
  );

const envSchema = fromFeatures(() =>
  z
    .object({
      STEWARD_VERSION: z.string().default("unknown"),
      CF_VERSION_METADATA: z.object({ tag: z.string().default("") }).optional(),
      APP_URL: address,
      ANTHROPIC_BASE_URL: address,
      ANTHROPIC_API_KEY: text,
      ...Object.fromEntries(addressVariables().map((variable) => [variable, address.optional()])),
      AGENT_MODEL: text,
      CHEAP_MODEL: text,
      HEAVY_MODEL: text,
      CLERK_ISSUER: optionalAddress,
      CLERK_AUTHORIZED_PARTIES: list,
      CLERK_SIGN_IN_URL: optionalAddress,
      ACCESS_TEAM_URL: optionalAddress,
      ACCESS_AUD: z.string().default(""),
      OPERATORS: list,
      OTEL_EXPORTER_OTLP_ENDPOINT: optionalAddress,
      OTEL_EXPORTER_OTLP_HEADERS: headerList,
      LOGS_URL: z
        .union([
          z.literal("").transform(() => null),
          address.refine((value) => value.includes("{run}"), "must have {run} where the id of a run goes"),
        ])
        .default(null),
      SECURITY_CONTACT: contact,
      SIGN_UP: z.enum(["off", "on"], { error: "must be on or off" }).default("off"),
      SIGN_UP_CONTACT: contact,
      MAIL_FROM: z.union([z.literal(""), z.email("must be an e-mail address")]).default(""),
      MEANING: z.string().default(""),
      EMBEDDINGS_URL: z.string().default(""),
      EMBEDDINGS_MODEL: z.string().default(""),
      EMBEDDINGS_KEY: z.string().default(""),
      PUSH_ALLOWED_HOSTS: list,
      VAPID_SUBJECT: z.string().default(""),
      VAPID_PUBLIC_KEY: text,
      VAPID_PRIVATE_KEY: text,
      MASTER_KEYS: text.regex(/^[^:,\s]+:[A-Za-z0-9+/=_-]{43,44}(,[^:,\s]+:[A-Za-z0-9+/=_-]{43,44})*$/, {
        error: "must be keyId:base64 of 32 bytes, several with commas",
      }),
    })
    .check((context) => {
      const { CLERK_ISSUER, CLERK_SIGN_IN_URL, ACCESS_TEAM_URL, ACCESS_AUD } = context.value;
      const report = (variable: string, message: string): void => {
        context.issues.push({ code: "custom", path: [variable], message, input: context.value });
      };
      if (CLERK_ISSUER === null && ACCESS_TEAM_URL === null) {
        report("CLERK_ISSUER", "or ACCESS_TEAM_URL must be set, so that people can sign in");
      }
      if (CLERK_ISSUER !== null && CLERK_SIGN_IN_URL === null) {
        report("CLERK_SIGN_IN_URL", "must be set where CLERK_ISSUER is");
      }
      if (ACCESS_TEAM_URL !== null && ACCESS_AUD === "") {
        report("ACCESS_AUD", "must be set where ACCESS_TEAM_URL is");
      }
    }),
);

const parsed = new WeakMap<object, Config>();

/** Parses the bindings once per isolate. Throws `not_configured` with the names of all invalid variables. */
export function configOf(bindings: Env): Config {
  const env = ofDeployment(bindings);
  const known = parsed.get(env);
  if (known !== undefined) return known;
  const config = parseConfig(env);
  parsed.set(env, config);
  return config;
}

/** Validates variables. Values never appear in errors, because some are secrets. */
export function parseConfig(env: object): Config {
  const result = envSchema().safeParse(env);
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new AppError("not_configured", `This deployment is not configured: ${problems.join("; ")}.`, {
      details: { variables: [...new Set(result.error.issues.map((issue) => issue.path.join(".")))] },
    });
  }
  const vars = result.data;
  const appUrl = new URL(vars.APP_URL);
  return {
    version: vars.STEWARD_VERSION,
    commit: vars.CF_VERSION_METADATA?.tag || null,
    appOrigin: appUrl.origin,
    secure: appUrl.protocol === "https:",
    clerk:
      vars.CLERK_ISSUER === null
        ? null
        : {
            issuer: vars.CLERK_ISSUER,
            // Tokens issued for other sites are always refused, even without a configured list.
            authorizedParties:
              vars.CLERK_AUTHORIZED_PARTIES.length === 0 ? [appUrl.origin] : vars.CLERK_AUTHORIZED_PARTIES,
            signInUrl: vars.CLERK_SIGN_IN_URL ?? "",
          },
    access:
      vars.ACCESS_TEAM_URL === null ? null : { teamUrl: vars.ACCESS_TEAM_URL, audience: vars.ACCESS_AUD },
    mailFrom: vars.MAIL_FROM,
    signUp: { isOpen: vars.SIGN_UP === "on", contact: vars.SIGN_UP_CONTACT },
    securityContact: vars.SECURITY_CONTACT,
    traces:
      vars.OTEL_EXPORTER_OTLP_ENDPOINT === null
        ? null
        : {
            url: `${vars.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
            headers: vars.OTEL_EXPORTER_OTLP_HEADERS,
          },
    logsUrl: vars.LOGS_URL,
    operators: vars.OPERATORS.map((address) => address.toLowerCase()),
    appUrl: vars.APP_URL,
    masterKeys: vars.MASTER_KEYS,
    anthropic: { baseUrl: vars.ANTHROPIC_BASE_URL, apiKey: vars.ANTHROPIC_API_KEY },
    vendorVariables: vendorVariables(env),
    embeddings: {
      isOff: vars.MEANING === "off",
      url: vars.EMBEDDINGS_URL,
      model: vars.EMBEDDINGS_MODEL,
      key: vars.EMBEDDINGS_KEY,
    },
    push: {
      allowedHosts: vars.PUSH_ALLOWED_HOSTS,
      vapid: {
        subject: vars.VAPID_SUBJECT,
        publicKey: vars.VAPID_PUBLIC_KEY,
        privateKey: vars.VAPID_PRIVATE_KEY,
      },
    },
    demo:
      vars.ANTHROPIC_API_KEY === DEMO_KEY ? { sandboxUrl: new URL(vars.ANTHROPIC_BASE_URL).origin } : null,
    models: { cheap: vars.CHEAP_MODEL, main: vars.AGENT_MODEL, heavy: vars.HEAVY_MODEL },
  };
}

function addressVariables(): string[] {
  return allVendors().flatMap(({ addresses }) => Object.keys(addresses));
}

function vendorVariables(env: object): VendorVariables {
  const given = env as Readonly<Record<string, unknown>>;
  const names = [...addressVariables(), ...allVendors().flatMap(({ registration }) => registration)];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name];
      return typeof value === "string" ? [[name, value] as const] : [];
    }),
  );
}
