import type { AccessUnit } from '@sightline/media/units/access-unit';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { expect, it } from 'vitest';
import { readClip } from '../../../testing/play/test-footage.ts';
import { VideoTranscoder } from './video-transcoder.ts';

it('a converted picture is as old as the one that it was made of, also where the decoder holds pictures back', async () => {
  const clip = await readClip(await testMedia('h264-bframes'));
  const arrivalOf = (pts90k: number): number => 1_000_000 + pts90k / 10;
  // As if everything had come long ago.
  const nowMs = Date.now() - 2000;
  const out: AccessUnit[] = [];
  const transcoder = new VideoTranscoder({ maxHeight: 360, config: () => undefined, unit: (unit) => out.push(unit) });
  transcoder.configure(clip.config);
  for (const unit of clip.video.slice(0, 60))
    transcoder.add({ ...unit, arrivalMs: nowMs + arrivalOf(unit.pts90k) / 1000 });
  transcoder.flush();
  transcoder.close();
  expect(out.length).toBeGreaterThan(50);
  for (const unit of out) expect(unit.arrivalMs).toBeCloseTo(nowMs + arrivalOf(unit.pts90k) / 1000, 6);
}, 30_000);
