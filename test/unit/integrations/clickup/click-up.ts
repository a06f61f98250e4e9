/** The sandbox's ClickUp with our real client and toolset over it, without a server; time stands where the test puts it. */
import { CLICKUP } from "../../../../sandbox/clickup/store.ts";
import { createClickUp } from "../../../../sandbox/clickup/clickup.ts";
import type { EffectExecutor } from "../../../../src/approvals/ports.ts";
import { clickup } from "../../../../src/integrations/clickup/index.ts";
import type { ClickUpAccount } from "../../../../src/integrations/clickup/read.ts";
import type { Acting } from "../../../../src/agent/tools/call.ts";
import { tasks, type TaskServices } from "../../../../src/integrations/clickup/tools/index.ts";
import {
  executorOf,
  openingOf,
  serviceWorld,
  tenantOf,
  type ServiceWorld,
} from "../vendors/service-world.ts";

export interface ClickUpWorld extends ServiceWorld {
  readonly account: ClickUpAccount;
  readonly services: TaskServices;
  readonly executor: EffectExecutor;
}

/** A ClickUp of its own, connected as the demo's is. */
export async function clickUpWorld(token: string = CLICKUP.token): Promise<ClickUpWorld> {
  const world = serviceWorld(createClickUp);
  const { connectionId: id, tenantId } = CLICKUP;
  const settings = clickup.connections.settings.parse(CLICKUP.settings);
  const account = clickup.open(openingOf(world, { id, tenantId, settings, credential: token }));
  return {
    ...world,
    account,
    services: (await tasks.open(tenantOf(world, account), {} as Acting)) as TaskServices,
    executor: executorOf(world, "clickup", account),
  };
}
