import type { CameraAnalysisState, ModelStatus } from '@sightline/contracts/analysis/analysis';
import type { StatusLevel } from '../../ui/status/status-glyph.tsx';

/** Level of a model pack: one that waits for its turn is well too. */
export const modelLevel = ({ state, isActive }: Pick<ModelStatus, 'state' | 'isActive'>): StatusLevel => {
  if (state === 'failed') return 'bad';
  if (state === 'installing') return 'rec';
  if (state === 'absent') return 'idle';
  return isActive ? 'ok' : 'idle';
};

/** Levels of how a camera is analysed, when nothing holds it up. */
export const analysisLevels: Record<CameraAnalysisState, StatusLevel> = {
  active: 'ok',
  idle: 'ok',
  waiting: 'warn',
  off: 'idle',
  motionOnly: 'idle',
};
