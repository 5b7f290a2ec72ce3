import type { ChanneledDevice, DeviceChannel } from '@sightline/contracts/camera-onboarding/camera-onboarding';
import type { OnvifAccess, OnvifDevice, OnvifProfile } from '@sightline/contracts/cameras/camera-onvif';
import { identifyCapability } from '@sightline/contracts/cameras/camera-onvif';
import { AppError } from '@sightline/contracts/shared/errors';
import { channelsOf, chooseProfiles } from '@sightline/domain/cameras/profile-choice';
import { streamAddressKey } from '@sightline/domain/cameras/stream-address';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { placesOfCameras } from '../cameras/cameras.public.ts';
import { findServingEdge } from '../edges/edges.public.ts';
import { serialMark } from './added-device.ts';

interface ChannelsDeps {
  database: Database;
  edges: EdgeCommands;
}

interface Asked {
  access: OnvifAccess & { edgeId: string };
  device: OnvifDevice;
}

type Place = Awaited<ReturnType<typeof placesOfCameras>>[number];

/** The core gives devices half of it to answer. */
const identifyTimeoutMs = 12_000;
/** Cameras with the same path elsewhere that are asked whether they are of this device. */
const maxAsked = 200;

/** What follows host and port, in one spelling. */
const pathOf = (url: string): string => streamAddressKey(url).replace(/^[a-z]+:\/\/[^/?]*/, '');

const sharesOne = <T>(some: readonly T[], others: ReadonlySet<T>): boolean => some.some((one) => others.has(one));

/**
 * The channels of a device, each with the camera that it is already. A camera is one of them by the address of its stream; where only
 * the path is the same, by what its device says of itself, or said when it was added: it may be reached under another address, as after a
 * new lease, and its old one answers no more.
 */
export async function presentChannels(
  deps: ChannelsDeps,
  actor: MemberActor,
  { access, device }: Asked,
): Promise<ChanneledDevice> {
  const { organizationId } = actor;
  const { places, isAble } = await deps.database.withOrganization(organizationId, async (trx) => {
    const edge = await findServingEdge(trx, organizationId, access.edgeId);
    return {
      places: await placesOfCameras(trx, actor, access.edgeId),
      isAble: edge?.capabilities.includes(identifyCapability) === true,
    };
  });
  const paths = new Set(device.profiles.map(({ url }) => pathOf(url)));
  const alike = places.filter(({ onvifHost, urls }) => onvifHost !== null && sharesOne(urls.map(pathOf), paths));
  const addresses = new Set(device.profiles.map(({ url }) => streamAddressKey(url)));
  const doubtful = alike.filter(({ urls }) => !sharesOne(urls.map(streamAddressKey), addresses));
  const marks = isAble ? await marksOf(deps, actor, { access, cameras: doubtful }) : {};
  const own = new Set(marks[access.host]);
  const same = doubtful.filter(({ cameraId, deviceSerial, deviceMac }) => {
    const said = marks[cameraId] ?? [];
    if (said.length > 0) return sharesOne(said, own);
    return deviceSerial !== null && deviceSerial === serialMark(device) && !isOtherCard(deviceMac, device.macAddress);
  });
  const { manufacturer, model, serial, macAddress, profiles } = device;
  const channels = channelsOf(profiles).map((channel) => presentChannel(channel, { places, same }));
  return { manufacturer, model, serial, macAddress, channels };
}

function presentChannel(
  { source, profiles }: { source: string | null; profiles: readonly OnvifProfile[] },
  { places, same }: { places: readonly Place[]; same: readonly Place[] },
): DeviceChannel {
  const { mainToken, subToken } = chooseProfiles(profiles);
  const main = profiles.find(({ token }) => token === mainToken);
  const keys = new Set(profiles.map(({ url }) => streamAddressKey(url)));
  const paths = new Set(profiles.map(({ url }) => pathOf(url)));
  const here = places.find(({ urls }) => sharesOne(urls.map(streamAddressKey), keys));
  const camera = here ?? same.find(({ urls }) => sharesOne(urls.map(pathOf), paths));
  return {
    channel: source ?? '',
    main: main
      ? { name: main.name, videoCodec: main.videoCodec, width: main.width, height: main.height, url: main.url }
      : null,
    subUrl: profiles.find(({ token }) => token === subToken)?.url ?? null,
    added: camera ? { cameraId: camera.cameraId, name: camera.name, isElsewhere: here === undefined } : null,
  };
}

/** Cheap devices share serial numbers, but no hardware addresses. */
const isOtherCard = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one !== other;

/** What the device that is asked and those of cameras say by what they are told apart; nothing of those that do not answer. */
async function marksOf(
  { edges }: ChannelsDeps,
  { organizationId }: MemberActor,
  { access, cameras }: { access: Asked['access']; cameras: readonly Place[] },
): Promise<Record<string, readonly string[]>> {
  if (cameras.length === 0) return {};
  const { edgeId, host, port, credentials } = access;
  const cameraIds = cameras.slice(0, maxAsked).map(({ cameraId }) => cameraId);
  const body = { hosts: [], devices: [{ host, port, credentials }], cameraIds };
  try {
    const command = 'onvif.identify';
    return (await edges.request({ organizationId, edgeId, command, body, timeoutMs: identifyTimeoutMs })).marks;
  } catch (error) {
    // The channels are worth showing without; a camera that is made of one a second time can be seen and removed.
    if (error instanceof AppError) return {};
    throw error;
  }
}
