import { expect, test } from 'vitest';
import { coresAsked, missingAbilities } from './capabilities.ts';

const sites = [
  { id: 'port', parentId: null },
  { id: 'dock', parentId: 'port' },
];
const core = (id: string, locationId: string, capabilities: string[], state: 'online' | 'offline' | 'unclaimed' | 'revoked' = 'online') => ({ id, locationId, capabilities, state });
const cores = [core('a', 'dock', ['rtsp', 'detect:person', 'plates:latin']), core('b', 'yard', ['rtsp'], 'offline'), core('c', 'port', [], 'unclaimed')];
const asked = (cameras: { edgeId: string }[], locationId?: string) => coresAsked({ cameras, locationId, cores, sites }).map(({ id }) => id);

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
