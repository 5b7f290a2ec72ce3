import { ruleKinds } from '@sightline/contracts/alert-rules/rule-kinds';
import type { RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import { describe, expect, it } from 'vitest';
import { hasFewPictures, picturesNeeded, type PictureSupply } from './few-pictures.ts';

const fine: PictureSupply = { state: 'active', cause: null, decodedFps: 15, streamFps: 15 };

const enough: [string, RuleKind, Partial<PictureSupply>][] = [
  ['as many as come', 'loitering', {}],
  ['two a second', 'loitering', { decodedFps: 2, streamFps: 2 }],
  ['only keyframes while nothing moves', 'lineCrossing', { state: 'idle', decodedFps: 0.3 }],
  ['a stream of which nothing is known yet', 'lineCrossing', { streamFps: null }],
  [
    'none, which is told as offline',
    'loitering',
    { state: 'waiting', cause: 'stream_offline', decodedFps: 0, streamFps: 0 },
  ],
  ['none that are wanted', 'loitering', { state: 'off', decodedFps: 0, streamFps: 1 }],
  ['one a second, which are only compared', 'tampering', { decodedFps: 1, streamFps: 1 }],
  ['a detector that is late, which motion does not ask', 'motion', { cause: 'analysis_overloaded' }],
  ['a core that is late, for what the server judges', 'eventTag', { cause: 'analysis_overloaded', decodedFps: 0 }],
];
const few: [string, RuleKind, Partial<PictureSupply>][] = [
  ['a core that has too much to do', 'loitering', { cause: 'analysis_overloaded' }],
  ['a core that has too much to do while little moves', 'fire', { state: 'idle', cause: 'analysis_overloaded' }],
  ['less than two decoded a second while something moves', 'trespassing', { decodedFps: 1.9 }],
  ['a camera that sends one a second', 'lineCrossing', { state: 'idle', decodedFps: 0.5, streamFps: 1 }],
  ['four a second for a speed', 'speedControl', { decodedFps: 4 }],
  ['one in two seconds for motion', 'motion', { decodedFps: 0.5, streamFps: 0.5 }],
];

describe('pictures', () => {
  it.each(enough)('are enough: %s', (_what, kind, change) => {
    expect(hasFewPictures(kind, { ...fine, ...change })).toBe(false);
  });

  it.each(few)('are too few: %s', (_what, kind, change) => {
    expect(hasFewPictures(kind, { ...fine, ...change })).toBe(true);
  });

  it('are needed by every kind that looks at them, and by no other', () => {
    const about = (Object.keys(ruleKinds) as RuleKind[]).filter((kind) => picturesNeeded(kind) > 0);
    expect(about).toContain('occupancy');
    for (const kind of ['cameraStatus', 'coreStatus', 'eventTag', 'developer'] as const)
      expect(about).not.toContain(kind);
  });
});
