/**
 * Ids of things in one organization, for making requests about them. Those of a further feature stand in its file of
 * `tenant-examples/`, by declaration merging, with the `makeThings` that makes them.
 */
export interface TenantThings {
  organizationId: string;
  locationId: string;
  edgeId: string;
  cameraId: string;
  exportId: string;
  authProviderId: string;
  eventId: string;
  alertId: string;
  managedAlarmId: string;
  groupId: string;
  /** A member without rights. */
  userId: string;
  inviteId: string;
  /** An organization that helps. */
  helperId: string;
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

/** Makes things of one feature at the location, core and camera of the others; `make` makes one by the example of the call that creates it. */
export type MakeThings<Made extends Partial<TenantThings>> = (
  make: (call: string, about: Partial<TenantThings>) => Promise<string>,
  things: Pick<TenantThings, 'organizationId' | 'locationId' | 'edgeId' | 'cameraId'>,
) => Promise<Made>;
