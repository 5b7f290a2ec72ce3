import i18next from 'i18next';
import { expect, test } from 'vitest';
import { textsIn } from '../../../app/texts.ts';
import { readCapability } from './capability-words.ts';

test('EDGE-004 what a core can do is told in words, with its model; what is not known stands as it was said', async () => {
  await i18next.init({ lng: 'en', resources: { en: { translation: await textsIn('en') } } });
  const said = ['live', 'detect:yolox:s@1', 'rtsp', 'warp:3', 'constructor', ''];
  expect(said.map((text) => readCapability(i18next.t, text))).toEqual([
    { word: 'live view', rest: '' },
    { word: 'object detection', rest: 'yolox:s@1' },
    { word: null, rest: 'rtsp' },
    { word: null, rest: 'warp:3' },
    { word: null, rest: 'constructor' },
    { word: null, rest: '' },
  ]);
});
