import type { FoundDevice } from '@sightline/contracts/cameras/camera-onvif';
import { machineOf } from '../cameras/cameras.public.ts';

/** Where a camera is reached. */
interface ReachedAt {
  urls: readonly string[];
  onvifHost: string | null;
  onvifPort: number | null;
}

const usualPorts: Record<string, string> = { rtsp: '554', rtsps: '322' };

const placeOf = (host: string, port: number | string): string => `${machineOf(host)} ${String(port)}`;

/** Machine and port of the address of a stream. */
function streamPlace(url: string): string {
  const [, scheme = '', host = '', port] = /^([a-z]+):\/\/(\[[^\]]*\]|[^/:?#]*)(?::(\d+))?/i.exec(url) ?? [];
  return placeOf(host, port ?? usualPorts[scheme.toLowerCase()] ?? '');
}

/**
 * How many cameras each device that was found has become. By machine and port: behind one address there may be many devices, as behind
 * a router that forwards ports, and in one device many cameras, as in a recorder. Of a camera that was added by the address of its
 * stream nobody knows where it answers ONVIF: it is of the device of that machine when there is no other one.
 */
export function knownDevices(
  found: readonly FoundDevice[],
  cameras: readonly ReachedAt[],
): (device: FoundDevice) => number {
  const onMachine = Map.groupBy(
    found.filter(({ isOnvif }) => isOnvif),
    ({ host }) => machineOf(host),
  );
  const isOf = ({ urls, onvifHost, onvifPort }: ReachedAt, { host, port, isOnvif }: FoundDevice): boolean => {
    if (!isOnvif) return urls.some((url) => streamPlace(url) === placeOf(host, port));
    if (onvifHost !== null && onvifPort !== null) return placeOf(onvifHost, onvifPort) === placeOf(host, port);
    const machine = machineOf(host);
    return urls.some((url) => machineOf(url) === machine) && onMachine.get(machine)?.length === 1;
  };
  return (device) => cameras.filter((camera) => isOf(camera, device)).length;
}
