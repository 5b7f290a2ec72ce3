import type { AnalysisStatus } from '@sightline/contracts/analysis/analysis';
import { expect, it } from 'vitest';
import { assessLoad, type MeasuredLoad } from './core-load.ts';

type Inference = AnalysisStatus['inference'];

const inferring = (
  inference: Partial<Inference>,
  camera: { cause?: 'analysis_overloaded'; queueAgeMs?: number } = {},
): MeasuredLoad['analysis'] => ({
  canDecode: true,
  inference: { budgetShare: 0.5, usedShare: 0.1, wantedFps: 4, givenFps: 4, ...inference },
  cameras: [
    {
      cameraId: '019aa1b2-0000-7000-8000-000000000001',
      state: 'active',
      cause: camera.cause ?? null,
      stream: 'sub',
      decodedFps: 4,
      wantedFps: 4,
      givenFps: 4,
      share: 1,
      queueAgeMs: camera.queueAgeMs ?? 20,
      droppedFps: 0,
      motionLevel: 0,
      openTracks: 0,
    },
  ],
});
const assess = (cpuShare: number | null, analysis: MeasuredLoad['analysis']) =>
  assessLoad({ health: cpuShare === null ? null : { cpuShare }, analysis });
const cannotDecode = { ...inferring({}), canDecode: false } as MeasuredLoad['analysis'];

it('LOC-041 says that it knows nothing of a core that measured nothing', () => {
  expect(assess(null, null)).toEqual({ load: null, level: 'unknown', why: 'noAnswer' });
  expect(assess(null, inferring({ budgetShare: 0 }))).toMatchObject({ level: 'unknown' });
  expect(assess(null, cannotDecode)).toMatchObject({ level: 'unknown' });
});

it.each([
  { what: 'a core whose processor is full', cpu: 0.95, analysis: inferring({}), level: 'over', why: 'cpu', load: 0.95 },
  {
    what: 'a core that gives half of what is wanted',
    cpu: 0.5,
    analysis: inferring({ usedShare: 0.45, givenFps: 2 }),
    level: 'over',
    why: 'inference',
    load: 1.8,
  },
  {
    what: 'a core that gives nothing of what is wanted',
    cpu: 0.1,
    analysis: inferring({ usedShare: 0, givenFps: 0 }),
    level: 'over',
    why: 'inference',
    load: 1,
  },
  {
    what: 'a core that looks at one camera less than wanted',
    cpu: 0.3,
    analysis: inferring({}, { cause: 'analysis_overloaded' }),
    level: 'over',
    why: 'fallingBehind',
    load: 0.3,
  },
  {
    what: 'a core on which a picture waits long',
    cpu: 0.3,
    analysis: inferring({}, { queueAgeMs: 1_000 }),
    level: 'tight',
    why: 'fallingBehind',
    load: 0.3,
  },
  { what: 'a core with a busy processor', cpu: 0.75, analysis: inferring({}), level: 'tight', why: 'cpu', load: 0.75 },
  {
    what: 'a core whose time for inference is nearly spent',
    cpu: 0.3,
    analysis: inferring({ usedShare: 0.4 }),
    level: 'tight',
    why: 'inference',
    load: 0.8,
  },
  { what: 'a core with room', cpu: 0.74, analysis: inferring({}), level: 'fits', why: 'cpu', load: 0.74 },
  {
    what: 'a core of which nothing is wanted',
    cpu: 0.01,
    analysis: inferring({ usedShare: 0, wantedFps: 0, givenFps: 0 }),
    level: 'fits',
    why: 'cpu',
    load: 0.01,
  },
  { what: 'a core that only records', cpu: 0.2, analysis: cannotDecode, level: 'fits', why: 'cpu', load: 0.2 },
  {
    what: 'a core that tells only of its analysis',
    cpu: null,
    analysis: inferring({}),
    level: 'fits',
    why: 'inference',
    load: 0.2,
  },
])('LOC-041 judges $what', ({ cpu, analysis, level, why, load }) => {
  const verdict = assess(cpu, analysis);
  expect(verdict).toMatchObject({ level, why });
  expect(verdict.load).toBeCloseTo(load, 5);
});
