import { expect, test } from 'vitest';
import { firstAnalysis } from '../analysis/first-analysis.ts';
import { analysisWith, areasOfAnalysis, areasOfPrivacy, inGroupOrder, numberOf, privacyWith } from './area.ts';

const triangle = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
];
const moved = triangle.map(({ x, y }) => ({ x: x / 2, y }));

test('CAM-002 CAM-003: areas of the picture come back as they were, each in its own list', () => {
  const analysis = {
    ...firstAnalysis,
    zones: [triangle, moved],
    zonesExclude: [moved],
    definedZones: [{ id: 'a', name: 'Gate', points: triangle, severity: 'critical' as const }],
  };
  const areas = areasOfAnalysis(analysis);
  expect(areas.map(({ group }) => group)).toEqual(['include', 'include', 'exclude', 'zone']);
  expect(areas.map((area) => numberOf(areas, area))).toEqual([1, 2, 1, 1]);
  expect(analysisWith(firstAnalysis, areas)).toEqual(analysis);
  expect(analysisWith(analysis, []).zones).toEqual([]);
});

test('CAM-013: hidden areas come back as they were, named or not', () => {
  const privacy = {
    zones: [triangle],
    definedZones: [{ id: 'b', name: 'Window', points: moved }],
    objectsToPixelate: ['person' as const],
    privacyType: 'fill' as const,
  };
  expect(privacyWith({ ...privacy, zones: [], definedZones: [] }, areasOfPrivacy(privacy))).toEqual(privacy);
});

test('CAM-003: a new area stands at the end of its group', () => {
  const [include, zone] = areasOfAnalysis({
    ...firstAnalysis,
    zones: [triangle],
    definedZones: [{ id: 'a', name: 'A', points: moved, severity: 'info' }],
  });
  if (!include || !zone) throw new Error('two areas');
  const added = { ...include, id: 'new' };
  expect(inGroupOrder([include, zone, added], ['include', 'exclude', 'zone'])).toEqual([include, added, zone]);
});
