import type { OnvifDevice } from '@sightline/contracts/cameras/camera-onvif';
import type { StreamInput } from '@sightline/contracts/cameras/camera';
import { chooseProfiles } from '@sightline/domain/cameras/profile-choice';
import { streamAddressKey } from '@sightline/domain/cameras/stream-address';
import { AppError } from '@sightline/contracts/shared/errors';

/** A stream of a camera that is to be made. */
export const streamAt = (kind: 'main' | 'sub', url: string): StreamInput => ({
  kind,
  url,
  transport: 'tcp',
  driver: 'auto',
});

/**
 * The streams that are taken of a device: those of a channel, or of a recorder those of a camera that is none here yet. `taken`: keys of
 * the addresses of streams that are. Throws `onvif_no_profiles` when it offers none, `camera_duplicate` when all of it is taken.
 */
export function chosenStreams(
  { profiles: offered, ...chosen }: OnvifDevice,
  taken: ReadonlySet<string>,
  channel = '',
): StreamInput[] {
  const profiles = channel === '' ? offered : offered.filter(({ source }) => source === channel);
  const isTaken = ({ url }: OnvifDevice['profiles'][number]): boolean => taken.has(streamAddressKey(url));
  // What the core chose, unless a camera has it already or one of its channels was picked.
  const { mainToken, subToken } = channel !== '' || profiles.some(isTaken) ? chooseProfiles(profiles, isTaken) : chosen;
  const urlOf = (token: string | null): string | undefined => profiles.find((profile) => profile.token === token)?.url;
  const main = urlOf(mainToken);
  if (main === undefined) throw new AppError(profiles.some(isTaken) ? 'camera_duplicate' : 'onvif_no_profiles');
  const sub = urlOf(subToken);
  return sub === undefined || sub === main ? [streamAt('main', main)] : [streamAt('main', main), streamAt('sub', sub)];
}
