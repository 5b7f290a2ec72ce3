/** Ids of things in one organization, for making requests about them. */
export interface TenantThings {
  organizationId: string;
  locationId: string;
  edgeId: string;
  cameraId: string;
  exportId: string;
  authProviderId: string;
  eventId: string;
  groupId: string;
  /** A member without rights. */
  userId: string;
  inviteId: string;
  /** An organization that helps. */
  helperId: string;
  buildingId: string;
  floorId: string;
  releaseId: string;
  rollOutId: string;
  apiKeyId: string;
  importId: string;
  /** Of the account of the owner: a session besides the one that calls, a way of signing in, a second factor. */
  sessionId: string;
  identityId: string;
  mfaMethodId: string;
  /** What is open for a moment only: ids of nothing, but in the test that opens them. */
  leaseId: string;
  talkId: string;
  pageId: string;
  scanId: string;
}

/** A valid request for a call. */
export interface Example {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Examples of calls, by name (`cameras.list`). */
export type TenantExamples = Record<string, (things: TenantThings) => Example>;
