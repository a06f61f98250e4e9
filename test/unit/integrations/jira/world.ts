/** The sandbox's Jira with our real client and toolset over it, without a server; time stands where the test puts it. */
import { createJira } from "../../../../sandbox/jira/jira.ts";
import { JIRA } from "../../../../sandbox/jira/store.ts";
import type { EffectExecutor } from "../../../../src/approvals/ports.ts";
import { jira as vendor } from "../../../../src/integrations/jira/index.ts";
import type { JiraAccount } from "../../../../src/integrations/jira/read.ts";
import type { Acting } from "../../../../src/agent/tools/call.ts";
import { jira, type JiraServices } from "../../../../src/integrations/jira/tools/index.ts";
import {
  executorOf,
  openingOf,
  serviceWorld,
  tenantOf,
  type ServiceWorld,
} from "../vendors/service-world.ts";

export interface JiraWorld extends ServiceWorld {
  readonly account: JiraAccount;
  readonly services: JiraServices;
  readonly executor: EffectExecutor;
}

/** A Jira of its own, connected as the demo's is. */
export async function jiraWorld(
  given: { readonly token?: string; readonly settings?: object } = {},
): Promise<JiraWorld> {
  const world = serviceWorld(createJira);
  const { connectionId: id, tenantId } = JIRA;
  const settings = vendor.connections.settings.parse({ ...JIRA.settings, ...given.settings });
  const account = vendor.open(
    openingOf(world, { id, tenantId, settings, credential: given.token ?? JIRA.token }),
  );
  return {
    ...world,
    account,
    services: (await jira.open(tenantOf(world, account), {} as Acting)) as JiraServices,
    executor: executorOf(world, "jira", account),
  };
}
