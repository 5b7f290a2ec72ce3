import { expect, test } from 'vitest';
import { pictureState } from './picture-state.ts';

const none = { object: null, face: null, plate: null };
const event = { thumbnails: none, lostThumbnails: [], receivedAtUtcMs: 1_000_000 };

test('a picture that its core has lost is not waited for', () => {
  expect(pictureState({ ...event, lostThumbnails: ['object'] }, 1_001_000)).toBe('lost');
  expect(pictureState({ ...event, lostThumbnails: ['face'] }, 1_001_000)).toBe('coming');
});

test('a better one that came after all is shown', () => {
  expect(pictureState({ ...event, thumbnails: { ...none, object: '/p' }, lostThumbnails: ['object'] }, 1_001_000)).toBe(
    'there',
  );
});

test('is waited for a minute, and then not expected any more', () => {
  expect(pictureState(event, 1_059_000)).toBe('coming');
  expect(pictureState(event, 1_061_000)).toBe('none');
});
