import { closeSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearWorkMarks, createWorkMarks, readWorkMarks } from './work-marks.ts';
import { openMarksFile } from './marks-file.ts';

const nothing = { decodingCameraId: null, lookingCameraId: null, packFolder: null };
let fd: number;

beforeEach(() => (fd = openMarksFile()));
afterEach(() => closeSync(fd));

test('a path that does not fit is not noted by half', () => {
  createWorkMarks(fd).running(`/${'ä'.repeat(2_100)}`);
  expect(readWorkMarks(fd)).toEqual(nothing);
});

test('what was noted last is read, of each sort', () => {
  expect(readWorkMarks(fd)).toEqual(nothing);
  const marks = createWorkMarks(fd);
  marks.decoding('a-long-camera');
  marks.decoding('b');
  marks.looking('c');
  marks.running('/packs/männer');
  expect(readWorkMarks(fd)).toEqual({ decodingCameraId: 'b', lookingCameraId: 'c', packFolder: '/packs/männer' });
  marks.decoding(null);
  marks.running(null);
  expect(readWorkMarks(fd)).toEqual({ ...nothing, lookingCameraId: 'c' });
  clearWorkMarks(fd);
  expect(readWorkMarks(fd)).toEqual(nothing);
});
