import type { RollOut, RollOutCore } from '@sightline/contracts/edge-releases/roll-out';
import type { TFunction } from 'i18next';
import { typedText } from '../../../platform/i18n/typed-time.ts';
import type { StatusLevel } from '../../../ui/status/status-glyph.tsx';
import { StatusLabel } from '../../../ui/status/status-label.tsx';

const levels: Record<RollOut['state'], StatusLevel> = {
  running: 'idle',
  paused: 'warn',
  stopped: 'bad',
  done: 'ok',
  cancelled: 'warn',
};
const coreLevels: Record<RollOutCore['state'], StatusLevel> = {
  waiting: 'idle',
  updating: 'idle',
  settling: 'idle',
  updated: 'ok',
  failed: 'bad',
  unfit: 'warn',
  skipped: 'warn',
};

/** State of a roll-out, as sign and word. */
export const rollOutSign = (t: TFunction, { state }: Pick<RollOut, 'state'>) => (
  <StatusLabel level={levels[state]}>{t(`edgeReleases.rollOut.state.${state}`)}</StatusLabel>
);

/** State of one of its cores, and what it waits for. */
export const coreSign = (t: TFunction, { state, waitsFor }: RollOutCore) => (
  <StatusLabel level={coreLevels[state]}>
    {waitsFor === null ? t(`edgeReleases.rollOut.coreState.${state}`) : t(`edgeReleases.rollOut.waitsFor.${waitsFor}`)}
  </StatusLabel>
);

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Hours of a day as a clock shows them. */
export const hoursText = ({ fromMinute, toMinute }: { fromMinute: number; toMinute: number }) => (
  <bdi dir="ltr">
    {typedText(clock(fromMinute), 'clock')}–{typedText(clock(toMinute), 'clock')}
  </bdi>
);
