import type { EdgeCommandInput, EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import type { CameraPrivacy } from '../privacy/camera-privacy.ts';
import { maskingFailure } from '../privacy/masking-failure.ts';
import { boundedJpeg, codedPictureOf, newestKeyframe } from './live-poster.ts';
import type { PictureMaker } from './picture-maker.ts';

export interface CameraPosterDeps {
  busSocketPath: string;
  pictures: PictureMaker;
  streamId: (cameraId: string, kind: 'main' | 'sub') => string | null;
  privacy: (cameraId: string) => CameraPrivacy | null;
}

const maxJpegBytes = 220_000;
/** Up to here the sub stream's picture is sharp enough, at a tenth of the work. */
const subWidth = 640;

/** Answers `camera.poster` with the newest keyframe, without what the camera hides: the server keeps it for everybody. */
export async function cameraPoster(
  deps: CameraPosterDeps,
  input: EdgeCommandInput<'camera.poster'>,
): Promise<EdgeCommandOutput<'camera.poster'>> {
  const main = deps.streamId(input.cameraId, 'main');
  const sub = deps.streamId(input.cameraId, 'sub');
  if (main === null && sub === null) throw new AppError('not_found');
  const ordered = (input.width <= subWidth ? [sub, main] : [main, sub]).filter((streamId) => streamId !== null);
  const { unit, config } = await firstThatWorks(ordered, (streamId) => newestKeyframe(deps.busSocketPath, streamId));
  const privacy = deps.privacy(input.cameraId);
  const made = boundedJpeg(deps.pictures, codedPictureOf(unit, config), {
    width: input.width,
    maxBytes: maxJpegBytes,
    privacy,
  });
  const jpeg = await (privacy === null ? made : made.catch((error: unknown) => Promise.reject(maskingFailure(error))));
  return { jpeg: Buffer.from(jpeg).toString('base64'), atUtcMs: Math.round(unit.arrivalMs) };
}

async function firstThatWorks<T>(candidates: string[], use: (streamId: string) => Promise<T>): Promise<T> {
  let failure: unknown = new AppError('stream_offline');
  for (const candidate of candidates) {
    try {
      return await use(candidate);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
