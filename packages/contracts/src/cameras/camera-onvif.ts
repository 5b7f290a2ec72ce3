import { z } from 'zod';
import { errorCode } from '../shared/errors.ts';
import { id, utcMs } from '../shared/ids.ts';
import { credentialsInput, streamTest } from './camera.ts';
import { deviceHost, devicePort } from './device-address.ts';

/** A device that answered in the core's own network. */
export const foundDevice = z.object({
  host: deviceHost,
  port: devicePort,
  source: z.enum(['discovery', 'probe']),
  name: z.string().max(200),
  manufacturer: z.string().max(200),
  model: z.string().max(200),
  macAddress: z.string().max(17).nullable(),
  isOnvif: z.boolean(),
  /** What the device calls itself when it is searched for, the same at all its addresses. Null where it said nothing, and from older cores. */
  uuid: z.string().max(200).nullable().default(null),
});

/** A stream that a device offers. `url` carries no credentials. */
export const onvifProfile = z.object({
  token: z.string().max(200),
  name: z.string().max(200),
  videoCodec: z.string().max(20),
  width: z.number().int(),
  height: z.number().int(),
  fps: z.number().nullable(),
  bitrateKbps: z.number().nullable(),
  url: z.string().max(2000),
  hasPtz: z.boolean(),
  /** The picture that it is of: a recorder has one for each of its cameras. Older cores do not say. */
  source: z.string().max(200).nullable().optional(),
});

/** What a device says of itself after a protected call succeeded. */
export const onvifDevice = z.object({
  manufacturer: z.string().max(200),
  model: z.string().max(200),
  firmware: z.string().max(200),
  serial: z.string().max(200),
  macAddress: z.string().max(17).nullable(),
  /** Device's clock minus core's clock. */
  clockOffsetMs: z.number().nullable(),
  profiles: z.array(onvifProfile).max(192),
  /** Tokens of the profiles that the core would take: the largest as main, a small one as sub. */
  mainToken: z.string().nullable(),
  subToken: z.string().nullable(),
  can: z.object({
    ptz: z.boolean(),
    presets: z.boolean(),
    events: z.boolean(),
    imaging: z.boolean(),
    reboot: z.boolean(),
    audio: z.boolean(),
  }),
});

/** How a core reaches a device. */
export const onvifAccess = z.object({ host: deviceHost, port: devicePort.default(80), credentials: credentialsInput });

const speed = z.number().min(-1).max(1);

/** What can be asked of a device once it is a camera. Speeds -1..1; `move` goes on until `stop` or at most `timeoutMs`. */
export const onvifAction = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('move'),
    pan: speed,
    tilt: speed,
    zoom: speed,
    timeoutMs: z.number().int().min(100).max(10_000).default(1000),
  }),
  z.object({ kind: z.literal('stop') }),
  z.object({ kind: z.literal('goToPreset'), preset: z.string().min(1).max(100) }),
  z.object({ kind: z.literal('savePreset'), name: z.string().trim().min(1).max(100) }),
  z.object({ kind: z.literal('removePreset'), preset: z.string().min(1).max(100) }),
  z.object({ kind: z.literal('setClock') }),
  z.object({ kind: z.literal('reboot') }),
  z.object({
    kind: z.literal('setImaging'),
    brightness: z.number().min(0).max(1).optional(),
    contrast: z.number().min(0).max(1).optional(),
    saturation: z.number().min(0).max(1).optional(),
    sharpness: z.number().min(0).max(1).optional(),
    irCut: z.enum(['on', 'off', 'auto']).optional(),
  }),
]);

const level = z.number().min(0).max(1).nullable();

/** State of a device that is read when its page is opened. Imaging in fractions of the device's own range, null where it has none. */
export const onvifState = z.object({
  atUtcMs: utcMs,
  clockOffsetMs: z.number().nullable(),
  presets: z.array(z.object({ token: z.string().max(100), name: z.string().max(100) })).max(300),
  imaging: z
    .object({
      brightness: level,
      contrast: level,
      saturation: level,
      sharpness: level,
      irCut: z.enum(['on', 'off', 'auto']).nullable(),
    })
    .nullable(),
  isMoving: z.boolean().nullable(),
  /** The device has a head that moves; some do not say whether it moves just now. */
  hasHead: z.boolean().default(false),
  /** Whether the core hears what the device itself says of motion, and why not; null when it is not asked to, or just begins. */
  events: z.object({ isListening: z.boolean(), cause: errorCode.nullable() }).nullable().default(null),
});

/** What a core announces that can tell whether two hosts are one device. */
export const identifyCapability = 'identify';

/** Requests to a core about devices that speak ONVIF: input and output of each. */
export const onvifCommands = {
  /** WS-Discovery, and with `probesSubnet` a bounded look at the ONVIF and RTSP ports of the core's own /24 (at most 254 hosts). Answers what was found within `forMs`. */
  'onvif.scan': {
    input: z.object({ scanId: id, forMs: z.number().int().min(500).max(30_000), probesSubnet: z.boolean() }),
    output: z.object({ devices: z.array(foundDevice).max(512), isCut: z.boolean() }),
  },
  'onvif.scanCancel': { input: z.object({ scanId: id }), output: z.object({}) },
  /** A protected call first: wrong credentials are `camera_credentials_refused`, never "connected". */
  'onvif.look': { input: onvifAccess, output: onvifDevice },
  /**
   * Marks by which devices are told apart, by host and by id of a camera: hosts that share one are the same device, whatever they
   * are called. A host that the core cannot find has none. `devices` are asked by ONVIF what they are; so are the cameras.
   */
  'onvif.identify': {
    input: z.object({
      hosts: z.array(deviceHost).max(2000),
      devices: z.array(onvifAccess).max(4),
      cameraIds: z.array(id).max(1000),
    }),
    output: z.object({ marks: z.record(z.string().max(253), z.array(z.string().max(500)).max(40)) }),
  },
  'onvif.state': { input: z.object({ cameraId: id }), output: onvifState },
  'onvif.act': {
    input: z.object({ cameraId: id, action: onvifAction }),
    output: z.object({ preset: z.string().nullable() }),
  },
} as const;

/** One row of a file of cameras while it is looked at and created. */
export const importRow = z.object({
  /** Row in the file, from 2 (1 is the heading). */
  line: z.number().int(),
  session: z.string().max(64),
  loading: z.boolean(),
  success: z.boolean(),
  error: z.boolean(),
  errorMsg: z.string().max(500).nullable(),
  createStatus: z.enum(['none', 'creating', 'created', 'failed']),
  snapshotUrl: z.string().nullable(),
  camera: z.object({ name: z.string(), host: z.string(), url: z.string(), username: z.string() }),
  test: streamTest.nullable(),
});

export type FoundDevice = z.infer<typeof foundDevice>;
export type OnvifAccess = z.infer<typeof onvifAccess>;
export type OnvifAction = z.infer<typeof onvifAction>;
export type OnvifDevice = z.infer<typeof onvifDevice>;
export type OnvifProfile = z.infer<typeof onvifProfile>;
export type OnvifState = z.infer<typeof onvifState>;
