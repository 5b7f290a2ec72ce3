import { AppError } from '@sightline/contracts/shared/errors';
import { toAnnexB } from '@sightline/media/nal/length-prefix';
import type { AccessUnit, StreamConfig } from '@sightline/media/units/access-unit';
import { subscribeStream } from '../../platform/media-bus/media-bus-client.ts';
import type { CameraPrivacy } from '../privacy/camera-privacy.ts';
import type { CodedPicture, PictureMaker } from './picture-maker.ts';

/** The bus sends its cached keyframe first; a camera that has just started may need until its next one. */
const limitMs = 4_000;
const qualities = [80, 60, 40];

export const codedPictureOf = (unit: AccessUnit, { video }: StreamConfig): CodedPicture => ({
  codec: video.codec,
  annexB: toAnnexB(unit.data, [...video.vps, ...video.sps, ...video.pps]),
});

/** The newest keyframe of a stream; fails with `stream_offline` when none comes. */
export function newestKeyframe(
  socketPath: string,
  streamId: string,
): Promise<{ unit: AccessUnit; config: StreamConfig }> {
  return new Promise((resolve, reject) => {
    let config: StreamConfig | null = null;
    const finish = (act: () => void): void => {
      clearTimeout(timer);
      subscription.close();
      act();
    };
    const timer = setTimeout(() => finish(() => reject(new AppError('stream_offline'))), limitMs);
    const subscription = subscribeStream(socketPath, streamId, {
      config: (next) => (config = next),
      unit: (unit) => {
        const known = config;
        if (unit.kind === 'video' && unit.key && known !== null) finish(() => resolve({ unit, config: known }));
      },
      status: (status) => {
        if (status.state === 'offline') finish(() => reject(new AppError('stream_offline', { cause: status.reason })));
      },
    });
  });
}

/** A JPEG of at most `maxBytes`, of lower quality when it must be; fails like the picture maker. */
export async function boundedJpeg(
  pictures: PictureMaker,
  picture: CodedPicture,
  { width, maxBytes, privacy }: { width: number; maxBytes: number; privacy: CameraPrivacy | null },
): Promise<Uint8Array> {
  for (const quality of qualities) {
    const jpeg = await pictures.jpeg({ ...picture, width, quality, privacy });
    if (jpeg.length <= maxBytes) return jpeg;
  }
  return pictures.jpeg({ ...picture, width: Math.round(width / 2), quality: qualities.at(-1)!, privacy });
}
