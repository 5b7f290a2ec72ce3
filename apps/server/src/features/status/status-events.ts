import { recordingSettings } from '@sightline/contracts/cameras/camera-settings';
import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import type { ShownStatus, StatusState } from '@sightline/contracts/status/status';
import { cameraPartsOf, type CameraFacts } from '@sightline/domain/cameras/camera-status';
import type { EdgeFacts } from '@sightline/domain/status/edge-status';
import type { StatusMemory } from '@sightline/domain/status/shown-status';
import { edgeStateOf } from '../edges/edges.public.ts';
import type { CameraFactsRow, EdgeFactsRow } from './status-facts.repository.ts';

/** A row of a camera as the rules read it. */
export const cameraFactsOf = (row: CameraFactsRow): CameraFacts => ({
  isCoreLinked: row.isLinked || row.isHeld,
  coreSinceUtcMs: row.edgeSince?.getTime() ?? null,
  isCoreRevoked: row.isEdgeRevoked,
  createdAtUtcMs: row.createdAt.getTime(),
  isReported: row.streams.some((stream) => stream.isReported),
  recordingMode: row.recordingMode,
  recording: recordingSettings.parse(row.recording),
  isAnalysed: row.isAnalysed,
  streams: row.streams,
  analytics: row.analytics,
  smartStorage: row.smartStorage,
});

/** A row of a core as the rules read it. */
export const edgeFactsOf = (row: EdgeFactsRow): EdgeFacts => ({
  isClaimed: row.claimedAt !== null,
  isRevoked: row.revokedAt !== null,
  isLinked: row.isLinked || row.isHeld,
  wasLinked: row.lastSeenAt !== null && row.claimedAt !== null && row.lastSeenAt >= row.claimedAt,
  sinceUtcMs: (row.stateSince ?? row.createdAt).getTime(),
});

export const shownOf = ({ shown, flappingSinceUtcMs }: StatusMemory): ShownStatus => ({
  ...shown,
  isFlapping: flappingSinceUtcMs !== null,
});

/** Footage lies at the core: without its link nothing of it can be played. */
const playbackOf = (isLinked: boolean): StatusState => (isLinked ? 'online' : 'offline');

/** What the screens are told of a camera. */
export function cameraStatusEvent(row: CameraFactsRow, memory: StatusMemory): RealtimeEvent {
  const facts = cameraFactsOf(row);
  const { mainStream, subStream, storage, smartStorage, analytics } = cameraPartsOf(facts);
  const hasAudio = row.streams.some((stream) => stream.hasAudio) && recordingSettings.parse(row.recording).recordsAudio;
  return {
    kind: 'cameras.status',
    cameraId: row.id,
    locationId: row.locationId,
    edgeId: row.edgeId,
    status: shownOf(memory),
    streams: row.streams.map(({ id, state, cause, sinceUtcMs }) => ({ id, status: { state, cause, sinceUtcMs } })),
    mainStream: mainStream.state,
    subStream: subStream.state,
    storage: storage.state,
    smartStorage: smartStorage.state,
    analytics: analytics.state,
    cameraStatus: memory.shown.state,
    audioEnabled: row.audioEnabled ?? hasAudio,
    playbackStatus: playbackOf(row.isLinked),
  };
}

/** What the screens are told of a core. */
export const edgeStatusEvent = (row: EdgeFactsRow, memory: StatusMemory): RealtimeEvent => ({
  kind: 'edges.status',
  edgeId: row.id,
  locationId: row.locationId,
  state: edgeStateOf(row),
  sinceUtcMs: row.stateSince?.getTime() ?? null,
  clockOffsetMs: row.isLinked ? row.clockOffsetMs : null,
  // Comes with heartbeats alone.
  health: null,
  status: shownOf(memory),
  edgeStatus: memory.shown.state,
  playbackStatus: playbackOf(row.isLinked),
});

/** What the screens are told of a location. */
export const locationStatusEvent = (locationId: string, memory: StatusMemory): RealtimeEvent => ({
  kind: 'locations.status',
  locationId,
  status: memory.shown.state,
  shown: shownOf(memory),
});
