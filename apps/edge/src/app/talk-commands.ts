import type { CameraConfig } from '@sightline/contracts/link/link-operations';
import type { EdgeCommandName } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import type { TalkSource } from '../capabilities/talk/talk-service.ts';

/** Requests that reach the camera itself. */
export const isTalkOfCamera = (name: EdgeCommandName): boolean => name === 'talk.look' || name === 'talk.open';

/**
 * The request with the place of its camera, which the server does not send: its larger stream, as it is recorded. Throws
 * `not_found` for a camera that this core does not know.
 */
export function withTalkSource<T extends { cameraId: string }>(
  cameras: readonly CameraConfig[],
  input: T,
): T & { source: TalkSource } {
  const camera = cameras.find(({ id }) => id === input.cameraId);
  const stream = camera?.streams.find(({ kind }) => kind === 'main') ?? camera?.streams[0];
  if (camera === undefined || stream === undefined) throw new AppError('not_found');
  const { username, password } = camera.credentials;
  return { ...input, source: { url: stream.url, username: username || null, password: password || null } };
}
