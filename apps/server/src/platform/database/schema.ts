import type { StreamFormat } from '@sightline/contracts/cameras/camera';
import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { CameraSettings } from '@sightline/contracts/cameras/camera-settings';
import type { UserSettings } from '@sightline/contracts/accounts/account';
import type { KeptDhcp } from '@sightline/contracts/edges/dhcp';
import type { EdgeHealth } from '@sightline/contracts/edges/edge';
import type { AnalyticsSwitches } from '@sightline/contracts/organizations/analytics-switches';
import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import type { Gap } from '@sightline/contracts/recordings/recording';
import type { ColumnType, Generated } from 'kysely';
import type { CoreReleasesSchema } from './schema-core-releases.ts';
import type { RightsSchema } from './schema-rights.ts';
import type { AuditSchema } from './schema-audit.ts';
import type { AttentionSchema } from './schema-attention.ts';
import type { HomeSchema } from './schema-home.ts';
import type { LocalGrantsSchema } from './schema-local-grants.ts';
import type { NoticesSchema } from './schema-notices.ts';
import type { OnboardingSchema } from './schema-onboarding.ts';
import type { AuthProvidersSchema } from './schema-auth-providers.ts';
import type { SignInSchema } from './schema-sign-in.ts';
import type { StatusSchema } from './schema-status.ts';

/** A jsonb column: read as a value, written as text, because the driver would turn arrays into SQL arrays. */
type Json<T> = ColumnType<T, string, string>;
type Defaulted<T> = ColumnType<T, T | undefined, T>;

interface OrganizationRow {
  id: string;
  name: string;
  color: string;
  createdAt: Generated<Date>;
  revision: Generated<number>;
  isDefault: Defaulted<boolean>;
  disableInactivity: Defaulted<boolean>;
  localLiveStream: Defaulted<boolean>;
  allowsPassword: Defaulted<boolean>;
  allowsProviders: Defaulted<boolean>;
  demandsMfa: Defaulted<boolean>;
  rightsRevision: Generated<number>;
  /** What is absent is allowed. */
  analyticsSwitches: ColumnType<Partial<AnalyticsSwitches>, string | undefined, string>;
}

interface PersonRow {
  userId: string;
  firstName: string;
  lastName: Defaulted<string>;
  phone: Defaulted<string | null>;
  isPhoneVerified: Defaulted<boolean>;
  timeZone: Defaulted<string>;
  /** What is absent has its default. */
  settings: ColumnType<Partial<UserSettings>, string | undefined, string>;
  staffRoles: Defaulted<string[]>;
  isDeveloper: Defaulted<boolean>;
  isDevTeam: Defaulted<boolean>;
  isPartner: Defaulted<boolean>;
  createdAt: Generated<Date>;
  updatedAt: Defaulted<Date>;
}

interface MembershipRow {
  organizationId: string;
  userId: string;
  role: Defaulted<string>;
  createdAt: Generated<Date>;
}

interface LocationRow {
  organizationId: string;
  id: string;
  parentId: string | null;
  path: string[];
  name: string;
  timeZone: string;
  address: string | null;
  city: Defaulted<string | null>;
  state: Defaulted<string | null>;
  zip: Defaulted<string | null>;
  notes: Defaulted<string | null>;
  latitude: Defaulted<number | null>;
  longitude: Defaulted<number | null>;
  localLiveStream: Generated<boolean>;
  faceRecognition: Generated<boolean>;
  createdAt: Generated<Date>;
  revision: Generated<number>;
  deletedAt: Defaulted<Date | null>;
}

interface ChangeRow {
  id: string;
  organizationId: string;
  actorSessionId: string | null;
  event: Json<RealtimeEvent>;
  createdAt: Generated<Date>;
  publishedAt: Defaulted<Date | null>;
}

interface BusMessageRow {
  id: string;
  body: string;
  createdAt: Generated<Date>;
}

