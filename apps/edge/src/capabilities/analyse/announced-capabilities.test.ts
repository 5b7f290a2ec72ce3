import { expect, test } from 'vitest';
import { announcedCapabilities } from './announced-capabilities.ts';

test('names too long for the link are cut, and too many left out', () => {
  const many = Array.from({ length: 200 }, (_, n) => `detect:${'x'.repeat(100)}${String(n)}`);
  expect(announcedCapabilities(many)).toHaveLength(2);
  expect(announcedCapabilities(Array.from({ length: 200 }, (_, n) => `detect:pack@${String(n)}`))).toHaveLength(75);
  expect(announcedCapabilities(many)[1]).toHaveLength(60);
});

test('that it hides what cameras hide is announced before everything else, or servers show nothing of such cameras', () => {
  expect(announcedCapabilities([])).toEqual(['privacy']);
});

test('models are announced by what people can do with them', () => {
  const told = announcedCapabilities([
    'motion',
    'analyse',
    'detect:coco@1',
    'faceDetect:blaze@1',
    'faceEmbed:res@2',
    'textDetect:db@4',
    'textRead:ocr@4',
  ]);
  expect(told).toEqual(['privacy', 'motion', 'analyse', 'detect:coco@1', 'faces:res@2', 'plates:ocr@4']);
});
