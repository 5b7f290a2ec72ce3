import type { EdgeRelease, CoreUpdate } from '@sightline/contracts/edge-releases/edge-release';
import type { EdgeReleaseRow } from './edge-releases.repository.ts';
import type { CoreUpdateRow } from './core-updates.repository.ts';

export const presentRelease = ({
  id,
  version,
  platform,
  arch,
  bytes,
  facts,
  signedBy,
  uploadedAt,
}: EdgeReleaseRow): EdgeRelease => ({
  id,
  version,
  platform,
  arch,
  bytes: Number(bytes),
  minServerVersion: facts.minServerVersion,
  dataFormat: facts.dataFormat,
  signedBy,
  uploadedAt: uploadedAt.getTime(),
});

export const presentUpdate = ({
  id,
  version,
  releaseId,
  state,
  progress,
  cause,
  recordingGapMs,
  requestedAt,
  changedAt,
  sentAt,
}: CoreUpdateRow): CoreUpdate => ({
  id,
  version,
  isRollBack: releaseId === null,
  isQueued: state === 'waiting' && sentAt === null,
  state,
  progress,
  cause,
  recordingGapMs,
  requestedAt: requestedAt.getTime(),
  changedAt: changedAt.getTime(),
});
