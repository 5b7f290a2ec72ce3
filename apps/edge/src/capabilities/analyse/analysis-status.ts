import type { AnalysisStatus, CameraAnalysisStatus, ModelStatus } from '@sightline/contracts/analysis/analysis';

/** What one worker answered, or null when it did not, and the cameras that it has. */
export interface ShardStatus {
  status: AnalysisStatus | null;
  cameraIds: readonly string[];
  /** Of these, the cameras that no worker is given, because their pictures ended it again and again. */
  suspendedIds?: readonly string[];
}

/** How a camera is that no worker tells of. */
const untold = (cameraId: string, cause: CameraAnalysisStatus['cause']): CameraAnalysisStatus => ({
  cameraId,
  state: 'waiting',
  cause,
  stream: null,
  decodedFps: 0,
  wantedFps: 0,
  givenFps: 0,
  share: 0,
  queueAgeMs: 0,
  droppedFps: 0,
  motionLevel: 0,
  openTracks: 0,
});

/** Every worker loads the same packs; one that has a pack ready speaks for it. */
export function mergeModels(lists: readonly (readonly ModelStatus[])[]): ModelStatus[] {
  const merged = new Map<string, ModelStatus>();
  for (const model of lists.flat()) {
    const key = `${model.packId}@${model.version}`;
    const known = merged.get(key);
    if (known === undefined || (known.state !== 'ready' && model.state === 'ready')) merged.set(key, model);
  }
  return [...merged.values()];
}

/** A worker that does not answer is being started again; one that does not name a camera has yet to be told of it. */
function camerasOf({ status, cameraIds, suspendedIds = [] }: ShardStatus): CameraAnalysisStatus[] {
  const isGiven = (cameraId: string): boolean => !suspendedIds.includes(cameraId);
  const told = status?.cameras.filter(({ cameraId }) => isGiven(cameraId)) ?? [];
  const missing = cameraIds.filter((cameraId) => isGiven(cameraId) && !told.some((one) => one.cameraId === cameraId));
  return [
    ...told,
    ...missing.map((cameraId) => untold(cameraId, status === null ? 'analysis_restarted' : null)),
    ...suspendedIds.map((cameraId) => untold(cameraId, 'analysis_suspended')),
  ];
}

/** One status of all workers. */
export function mergeStatus(shards: readonly ShardStatus[]): AnalysisStatus {
  const answered = shards.flatMap(({ status }) => status ?? []);
  const sum = (of: (status: AnalysisStatus) => number): number =>
    answered.reduce((total, status) => total + of(status), 0);
  return {
    // A worker that is being started again says nothing against the decoder.
    canDecode: answered.length === 0 || answered.some((status) => status.canDecode),
    models: mergeModels(answered.map((status) => status.models)),
    cameras: shards.flatMap(camerasOf),
    inference: {
      budgetShare: sum((status) => status.inference.budgetShare),
      usedShare: sum((status) => status.inference.usedShare),
      wantedFps: sum((status) => status.inference.wantedFps),
      givenFps: sum((status) => status.inference.givenFps),
    },
  };
}
