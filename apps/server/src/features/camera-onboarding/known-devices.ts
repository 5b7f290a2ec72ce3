import type { FoundDevice } from '@sightline/contracts/cameras/camera-onvif';
import { machineOf, type DeviceIdentity } from '../cameras/cameras.public.ts';

/** Where a camera is reached, and what its device said of itself. */
export interface ReachedCamera extends DeviceIdentity {
  urls: readonly string[];
  onvifHost: string | null;
  onvifPort: number | null;
}

/** What a device that was found is already; see `cameraScan`. */
export interface KnownAs {
  cameraCount: number;
  channelCount: number | null;
  isElsewhere: boolean;
}

const usualPorts: Record<string, string> = { rtsp: '554', rtsps: '322' };

const placeOf = (host: string, port: number | string): string => `${machineOf(host)} ${String(port)}`;

/** Machine and port of the address of a stream. */
function streamPlace(url: string): string {
  const [, scheme = '', host = '', port] = /^([a-z]+):\/\/(\[[^\]]*\]|[^/:?#]*)(?::(\d+))?/i.exec(url) ?? [];
  return placeOf(host, port ?? usualPorts[scheme.toLowerCase()] ?? '');
}

/** Whether two texts are both known and the same, both known and different, or not to be compared. */
const compare = (one: string | null, other: string | null): 'same' | 'different' | 'unknown' =>
  one === null || other === null ? 'unknown' : one === other ? 'same' : 'different';

/**
 * Which cameras each device that was found is.
 *
 * First by place, machine and port: behind one address there may be many devices, as behind a router that forwards ports, and in one device
 * many cameras, as in a recorder. Of a camera that was added by the address of its stream nobody knows where it answers ONVIF: it is of the
 * device of that machine when there is no other one. A device at that place with both another uuid and another hardware address is another
 * one, which has the address now; a new uuid alone may be that of a device that makes one at each start.
 *
 * A camera whose device does not answer at its place may have got another address. It is the device elsewhere that bears the same hardware
 * address and port or, where hardware addresses are not known, the same uuid: cheap devices share uuids, but no hardware addresses. Where
 * several fit nobody knows which it is, and none is: a camera that is added twice can be seen, one that is not offered cannot be added.
 */
export function knownDevices(
  found: readonly FoundDevice[],
  cameras: readonly ReachedCamera[],
): (device: FoundDevice) => KnownAs {
  const onMachine = Map.groupBy(
    found.filter(({ isOnvif }) => isOnvif),
    ({ host }) => machineOf(host),
  );
  const isAt = ({ urls, onvifHost, onvifPort }: ReachedCamera, { host, port, isOnvif }: FoundDevice): boolean => {
    if (!isOnvif) return urls.some((url) => streamPlace(url) === placeOf(host, port));
    if (onvifHost !== null && onvifPort !== null) return placeOf(onvifHost, onvifPort) === placeOf(host, port);
    const machine = machineOf(host);
    return urls.some((url) => machineOf(url) === machine) && onMachine.get(machine)?.length === 1;
  };
  const devicesOf = (camera: ReachedCamera): { devices: readonly FoundDevice[]; isElsewhere: boolean } => {
    const here = found.filter((device) => isAt(camera, device) && !isOther(camera, device));
    if (here.length > 0) return { devices: here, isElsewhere: false };
    const elsewhere = found.filter((device) => isMoved(camera, device));
    return { devices: elsewhere.length === 1 ? elsewhere : [], isElsewhere: true };
  };
  const known = cameras.map((camera) => ({ camera, ...devicesOf(camera) }));
  return (device) => {
    const own = known.filter(({ devices }) => devices.includes(device));
    const channels = own.flatMap(({ camera }) => camera.deviceChannels ?? []);
    return {
      cameraCount: own.length,
      channelCount: channels.length === 0 ? null : Math.max(...channels),
      isElsewhere: own.length > 0 && own.every(({ isElsewhere }) => isElsewhere),
    };
  };
}

const isOther = ({ deviceUuid, deviceMac }: ReachedCamera, { uuid, macAddress }: FoundDevice): boolean =>
  compare(deviceUuid, uuid) === 'different' && compare(deviceMac, macAddress) === 'different';

function isMoved({ deviceUuid, deviceMac, onvifPort }: ReachedCamera, device: FoundDevice): boolean {
  if (!device.isOnvif) return false;
  const byCard = compare(deviceMac, device.macAddress);
  // A router has one card for all that it forwards to.
  if (byCard !== 'unknown') return byCard === 'same' && onvifPort === device.port;
  return compare(deviceUuid, device.uuid) === 'same';
}
