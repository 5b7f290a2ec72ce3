/** What a device says it is; texts are bounded. */
export interface DeviceInformation {
  manufacturer: string;
  model: string;
  firmware: string;
  serial: string;
}

/** One media profile. Numbers that cannot be true are 0 or null. */
export interface DeviceProfile {
  token: string;
  name: string;
  /** `h264`, `h265`, `jpeg` or what else the device calls it. */
  videoCodec: string;
  width: number;
  height: number;
  fps: number | null;
  bitrateKbps: number | null;
  hasPtz: boolean;
  hasAudio: boolean;
  /** Token of the picture source, for imaging. */
  videoSource: string | null;
}

/** What a device offers beside its streams. */
export interface DeviceServices {
  ptz: boolean;
  imaging: boolean;
  events: boolean;
}

export interface DevicePreset {
  token: string;
  name: string;
}

export interface ImagingRange {
  min: number;
  max: number;
}

type Level = 'brightness' | 'contrast' | 'saturation' | 'sharpness';
export type IrCut = 'on' | 'off' | 'auto';

/** Imaging in the device's own numbers; what it does not have is missing. */
export interface DeviceImaging {
  levels: Partial<Record<Level, { value: number; range: ImagingRange }>>;
  irCut: IrCut | null;
}

/** Speeds -1..1. */
export interface PtzSpeed {
  pan: number;
  tilt: number;
  zoom: number;
}

/** A change between motion and none as a device tells it. `source` tells its rules apart. */
export interface MotionNotice {
  source: string;
  isMotion: boolean;
  /** When the device says it happened, by its own clock; null when it does not say. */
  deviceUtcMs: number | null;
}

/** A subscription to what a device notices. */
export interface DeviceEvents {
  /** When it ends unless renewed, as far as the device said; milliseconds from the last answer. */
  readonly leftMs: number;
  /** Waits up to `waitMs` for news; `signal` ends the wait with `camera_timeout`. */
  pull(waitMs: number, signal: AbortSignal): Promise<MotionNotice[]>;
  renew(): Promise<void>;
  /** Asks the device to tell how everything is now; what it cannot do is left out. */
  notifyAll(): Promise<void>;
  /** Lets the device forget it. */
  close(): Promise<void>;
}

/**
 * A device that was reached. Every call fails with a code of the catalogue: `camera_credentials_refused`,
 * `onvif_unsupported`, `onvif_refused`, `camera_timeout`, `camera_unreachable`, `camera_closed`, `camera_not_onvif`.
 */
export interface OnvifDevice {
  /** Address behind the host. */
  readonly address: string;
  /** Device's clock minus ours, or null when it does not tell. */
  readonly clockOffsetMs: number | null;
  /** Protected: succeeds with right credentials only. */
  information(): Promise<DeviceInformation>;
  macAddress(): Promise<string | null>;
  services(): Promise<DeviceServices>;
  profiles(): Promise<DeviceProfile[]>;
  /** Address of the stream at the host that we reached, without credentials; null when it is no RTSP address. */
  streamUrl(token: string): Promise<string | null>;
  presets(profile: string): Promise<DevicePreset[]>;
  /** Null when the device does not say. */
  isMoving(profile: string): Promise<boolean | null>;
  move(profile: string, speed: PtzSpeed, forMs: number): Promise<void>;
  stopMoving(profile: string): Promise<void>;
  goToPreset(profile: string, preset: string): Promise<void>;
  /** Answers the token of the new preset. */
  savePreset(profile: string, name: string): Promise<string>;
  removePreset(profile: string, preset: string): Promise<void>;
  imaging(videoSource: string): Promise<DeviceImaging>;
  setImaging(videoSource: string, wanted: Partial<Record<Level, number>> & { irCut?: IrCut }): Promise<void>;
  /** Sets the device's clock to ours. */
  setClock(): Promise<void>;
  reboot(): Promise<void>;
  openEvents(): Promise<DeviceEvents>;
}

export interface OnvifTarget {
  host: string;
  port: number;
  credentials: { username: string; password: string };
  /** Ends every call that is under way with `camera_timeout`. */
  signal?: AbortSignal;
}

export interface OnvifPort {
  /** Reaches a device and reads its clock. Fails as its calls do, and with `camera_address_refused`. */
  open(target: OnvifTarget): Promise<OnvifDevice>;
  /** Whether something that speaks ONVIF listens there, asked without credentials; never fails. */
  isThere(place: { host: string; port: number; timeoutMs: number; signal: AbortSignal }): Promise<boolean>;
}

/** A device that answered a search. The host is where the answer came from, whatever the device names. */
export interface DiscoveredDevice {
  /** Identity of the device over all its addresses; empty when it says none. Cheap devices may share one. */
  uuid: string;
  /** Hosts that the device says it has. */
  namedHosts: readonly string[];
  host: string;
  port: number;
  name: string;
  manufacturer: string;
  model: string;
  macAddress: string | null;
}

/** Asks all networks of this machine who speaks ONVIF until `signal` ends. */
export type DiscoverDevices = (signal: AbortSignal, onDevice: (device: DiscoveredDevice) => void) => Promise<void>;
