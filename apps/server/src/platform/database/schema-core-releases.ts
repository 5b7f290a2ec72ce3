import type { PackageManifest } from '@sightline/contracts/core-releases/core-package';
import type { CoreUpdateState } from '@sightline/contracts/core-releases/core-software';
import type { RollOutCoreState, RollOutState } from '@sightline/contracts/core-releases/roll-out';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { ColumnType } from 'kysely';

type Defaulted<T> = ColumnType<T, T | undefined, T>;

interface CoreReleaseRow {
  organizationId: string;
  id: string;
  version: string;
  platform: string;
  arch: string;
  bytes: number;
  sha256: string;
  signedBy: string;
  facts: ColumnType<Omit<PackageManifest, 'files' | 'links'>, string, string>;
  blobKey: string;
  uploadedBy: string | null;
  uploadedAt: Date;
}

interface CoreUpdateRow {
  organizationId: string;
  id: string;
  edgeId: string;
  releaseId: string | null;
  version: string;
  state: CoreUpdateState;
  progress: Defaulted<number>;
  cause: Defaulted<ErrorCode | null>;
  recordingGapMs: Defaulted<number | null>;
  requestedBy: string | null;
  requestedAt: Date;
  changedAt: Date;
  sentAt: Date | null;
  takenAt: Date | null;
}

interface CoreUpdateTicketRow {
  tokenHash: Buffer;
  organizationId: string;
  updateId: string;
  releaseId: string;
  expiresAt: Date;
}

interface CoreRollOutRow {
  organizationId: string;
  id: string;
  releaseId: string;
  version: string;
  platform: string;
  arch: string;
  state: RollOutState;
  settleMinutes: number;
  atOnce: number;
  fromMinute: number | null;
  toMinute: number | null;
  firstEdgeId: string | null;
  requestedBy: string | null;
  requestedAt: Date;
  changedAt: Date;
}

interface CoreRollOutCoreRow {
  organizationId: string;
  rollOutId: string;
  edgeId: string;
  state: RollOutCoreState;
  wave: number | null;
  updateId: string | null;
  cause: ErrorCode | null;
  changedAt: Date;
}

interface CoreUpdateWorkRow {
  organizationId: string;
}

/** Tables of the software of cores. */
export interface CoreReleasesSchema {
  coreReleases: CoreReleaseRow;
  coreUpdates: CoreUpdateRow;
  coreUpdateTickets: CoreUpdateTicketRow;
  coreRollOuts: CoreRollOutRow;
  coreRollOutCores: CoreRollOutCoreRow;
  coreUpdateWork: CoreUpdateWorkRow;
}