interface EdgeRow {
  organizationId: string;
  id: string;
  locationId: string;
  name: string;
  hosted: Generated<boolean>;
  createdAt: Generated<Date>;
  revision: Generated<number>;
  deletedAt: Defaulted<Date | null>;
  claimedAt: Defaulted<Date | null>;
  revokedAt: Defaulted<Date | null>;
  isLinked: Generated<boolean>;
  stateSince: Defaulted<Date | null>;
  lastSeenAt: Defaulted<Date | null>;
  version: Defaulted<string | null>;
  hostname: Defaulted<string | null>;
  capabilities: ColumnType<string[], string | undefined, string>;
  health: ColumnType<EdgeHealth | null, string | undefined, string>;
  clockOffsetMs: Defaulted<number | null>;
  outboxDepth: Defaulted<number | null>;
  minuteSince: Defaulted<Date | null>;
  hourSince: Defaulted<Date | null>;
  daySince: Defaulted<Date | null>;
  dhcp: ColumnType<KeptDhcp | null, string | null | undefined, string | null>;
  lastOperation: Generated<number>;
  appliedOperation: Generated<number>;
  appliedContentHash: Defaulted<string | null>;
  contentMatches: Defaulted<boolean>;
  compareSince: Defaulted<Date | null>;
}

interface UnknownCameraRecordRow {
  organizationId: string;
  edgeId: string;
  cameraId: string;
  id: string;
  at: Date;
  receivedAt: Date;
  body: ColumnType<unknown, string, string>;
}

interface EdgeIdentityRow {
  edgeId: string;
  organizationId: string;
  publicKey: string;
  claimedAt: Generated<Date>;
  revokedAt: Defaulted<Date | null>;
}

interface ClaimCodeRow {
  codeHash: Buffer;
  organizationId: string;
  edgeId: string;
  expiresAt: Date;
  usedAt: Defaulted<Date | null>;
  isLocal: Defaulted<boolean>;
  replaces: Defaulted<boolean>;
}

interface EdgeHeartbeatRow {
  organizationId: string;
  edgeId: string;
  minute: Date;
  beats: Generated<number>;
  cpuShare: number;
  memoryShare: number;
  diskFreeBytes: number;
  load: number | null;
  celsius: number | null;
  outboxDepth: number;
  clockOffsetMs: number;
}

interface EdgeCursorRow {
  organizationId: string;
  edgeId: string;
  epoch: string;
  lastSequence: number;
  updatedAt: Generated<Date>;
}

interface CoreNoticeRow {
  organizationId: string;
  edgeId: string;
  epoch: string;
  sequence: number;
  at: Date;
  receivedAt: Generated<Date>;
  code: string;
  detail: string;
}

interface SecretRow {
  organizationId: string;
  id: string;
  sealed: Buffer;
  updatedAt: Generated<Date>;
}

interface CameraRow {
  organizationId: string;
  id: string;
  edgeId: string;
  locationId: string;
  name: string;
  username: Defaulted<string>;
  hasPassword: Defaulted<boolean>;
  secretId: string;
  credentialsVersion: Defaulted<number>;
  recordingMode: string;
  retentionDays: number;
  retentionBytes: number | null;
  /** What is absent has its default. */
  analysis: ColumnType<Partial<AnalysisSettings>, string | undefined, string>;
  /** What is absent has its default. */
  settings: ColumnType<Partial<CameraSettings>, string | undefined, string>;
  onvifHost: Defaulted<string | null>;
  onvifPort: Defaulted<number | null>;
  /** Where a camera of a hosted core stands. */
  address: Defaulted<string | null>;
  latitude: Defaulted<number | null>;
  longitude: Defaulted<number | null>;
  createdAt: Generated<Date>;
  revision: Generated<number>;
  appliedRevision: Generated<number>;
  deletedAt: Defaulted<Date | null>;
}

interface CameraStreamRow {
  organizationId: string;
  id: string;
  cameraId: string;
  edgeId: string;
  kind: string;
  url: string;
  urlKey: string;
  transport: string;
  driver: string;
  deletedAt: Defaulted<Date | null>;
  format: ColumnType<StreamFormat | null, string | null | undefined, string | null>;
  state: Defaulted<string>;
  cause: Defaulted<string | null>;
  stateSince: Generated<Date>;
  isRecording: Defaulted<boolean>;
  recordingCause: Defaulted<string | null>;
  recordingSince: Generated<Date>;
  reportedAt: Defaulted<Date | null>;
}

