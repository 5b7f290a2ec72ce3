import type { CameraState } from '@sightline/contracts/cameras/camera';

/** States from the one that needs somebody most to the one that needs nobody. */
const worstFirst = [
  'offline',
  'notRecording',
  'unhealthy',
  'notConnected',
  'online',
] as const satisfies readonly CameraState[];

/** The worst state that any of the counted cameras has; null where there is none. */
export const worstState = (counts: Partial<Record<CameraState, number>>): CameraState | null =>
  worstFirst.find((state) => (counts[state] ?? 0) > 0) ?? null;
