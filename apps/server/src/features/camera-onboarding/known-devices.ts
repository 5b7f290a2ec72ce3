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
 * Whether devices that were found are cameras already. By machine and port: behind one address there may be many, as behind a recorder or
 * a router that forwards ports. Of a camera that was added by the address of its stream nobody knows where it answers ONVIF: it is the
 * device of that machine when there is no other one.
 */
export function knownDevices(
  found: readonly FoundDevice[],
  cameras: readonly ReachedAt[],
): (device: FoundDevice) => boolean {
  const asked = new Set(
    cameras.flatMap(({ onvifHost, onvifPort }) =>
      onvifHost === null || onvifPort === null ? [] : [placeOf(onvifHost, onvifPort)],
    ),
  );
  const streams = new Set(cameras.flatMap(({ urls }) => urls.map(streamPlace)));
  const onlyStreams = new Set(
    cameras.flatMap(({ urls, onvifHost }) => (onvifHost === null ? urls.map(machineOf) : [])),
  );
  const onMachine = Map.groupBy(
    found.filter(({ isOnvif }) => isOnvif),
    ({ host }) => machineOf(host),
  );
  return ({ host, port, isOnvif }) => {
    if (!isOnvif) return streams.has(placeOf(host, port));
    const machine = machineOf(host);
    return asked.has(placeOf(host, port)) || (onlyStreams.has(machine) && onMachine.get(machine)?.length === 1);
  };
}
