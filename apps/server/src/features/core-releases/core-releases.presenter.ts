import type { CoreRelease, CoreUpdate } from '@sightline/contracts/core-releases/core-release';
import type { CoreReleaseRow } from './core-releases.repository.ts';
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
}: CoreReleaseRow): CoreRelease => ({
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
