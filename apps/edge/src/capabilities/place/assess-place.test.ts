import { expect, test } from 'vitest';
import { assessPlace, type PlaceSight, type PlaceVerdict } from './assess-place.ts';

const nothing: PlaceSight = {
  knownId: null,
  isSameFolder: false,
  mark: null,
  hasFiles: false,
  holdsFiles: true,
  beginsAnew: false,
};
const remembered = { knownId: 'a', isSameFolder: true, hasFiles: true, holdsFiles: false };
const elsewhere = { ...remembered, isSameFolder: false };
const older = { hasFiles: true, holdsFiles: true };

const table: [string, Partial<PlaceSight>, PlaceVerdict][] = [
  ['a first start', {}, 'mark'],
  ['a first start on the disk of another core, or after the store was lost', { mark: 'b' }, 'adopt'],
  ['its own disk', { ...remembered, mark: 'a', holdsFiles: true }, 'known'],
  ['a mount point without its disk', { ...remembered }, 'away'],
  ['the same before anything was recorded', { knownId: 'a', isSameFolder: true }, 'away'],
  ['the disk of another core in its place', { ...remembered, mark: 'b' }, 'away'],
  ['files without a mark where one was', { ...remembered, holdsFiles: true }, 'away'],
  ['a core from before there were marks', { ...older }, 'mark'],
  ['the same while its disk is not mounted', { ...older, holdsFiles: false }, 'away'],
  ['the same with a disk that bears a mark', { ...older, holdsFiles: false, mark: 'b' }, 'adopt'],
  ['recordings moved with their mark', { ...elsewhere, mark: 'a', holdsFiles: true }, 'known'],
  ['recordings moved without it', { ...elsewhere, holdsFiles: true }, 'mark'],
  ['another folder with the disk of a core that is replaced', { ...elsewhere, mark: 'b' }, 'adopt'],
  ['another folder that is empty', { ...elsewhere }, 'away'],
  ['another folder before anything was recorded', { ...elsewhere, hasFiles: false, holdsFiles: true }, 'mark'],
  ['a new disk, by word', { ...remembered, beginsAnew: true }, 'mark'],
  ['a new disk elsewhere, by word', { ...elsewhere, beginsAnew: true }, 'mark'],
  ['the disk of another core, by word', { ...remembered, mark: 'b', beginsAnew: true }, 'adopt'],
  ['the word, but the disk is there', { ...remembered, mark: 'a', holdsFiles: true, beginsAnew: true }, 'known'],
];

test.each(table)('%s', (_case, sight, verdict) => {
  expect(assessPlace({ ...nothing, ...sight })).toBe(verdict);
});
