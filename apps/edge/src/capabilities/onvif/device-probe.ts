import type { OnvifAccess, OnvifDevice as SeenDevice, OnvifProfile } from '@sightline/contracts/cameras/camera-onvif';
import { rtspUrl } from '@sightline/contracts/cameras/camera';
import { AppError } from '@sightline/contracts/shared/errors';
import type { DeviceProfile, OnvifDevice, OnvifPort } from '../../drivers/onvif/onvif-port.ts';
import { chooseProfiles } from '@sightline/domain/cameras/profile-choice';

export interface DeviceProbeDeps {
  onvif: OnvifPort;
  /** Hardware addresses by address. */
  neighbours: () => Promise<Map<string, string>>;
  /** All of it together may take this long. */
  limitMs?: number;
}

const usualLimitMs = 25_000;

/** Null for what a device does not offer or answers strangely: the rest of it is worth knowing. Wrong credentials stay an error. */
async function optional<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'camera_credentials_refused' || 'isStopped' in error.data)
      throw error;
    return null;
  }
}

/** One after the other: small cameras answer few questions at once. */
async function withUrls(device: OnvifDevice, profiles: readonly DeviceProfile[]): Promise<OnvifProfile[]> {
  const found: OnvifProfile[] = [];
  for (const { token, name, videoCodec, width, height, fps, bitrateKbps, hasPtz, videoSource } of profiles) {
    const url = await optional(device.streamUrl(token));
    if (url !== null && rtspUrl.safeParse(url).success)
      found.push({ token, name, videoCodec, width, height, fps, bitrateKbps, url, hasPtz, source: videoSource });
  }
  return found;
}

async function abilitiesOf(device: OnvifDevice, profiles: readonly DeviceProfile[]): Promise<SeenDevice['can']> {
  const { ptz, imaging, events } = await device.services();
  const head = ptz ? profiles.find(({ hasPtz }) => hasPtz) : undefined;
  const source = imaging ? profiles.find(({ videoSource }) => videoSource !== null)?.videoSource : undefined;
  const presets = head === undefined ? null : await optional(device.presets(head.token));
  const picture = source == null ? null : await optional(device.imaging(source));
  return {
    ptz: head !== undefined,
    presets: presets !== null,
    events,
    imaging: picture !== null && (picture.irCut !== null || Object.keys(picture.levels).length > 0),
    // Every device that speaks ONVIF must know it.
    reboot: true,
    audio: profiles.some(({ hasAudio }) => hasAudio),
  };
}

/** The clock is asked without a password and most of the rest may be; this call is what proves the password. */
async function look(device: OnvifDevice, neighbours: DeviceProbeDeps['neighbours']): Promise<SeenDevice> {
  const information = await device.information();
  const told = await device.profiles();
  const profiles = await withUrls(device, told);
  if (profiles.length === 0) throw new AppError('onvif_no_profiles', { profiles: told.length });
  const macAddress = (await optional(device.macAddress())) ?? (await neighbours()).get(device.address) ?? null;
  return {
    ...information,
    macAddress,
    clockOffsetMs: device.clockOffsetMs,
    profiles,
    ...chooseProfiles(profiles),
    can: await abilitiesOf(device, told),
  };
}

/** Describes a device; fails with what is wrong with it when it is none, refuses, or has nothing to show. */
export async function probeDevice(deps: DeviceProbeDeps, access: OnvifAccess): Promise<SeenDevice> {
  const signal = AbortSignal.timeout(deps.limitMs ?? usualLimitMs);
  const device = await deps.onvif.open({ ...access, signal });
  return look(device, deps.neighbours);
}
