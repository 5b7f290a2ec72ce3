import type { PackageManifest } from '@sightline/contracts/core-releases/core-package';
import type { CoreUpdateState } from '@sightline/contracts/core-releases/core-software';
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
}

interface CoreUpdateTicketRow {
  tokenHash: Buffer;
  organizationId: string;
  updateId: string;
  releaseId: string;
  expiresAt: Date;
}

/** Tables of the software of cores. */
export interface CoreReleasesSchema {
  coreReleases: CoreReleaseRow;
  coreUpdates: CoreUpdateRow;
  coreUpdateTickets: CoreUpdateTicketRow;
}
