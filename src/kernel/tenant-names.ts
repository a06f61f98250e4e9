/**
 * The only module that builds object names, Workflow IDs and file prefixes from a tenant ID, so that no name
 * can reach into another tenant.
 */
import { derivedId } from "./ids.ts";

export function conversationObjectName(tenantId: string, conversationId: string): Promise<string> {
  return derivedId("conversation", tenantId, conversationId);
}

export function tenantObjectName(tenantId: string): Promise<string> {
  return derivedId("tenant", tenantId);
}

export function searchObjectName(tenantId: string): Promise<string> {
  return derivedId("search", tenantId);
}

/** The tenant's vector namespace, also the name of its VectorIndexObject. */
export function vectorNamespace(tenantId: string): Promise<string> {
  return derivedId("vectors", tenantId);
}

/** Instance ID of an approval's Workflow. */
export function approvalWorkflowId(tenantId: string, approvalId: string): Promise<string> {
  return derivedId("approval", tenantId, approvalId);
}

/** Prefix of all the tenant's files in the file bucket; ends with a slash. */
export async function tenantFilePrefix(tenantId: string): Promise<string> {
  return `${await derivedId("files", tenantId)}/`;
}

/** Prefix of the tenant's archive in the file bucket, within `tenantFilePrefix`; ends with a slash. */
export async function tenantArchivePrefix(tenantId: string): Promise<string> {
  return `${await tenantFilePrefix(tenantId)}archive/`;
}
