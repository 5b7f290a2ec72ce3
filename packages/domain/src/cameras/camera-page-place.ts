import type { CameraSettings } from '@sightline/contracts/cameras/camera-settings';

/** Where a camera shows its own web page. `host` as it was typed, IPv6 in brackets or not. */
export interface CameraPagePlace {
  scheme: 'http' | 'https';
  host: string;
  port: number;
}

interface KnownCamera {
  streams: readonly { kind: 'main' | 'sub'; url: string }[];
  onvif: { host: string } | null;
  settings: Pick<CameraSettings, 'vpnConfiguration'>;
}

const hostOf = (url: string): string | null => /^rtsps?:\/\/(\[[^\]]+\]|[^:/?#]+)/i.exec(url)?.[1] ?? null;

/** The page of a camera: on the host of its ONVIF address, else on that of its main stream; null while it is switched off. */
export function cameraPagePlace({ streams, onvif, settings }: KnownCamera): CameraPagePlace | null {
  const { isOn, scheme, port } = settings.vpnConfiguration;
  const main = streams.find(({ kind }) => kind === 'main') ?? streams[0];
  const host = onvif?.host ?? (main === undefined ? null : hostOf(main.url));
  return isOn && host !== null ? { scheme, host, port } : null;
}
