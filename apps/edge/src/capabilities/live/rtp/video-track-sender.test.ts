import type { AccessUnit, VideoConfig } from '@sightline/media/units/access-unit';
import { expect, it } from 'vitest';
import { VideoTrackSender } from './video-track-sender.ts';

const frameMs = 1000 / 15;
const startMs = 1_700_000_000_000;
const config = { sps: [], pps: [], vps: [] } as unknown as VideoConfig;

const unit = (index: number, lateMs = 0): AccessUnit => ({
  kind: 'video',
  data: Uint8Array.of(0, 0, 0, 1, 0x41),
  key: index % 30 === 0,
  pts90k: index * 6000,
  dts90k: index * 6000,
  arrivalMs: startMs + index * frameMs + lateMs,
  gap: false,
});

it('says of each picture when it came, had nothing held it up, whatever the track begins with', () => {
  const sent: number[] = [];
  const sender = new VideoTrackSender(
    { sendPicture: (_data, rtpTimestamp) => void sent.push(rtpTimestamp) },
    () => 0.9999,
  );
  expect(sender.moment()).toBeNull();
  sender.burst(
    Array.from({ length: 20 }, (_, index) => unit(index, index === 19 ? 300 : 0)),
    config,
  );
  expect(sender.moment()).toMatchObject({ rtpTimestamp: sent.at(-1) });
  for (let index = 20; index < 60; index++) {
    sender.picture(unit(index, index % 7 === 0 ? 250 : 2), config);
    expect(sender.moment()!.rtpTimestamp).toBe(sent.at(-1));
  }
  // The one that was late to begin with does not stay the measure, nor do those that were held up on their way.
  expect(sender.moment()!.atUtcMs).toBeCloseTo(startMs + 59 * frameMs + 2, 0);
});
