import { joinLengthPrefixed } from '@sightline/media/nal/length-prefix';
import type { MediaUnit } from '@sightline/media/units/access-unit';
import { createUnitPipeline } from './unit-pipeline.ts';
import { loadMedia } from '@sightline/simulators/rtsp/loaded-media';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { expect, test } from 'vitest';

test('what a camera sends without a picture is kept, byte for byte and in its order, in front of the next picture', async () => {
  const { video } = await loadMedia(await testMedia('h264-sub'));
  const units: MediaUnit[] = [];
  const pipeline = createUnitPipeline({
    codec: 'h264',
    audio: null,
    startReordering: false,
    config: () => undefined,
    unit: (unit) => units.push(unit),
    fail: (reason) => expect.unreachable(reason),
  });
  for (const set of [...video.parameterSets.sps, ...video.parameterSets.pps]) pipeline.parameterSet(set);
  const signature = (index: number): Uint8Array => joinLengthPrefixed([Uint8Array.of(6, 5, 1, index, 0x80)]);
  const picture = (index: number, key: boolean): void =>
    pipeline.picture({
      data: joinLengthPrefixed([Uint8Array.of(key ? 0x65 : 0x41, 0x80, index)]),
      key,
      pts90k: index * 6000,
      gap: false,
      arrivalMs: index * 67,
    });
  // Belongs to pictures that nobody keeps.
  pipeline.beside(signature(9));
  picture(0, false);
  picture(1, true);
  pipeline.beside(signature(1));
  pipeline.beside(signature(2));
  picture(2, false);
  picture(3, false);
  pipeline.flush();
  const bytes = units.map(({ data }) => Buffer.from(data).toString('hex'));
  const hexOf = (...parts: Uint8Array[]): string => Buffer.concat(parts).toString('hex');
  const sliceOf = (index: number, key = false): Uint8Array =>
    joinLengthPrefixed([Uint8Array.of(key ? 0x65 : 0x41, 0x80, index)]);
  expect(bytes).toEqual([hexOf(sliceOf(1, true)), hexOf(signature(1), signature(2), sliceOf(2)), hexOf(sliceOf(3))]);
});
