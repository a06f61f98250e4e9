/**
 * The one module that makes object names, Workflow ids, and file prefixes from a tenant id. Nothing else may
 * build such a name, so that no name can ever reach into another tenant.
 */
import { derivedId } from "./ids.ts";

/** Name of the ConversationObject of a conversation. */
export function conversationObjectName(tenantId: string, conversationId: string): Promise<string> {
  return derivedId("conversation", tenantId, conversationId);
}

/** Name of the tenant's TenantObject. */
export function tenantObjectName(tenantId: string): Promise<string> {
  return derivedId("tenant", tenantId);
}

/** Name of the tenant's SearchObject. */
export function searchObjectName(tenantId: string): Promise<string> {
  return derivedId("search", tenantId);
}

/** Name of the tenant's vectors: their namespace, and the name of their VectorIndexObject. */
export function vectorNamespace(tenantId: string): Promise<string> {
  return derivedId("vectors", tenantId);
}

/** Instance id of an approval's Workflow. */
export function approvalWorkflowId(tenantId: string, approvalId: string): Promise<string> {
  return derivedId("approval", tenantId, approvalId);
}

/** Prefix of everything a tenant keeps in the file bucket; ends in a slash. */
export async function tenantFilePrefix(tenantId: string): Promise<string> {
  return `${await derivedId("files", tenantId)}/`;
}

/** Prefix of the tenant's archive in the file bucket, within that of all its files; ends in a slash. */
export async function tenantArchivePrefix(tenantId: string): Promise<string> {
  return `${await tenantFilePrefix(tenantId)}archive/`;
}
