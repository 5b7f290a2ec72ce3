import { ruleCondition, type RuleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import { expect, test } from 'vitest';
import { coreTrouble, type CoreFigures } from './core-trouble.ts';

type Asked = Extract<RuleCondition, { kind: 'coreStatus' }>;

const asked = (...what: string[]): Asked => ruleCondition.parse({ kind: 'coreStatus', what }) as Asked;
const well: CoreFigures = {
  disks: [
    { mount: '/', freeBytes: 60, totalBytes: 100 },
    { mount: '/footage', freeBytes: 6, totalBytes: 100 },
  ],
  clockOffsetMs: 300,
  cpuShare: 0.5,
};
const all = ['disk', 'clock', 'overload'];

test.each([
  ['a core that is well', well],
  ['what it does not say', { disks: [], clockOffsetMs: null, cpuShare: null }],
  ['a disk of no size', { ...well, disks: [{ mount: '/proc', freeBytes: 0, totalBytes: 0 }] }],
  [
    'what is just within',
    { disks: [{ mount: '/', freeBytes: 5, totalBytes: 100 }], clockOffsetMs: -9900, cpuShare: 0.89 },
  ],
])('nothing is wrong with %s', (_, figures) => {
  expect(coreTrouble(asked(...all), figures)).toBeNull();
});

test('what a rule does not ask about is not wrong', () => {
  const ill = { disks: [{ mount: '/', freeBytes: 0, totalBytes: 100 }], clockOffsetMs: 90_000, cpuShare: 1 };
  expect(coreTrouble(asked('offline'), ill)).toBeNull();
  expect(coreTrouble(asked('clock'), ill)?.what).toBe('clockS');
  expect(coreTrouble(asked('overload'), ill)?.what).toBe('overloadS');
  expect(coreTrouble(asked(...all), ill)?.what).toBe('diskS');
});

test('the fullest disk, the side of the clock and the processor are named with their limits', () => {
  const full = { ...well, disks: [...well.disks, { mount: '/data', freeBytes: 2, totalBytes: 100 }] };
  expect(coreTrouble(asked('disk'), full)?.more).toMatchObject([
    { what: 'diskFreePercent', value: 2, limit: 5 },
    { what: 'disk', value: '/data' },
  ]);
  expect(coreTrouble(asked('clock'), { ...well, clockOffsetMs: 12_340 })?.more).toMatchObject([
    { what: 'clockAheadS', value: 12.3, limit: 10 },
  ]);
  expect(coreTrouble(asked('clock'), { ...well, clockOffsetMs: -10_000 })?.more).toMatchObject([
    { what: 'clockBehindS', value: 10, limit: 10 },
  ]);
  expect(coreTrouble(asked('overload'), { ...well, cpuShare: 0.97 })?.more).toMatchObject([
    { what: 'cpuPercent', value: 97, limit: 90 },
  ]);
});
