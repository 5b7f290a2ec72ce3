import type { OnvifDevice } from '@sightline/contracts/cameras/camera-onvif';
import type { StreamInput } from '@sightline/contracts/cameras/camera';
import { AppError } from '@sightline/contracts/shared/errors';

/** A stream of a camera that is to be made. */
export const streamAt = (kind: 'main' | 'sub', url: string): StreamInput => ({
  kind,
  url,
  transport: 'tcp',
  driver: 'auto',
});

/** The streams that the core would take of a device. Throws `onvif_no_profiles` when it offers none. */
export function chosenStreams(device: OnvifDevice): StreamInput[] {
  const urlOf = (token: string | null): string | undefined =>
    device.profiles.find((profile) => profile.token === token)?.url;
  const main = urlOf(device.mainToken);
  if (main === undefined) throw new AppError('onvif_no_profiles');
  const sub = urlOf(device.subToken);
  return sub === undefined || sub === main ? [streamAt('main', main)] : [streamAt('main', main), streamAt('sub', sub)];
}
