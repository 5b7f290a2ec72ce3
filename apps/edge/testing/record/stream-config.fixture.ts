import type { StreamConfig } from '@sightline/media/units/access-unit';

const hex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g)!, (pair) => Number.parseInt(pair, 16));

/** A stream of 1280 by 720 pixels as a camera describes it, for files that tests write themselves. */
export const streamConfig: StreamConfig = {
  video: {
    codec: 'h264',
    sps: [hex('674d401fda014016e840000003004000000783c60ca8')],
    pps: [hex('68ef0bc8')],
    vps: [],
    width: 1280,
    height: 720,
    codecString: 'avc1.4D401F',
    nominalFps: 15,
    reorders: false,
  },
  audio: null,
};
