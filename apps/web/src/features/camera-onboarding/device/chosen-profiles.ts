import type { OnvifDevice, OnvifProfile } from '@sightline/contracts/cameras/camera-onvif';
import { codecName } from '../codec-name.ts';

/** Tokens of the streams that are taken; an empty `sub` is none. */
export interface ChosenProfiles {
  main: string;
  sub: string;
}

/** What the core would take. */
export const proposedProfiles = ({ mainToken, subToken }: OnvifDevice): ChosenProfiles => ({
  main: mainToken ?? '',
  sub: subToken ?? '',
});

/** A stream in one line: `Main · H.264 · 1920 × 1080 · 25 fps`. */
export const profileLine = ({ name, token, videoCodec, width, height, fps }: OnvifProfile): string =>
  [
    name === '' ? token : name,
    codecName(videoCodec),
    `${String(width)} × ${String(height)}`,
    ...(fps === null ? [] : [`${String(Math.round(fps))} fps`]),
  ].join(' · ');

/** The chosen streams as they are saved. Null while no main stream is chosen. */
export const mainStreamOf = ({ profiles }: OnvifDevice, { main, sub }: ChosenProfiles) => {
  const stream = (token: string) => {
    const profile = profiles.find((one) => one.token === token);
    return (
      profile && {
        connectionString: profile.url,
        width: profile.width > 0 ? profile.width : null,
        height: profile.height > 0 ? profile.height : null,
      }
    );
  };
  const chosen = stream(main);
  return chosen ? { main: chosen, mainScale: stream(sub) ?? null } : null;
};
