import type { CameraConfig } from '@sightline/contracts/link/link-operations';
import { AppError } from '@sightline/contracts/shared/errors';
import type { talkCommands } from '@sightline/contracts/talk/talk-link';
import type { TalkSource } from './talk-service.ts';
import { forwardTo, type CommandHandlers, type CommandTarget } from '../../platform/link/command-handlers.ts';

/** Talking happens beside the live pictures; what reaches the camera itself is told where that is. */
export function talkHandlers(
  live: CommandTarget,
  cameras: { list(): readonly CameraConfig[] },
): CommandHandlers<keyof typeof talkCommands> {
  const withSource: CommandTarget = {
    request: (command, input, timeoutMs) =>
      live.request(command, withTalkSource(cameras.list(), input as { cameraId: string }), timeoutMs),
  };
  return {
    ...forwardTo(live, ['talk.candidate', 'talk.renew', 'talk.end']),
    ...forwardTo(withSource, ['talk.look', 'talk.open']),
  };
}

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
