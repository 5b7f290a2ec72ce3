import type { OnvifDevice } from '@sightline/contracts/cameras/camera-onvif';
import type { StreamInput } from '@sightline/contracts/cameras/camera';
import { chooseProfiles } from '@sightline/domain/cameras/profile-choice';
import { AppError } from '@sightline/contracts/shared/errors';

/** A stream of a camera that is to be made. */
export const streamAt = (kind: 'main' | 'sub', url: string): StreamInput => ({
  kind,
  url,
  transport: 'tcp',
  driver: 'auto',
});

/**
 * The streams that are taken of a device: of a recorder those of a camera that is none here yet. `taken`: addresses of streams that
 * are. Throws `onvif_no_profiles` when it offers none, `camera_duplicate` when all of it is taken.
 */
export function chosenStreams(device: OnvifDevice, taken: ReadonlySet<string>): StreamInput[] {
  const { profiles } = device;
  const isTaken = ({ url }: OnvifDevice['profiles'][number]): boolean => taken.has(url);
  // What the core chose, unless a camera has it already.
  const { mainToken, subToken } = profiles.some(isTaken) ? chooseProfiles(profiles, isTaken) : device;
  const urlOf = (token: string | null): string | undefined => profiles.find((profile) => profile.token === token)?.url;
  const main = urlOf(mainToken);
  if (main === undefined) throw new AppError(profiles.some(isTaken) ? 'camera_duplicate' : 'onvif_no_profiles');
  const sub = urlOf(subToken);
  return sub === undefined || sub === main ? [streamAt('main', main)] : [streamAt('main', main), streamAt('sub', sub)];
}
