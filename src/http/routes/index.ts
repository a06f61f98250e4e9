/** Every domain's routes, in the order they are matched. */
import type { App } from "../serve.ts";
import { accountRoutes } from "./account.ts";
import { accountQueryRoutes } from "./account-query.ts";
import { accountsRoutes } from "./accounts.ts";
import { activityRoutes } from "./activity.ts";
import { agentRoutes } from "./agents.ts";
import { approvalRoutes } from "./approvals.ts";
import { archiveRoutes } from "./archive.ts";
import { chatRoutes } from "./chat.ts";
import { contactRoutes } from "./contacts.ts";
import { conversationRoutes } from "./conversations.ts";
import { erasureRoutes } from "./erasure.ts";
import { exampleRoutes } from "./examples.ts";
import { feedRoutes } from "./feed.ts";
import { firstStepRoutes } from "./first-steps.ts";
import { inviteRoutes } from "./invites.ts";
import { entityRoutes } from "./entities.ts";
import { knowledgeRoutes } from "./knowledge.ts";
import { knowledgeWebhookRoutes } from "./knowledge-webhooks.ts";
import { mailRoutes } from "./mail.ts";
import { mcpServerRoutes } from "./mcp-servers.ts";
import { mcpRoutes } from "./mcp.ts";
import { oauthRoutes } from "./oauth.ts";
import { memberPhoneRoutes } from "./member-phone.ts";
import { connectionRoutes } from "./connections.ts";
import { mirrorRoutes } from "./mirror.ts";
import { onCallRoutes } from "./on-call.ts";
import { openApiRoutes } from "./openapi.ts";
import { operatorRoutes } from "./operator.ts";
import { policyRoutes } from "./policy.ts";
import { projectImportRoutes } from "./project-imports.ts";
import { projectRecordRoutes } from "./project-records.ts";
import { projectRoutes } from "./projects.ts";
import { projectAgentRoutes } from "./project-agents.ts";
import { pushRoutes } from "./push.ts";
import { replyTemplateRoutes } from "./reply-templates.ts";
import { threadViewRoutes } from "./thread-views.ts";
import { scheduleRoutes } from "./schedules.ts";
import { routingRoutes } from "./routing.ts";
import { searchRoutes } from "./search.ts";
import { securityContactRoutes } from "./security-contact.ts";
import { skillRoutes } from "./skills.ts";
import { teamCopyRoutes } from "./team-copies.ts";
import { textRoutes } from "./texts.ts";
import { threadRoutes } from "./threads.ts";
import { slackWebhookRoutes } from "./slack-webhooks.ts";
import { webhookRoutes } from "./webhooks.ts";
import { workspaceRoutes } from "./workspace.ts";

/** Adding a domain: one file here and one line below. */
export const routes: readonly ((app: App) => void)[] = [
  accountRoutes,
  // Before the accounts, whose numbers any name may be.
  accountQueryRoutes,
  accountsRoutes,
  mcpRoutes,
  mcpServerRoutes,
  oauthRoutes,
  memberPhoneRoutes,
  connectionRoutes,
  contactRoutes,
  entityRoutes,
  erasureRoutes,
  firstStepRoutes,
  inviteRoutes,
  conversationRoutes,
  chatRoutes,
  approvalRoutes,
  exampleRoutes,
  feedRoutes,
  policyRoutes,
  knowledgeRoutes,
  projectAgentRoutes,
  mirrorRoutes,
  onCallRoutes,
  openApiRoutes,
  operatorRoutes,
  agentRoutes,
  activityRoutes,
  archiveRoutes,
  mailRoutes,
  projectImportRoutes,
  projectRecordRoutes,
  projectRoutes,
  pushRoutes,
  replyTemplateRoutes,
  threadViewRoutes,
  scheduleRoutes,
  securityContactRoutes,
  routingRoutes,
  searchRoutes,
  skillRoutes,
  teamCopyRoutes,
  textRoutes,
  threadRoutes,
  knowledgeWebhookRoutes,
  slackWebhookRoutes,
  webhookRoutes,
  workspaceRoutes,
];
