import { expect, test } from 'vitest';
import { coresAsked, missingAbilities } from './capabilities.ts';

const sites = [
  { id: 'port', parentId: null },
  { id: 'dock', parentId: 'port' },
];
type Core = Parameters<typeof missingAbilities>[0][number];
const core = (id: string, locationId: string, rest: Partial<Core>): Core => ({
  id,
  locationId,
  state: 'online',
  capabilities: [],
  ...rest,
});
const cores = [
  core('a', 'dock', { capabilities: ['rtsp', 'detect:person', 'plates:latin'] }),
  core('b', 'yard', { capabilities: ['rtsp'], state: 'offline' }),
  core('c', 'port', { state: 'unclaimed' }),
];
const asked = (cameras: { edgeId: string }[], locationId?: string) =>
  coresAsked({ cameras, locationId, cores, sites }).map(({ id }) => id);

test('nothing is claimed of cores that nobody knows', () => {
  expect(missingAbilities([])).toEqual([]);
});

test('a core that was never paired does not count', () => {
  expect(asked([])).toEqual(['a', 'b']);
});

test('asked are the cores of the chosen cameras, else of the site and what lies below it', () => {
  expect(asked([{ edgeId: 'b' }], 'port')).toEqual(['b']);
  expect(asked([], 'port')).toEqual(['a']);
});

test('missing is what no core can do', () => {
  expect(missingAbilities(coresAsked({ cameras: [], locationId: undefined, cores, sites }))).toEqual(['faces']);
  expect(missingAbilities([cores[1]!])).toEqual(['detect', 'plates', 'faces']);
});
