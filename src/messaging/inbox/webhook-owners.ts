/** Composition of whose a webhook is and what it is signed with; secrets are remembered briefly. */
import { openWebhookSecrets } from "../../integrations/connections/index.ts";
import { SecretMemory, type WebhookDeps, type WebhookSecrets } from "./index.ts";
import { oauthClients } from "../../integrations/oauth/clients.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { DeploymentContext } from "../../platform/context.ts";

const secretsOf = new SecretMemory(systemClock);
/** By the connection in the address, or by the account that an app was told of. Cheap. */
export function webhookOwners(deployment: DeploymentContext): Pick<WebhookDeps, "ofApp" | "secrets"> {
  return {
    ofApp(vendor) {
      const secret = oauthClients(deployment.config.vendorVariables)[vendor]?.signingSecret;
      return {
        secrets: secret === undefined ? [] : [secret],
        // Asked each time: an account that goes from one team to another is at once the other's.
        async connectionOf(accountId) {
          const [found, ...others] = await deployment.system.listConsented(vendor, accountId);
          return found === undefined || others.length > 0 ? null : found;
        },
      };
    },
    secrets(vendor, connectionId, isFresh = false) {
      const ask = async (): Promise<WebhookSecrets | null> => {
        const found = await deployment.system.findWebhookConnection(connectionId);
        if (found === null || found.vendor !== vendor) return null;
        const { tenantId, webhookSecrets: sealed } = found;
        const secrets = await openWebhookSecrets(
          deployment.config.masterKeys,
          { tenantId, connectionId },
          sealed,
        );
        return { tenantId, secrets };
      };
      return secretsOf.find(`${vendor} ${connectionId}`, ask, isFresh);
    },
  };
}
