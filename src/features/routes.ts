/** Every domain's routes, in the order they are matched. */
import type { App } from "../platform/http/serve.ts";
import { accountRoutes } from "../team/routes/account.ts";
import { accountQueryRoutes } from "../accounts/routes/account-query.ts";
import { accountsRoutes } from "../accounts/routes/accounts.ts";
import { activityRoutes } from "../agent/routes/activity.ts";
import { agentRoutes } from "../agent/routes/agents.ts";
import { approvalRoutes } from "../approvals/routes/approvals.ts";
import { archiveRoutes } from "../team/routes/archive.ts";
import { chatRoutes } from "../agent/routes/chat.ts";
import { contactRoutes } from "../messaging/routes/contacts.ts";
import { conversationRoutes } from "../agent/routes/conversations.ts";
import { erasureRoutes } from "../team/routes/erasure.ts";
import { exampleRoutes } from "../workspace/routes/examples.ts";
import { feedRoutes } from "../team/routes/feed.ts";
import { firstStepRoutes } from "../team/routes/first-steps.ts";
import { inviteRoutes } from "../team/routes/invites.ts";
import { entityRoutes } from "../knowledge/routes/entities.ts";
import { knowledgeRoutes } from "../knowledge/routes/knowledge.ts";
import { knowledgeWebhookRoutes } from "../knowledge/routes/knowledge-webhooks.ts";
import { mailRoutes } from "../messaging/routes/mail.ts";
import { mcpServerRoutes } from "../mcp/routes/mcp-servers.ts";
import { mcpRoutes } from "../mcp/routes/mcp.ts";
import { oauthRoutes } from "../integrations/routes/oauth.ts";
import { memberPhoneRoutes } from "../team/routes/member-phone.ts";
import { connectionRoutes } from "../integrations/routes/connections.ts";
import { mirrorRoutes } from "../workspace/routes/mirror.ts";
import { onCallRoutes } from "../notifications/routes/on-call.ts";
import { openApiRoutes } from "./routes/openapi.ts";
import { operatorRoutes } from "../team/routes/operator.ts";
import { policyRoutes } from "../approvals/routes/policy.ts";
import { projectImportRoutes } from "../projects/routes/project-imports.ts";
import { projectRecordRoutes } from "../projects/routes/project-records.ts";
import { projectRoutes } from "../projects/routes/projects.ts";
import { projectAgentRoutes } from "../projects/routes/project-agents.ts";
import { pushRoutes } from "../notifications/routes/push.ts";
import { replyTemplateRoutes } from "../messaging/routes/reply-templates.ts";
import { threadViewRoutes } from "../messaging/routes/thread-views.ts";
import { scheduleRoutes } from "../agent/routes/schedules.ts";
import { routingRoutes } from "../notifications/routes/routing.ts";
import { searchRoutes } from "../knowledge/routes/search.ts";
import { securityContactRoutes } from "../team/routes/security-contact.ts";
import { skillRoutes } from "../workspace/routes/skills.ts";
import { teamCopyRoutes } from "../team/routes/team-copies.ts";
import { textRoutes } from "../messaging/routes/texts.ts";
import { threadRoutes } from "../messaging/routes/threads.ts";
import { slackWebhookRoutes } from "../messaging/routes/slack-webhooks.ts";
import { webhookRoutes } from "../messaging/routes/webhooks.ts";
import { workspaceRoutes } from "../workspace/routes/workspace.ts";

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
