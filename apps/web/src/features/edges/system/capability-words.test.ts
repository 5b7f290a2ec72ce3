import { expect, test } from 'vitest';
import { readCapability } from './capability-words.ts';

test('EDGE-004 what a core can do is told in words, with its model; what is not known stands as it was said', () => {
  expect(['live', 'detect:yolox:s@1', 'rtsp', 'warp:3', 'constructor', ''].map(readCapability)).toEqual([
    { word: 'live', rest: '' },
    { word: 'detect', rest: 'yolox:s@1' },
    { word: null, rest: 'rtsp' },
    { word: null, rest: 'warp:3' },
    { word: null, rest: 'constructor' },
    { word: null, rest: '' },
  ]);
});
