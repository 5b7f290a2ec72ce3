import type { AttentionItem } from '@sightline/contracts/attention/attention';
import { stateLevels } from '../../ui/status/state-level.ts';
import type { StatusLevel } from '../../ui/status/status-glyph.tsx';

const levels: Record<Exclude<AttentionItem['kind'], 'camera' | 'core'>, StatusLevel> = {
  dispatch: 'bad',
  gap: 'high',
  storage: 'warn',
  overload: 'warn',
  clock: 'warn',
  notice: 'warn',
  export: 'warn',
  recordingOff: 'idle',
  credential: 'warn',
  receiver: 'warn',
};

/** Sign of something that needs somebody. What flaps works just now, and is no good sign all the same. */
export function attentionLevel(item: AttentionItem): StatusLevel {
  if (item.kind !== 'camera' && item.kind !== 'core') return levels[item.kind];
  const level = stateLevels[item.status.state];
  return level === 'ok' ? 'warn' : level;
}
