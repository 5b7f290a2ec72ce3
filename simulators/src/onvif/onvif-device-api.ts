/** How a simulated device checks who asks: WS-Security tokens, HTTP Digest, either, or not at all. */
export type OnvifAuth = 'none' | 'token' | 'digest' | 'either';

/** One media profile; `streamUrl` is where an RTSP simulator serves it. */
export interface SimulatedProfile {
  token: string;
  name: string;
  codec: 'H264' | 'H265' | 'JPEG';
  width: number;
  height: number;
  fps: number;
  bitrateKbps: number;
  streamUrl: string;
  /** Token of the view that it shows: a recorder has one for each of its cameras. Default `source_1`. */
  source?: string;
  hasAudio?: boolean;
}

/** A simulated device. What is left out is as in a common camera. */
export interface OnvifDeviceOptions {
  /** 0 takes a free port. */
  port?: number;
  host?: string;
  username?: string;
  password?: string;
  /** Default `either` with a user name, else `none`. */
  auth?: OnvifAuth;
  /** A token that came before is refused. Default true; some clients, libonvif among them, send one twice within a second. */
  remembersNonces?: boolean;
  /** HTTP status of a refused WS-Security token; real cameras answer either. Default 400. */
  refusalStatus?: 400 | 401;
  manufacturer?: string;
  model?: string;
  firmware?: string;
  serial?: string;
  macAddress?: string;
  /** What it calls itself when it is searched for. A new one by default; two devices with cloned firmware have the same. */
  uuid?: string;
  profiles: SimulatedProfile[];
  /** Default true. */
  hasPtz?: boolean;
  hasEvents?: boolean;
  hasImaging?: boolean;
  /** Media version 2 is offered, without which H.265 cannot be told. Default true. */
  hasMedia2?: boolean;
  /** `GetServices` is not known, as in older devices. */
  isOld?: boolean;
  /** The device's clock minus the true one. */
  clockOffsetMs?: number;
  /** Subscriptions are told apart by reference parameters instead of their address. */
  usesReferenceParameters?: boolean;
  /** When a subscriber hears how things are: at once, as the standard wants it, only when he asks, or never, as with detection switched off. */
  tellsState?: 'always' | 'asked' | 'never';
  /** A subscription lives this long at most, whatever was asked for. */
  maxSubscriptionMs?: number;
}

/** Faults that can be switched at run time; `clear()` ends them all. */
export interface OnvifFaults {
  /** Every answer waits this long. */
  slowMs: number;
  /** Nothing but this comes back, with status 200. */
  garbage: string | null;
  /** Answers of this many bytes. */
  hugeBytes: number;
  /** Connections are accepted, requests never answered. */
  isHalfOpen: boolean;
  /** No password is right. */
  refusesAll: boolean;
  hasNoProfiles: boolean;
  /** Subscriptions and renewals do not say when they end. */
  hasNoTerminationTime: boolean;
  /** Host that stands in every address which the device names. */
  namedHost: string | null;
  /** Sizes, names and rates that cannot be true. */
  lies: boolean;
  /** HTTP redirects to this address. */
  redirectTo: string | null;
}

/** A call that reached the device. */
export interface OnvifCallSeen {
  name: string;
  auth: 'none' | 'token' | 'digest';
  isAllowed: boolean;
}

/** A running device. */
export interface OnvifDevice {
  port: number;
  host: string;
  /** Address of its device service. */
  url: string;
  uuid: string;
  faults: OnvifFaults;
  calls: OnvifCallSeen[];
  /** Where the head points and what is stored. */
  ptz: PtzState;
  imaging: ImagingState;
  /** The device's clock minus the true one; `SetSystemDateAndTime` changes it. */
  clockOffsetMs(): number;
  /** Live pull-point subscriptions. */
  subscriptions(): number;
  /** Tells every subscriber when it changes something. */
  setMotion(isMotion: boolean): void;
  /** Goes away for this long and forgets its subscriptions. */
  reboot(forMs: number): void;
  reboots(): number;
  clearFaults(): void;
  /** Values of its `ProbeMatch`. */
  discovery(): { uuid: string; scopes: string[]; address: string };
  stop(): Promise<void>;
}

/** Where a head points: pan and tilt -1..1, zoom 0..1. */
export interface HeadPosition {
  pan: number;
  tilt: number;
  zoom: number;
}

export interface PtzState extends HeadPosition {
  isMoving: boolean;
  /** By token: the name, and where the head pointed when it was kept. */
  presets: Map<string, HeadPosition & { name: string }>;
  /** Preset that was last gone to. */
  atPreset: string | null;
}

/** 0..100, as the device's own range says; `sharpness` 0..10. */
export interface ImagingState {
  brightness: number;
  contrast: number;
  saturation: number;
  sharpness: number;
  irCut: 'ON' | 'OFF' | 'AUTO';
}