interface OperationRow {
  organizationId: string;
  edgeId: string;
  sequence: number;
  entity: string;
  entityId: string;
  revision: number;
  createdAt: Generated<Date>;
  appliedAt: Defaulted<Date | null>;
  publishedAt: Defaulted<Date | null>;
  publishCount: Generated<number>;
  nextPublishAt: Defaulted<Date | null>;
  cancelledAt: Defaulted<Date | null>;
  cancels: Defaulted<number | null>;
  /** Never read here: goes from row to row within the database. */
  content: Defaulted<unknown>;
  sealed: Defaulted<Buffer | null>;
}

interface GapRow {
  organizationId: string;
  id: string;
  cameraId: string;
  streamId: string;
  fromAt: Date;
  toAt: Date;
  cause: string;
  receivedAt: Generated<Date>;
}

interface ExportRow {
  organizationId: string;
  id: string;
  cameraId: string;
  edgeId: string;
  stream: string;
  fromAt: Date;
  toAt: Date;
  state: string;
  progress: Defaulted<number>;
  failure: Defaulted<string | null>;
  bytes: Defaulted<number | null>;
  sha256: Defaulted<string | null>;
  gaps: ColumnType<Omit<Gap, 'open'>[], string | undefined, string>;
  blobKey: Defaulted<string | null>;
  receivedSha256: Defaulted<string | null>;
  createdBy: string;
  createdAt: Generated<Date>;
  finishedAt: Defaulted<Date | null>;
}

interface UploadTicketRow {
  tokenHash: Buffer;
  organizationId: string;
  exportId: string;
  expiresAt: Date;
}

interface ServerKeyRow {
  name: string;
  sealed: Buffer;
  createdAt: Generated<Date>;
}

interface CameraPageCertificateRow {
  organizationId: string;
  cameraId: string;
  place: string;
  fingerprint: string;
  pinnedAt: Generated<Date>;
}

interface RefreshTokenRow {
  id: string;
  sessionId: string;
  tokenHash: Buffer;
  organizationId: string | null;
  createdAt: Generated<Date>;
  expiresAt: Date;
  usedAt: Defaulted<Date | null>;
}

/** Every table that queries name, as the numbered migrations leave it. Columns are snake_case in the database. */
export interface Schema
  extends
    SignInSchema,
    AuthProvidersSchema,
    RightsSchema,
    AuditSchema,
    NoticesSchema,
    OnboardingSchema,
    HomeSchema,
    AttentionSchema,
    StatusSchema,
    CoreReleasesSchema,
    LocalGrantsSchema {
  organizations: OrganizationRow;
  memberships: MembershipRow;
  people: PersonRow;
  formerMemberships: { userId: string; organizationName: string; endedAt: Defaulted<Date> };
  firstAccount: { isOnly: Defaulted<boolean>; userId: string };
  installation: { isOnly: Defaulted<boolean>; defaultOrganizationId: string };
  locations: LocationRow;
  changes: ChangeRow;
  busMessages: BusMessageRow;
  edges: EdgeRow;
  edgeIdentities: EdgeIdentityRow;
  claimCodes: ClaimCodeRow;
  edgeCursors: EdgeCursorRow;
  edgeHeartbeats: EdgeHeartbeatRow;
  coreNotices: CoreNoticeRow;
  unknownCameraRecords: UnknownCameraRecordRow;
  secrets: SecretRow;
  cameras: CameraRow;
  cameraStreams: CameraStreamRow;
  cameraPageCertificates: CameraPageCertificateRow;
  operations: OperationRow;
  gaps: GapRow;
  exports: ExportRow;
  uploadTickets: UploadTicketRow;
  serverKeys: ServerKeyRow;
  'auth.refreshTokens': RefreshTokenRow;
}
