/**
 * The features of the product. Every registry (tables, routes, due work, agents, toolsets, effects) is read from what they declare. Their order is that of
 * the page about due work, and consumers of events begin in it.
 */
import { accountsFeature } from "./accounts/feature.ts";
import { agentFeature } from "./agent/feature.ts";
import { approvalsFeature } from "./approvals/feature.ts";
import { integrationsFeature } from "./integrations/feature.ts";
import { knowledgeFeature } from "./knowledge/feature.ts";
import { mcpFeature } from "./mcp/feature.ts";
import { messagingFeature } from "./messaging/feature.ts";
import { notificationsFeature } from "./notifications/feature.ts";
import { platformFeature } from "./platform/feature.ts";
import { projectsFeature } from "./projects/feature.ts";
import { teamFeature } from "./team/feature.ts";
import { workspaceFeature } from "./workspace/feature.ts";
import { installFeatures } from "./kernel/features.ts";

installFeatures([
  messagingFeature,
  notificationsFeature,
  approvalsFeature,
  platformFeature,
  agentFeature,
  accountsFeature,
  projectsFeature,
  knowledgeFeature,
  workspaceFeature,
  teamFeature,
  integrationsFeature,
  mcpFeature,
]);
