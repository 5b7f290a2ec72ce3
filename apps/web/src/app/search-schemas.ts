import type { CameraState } from '@sightline/contracts/cameras/camera';
import type { SearchAddress } from '../features/events/search/search-address.ts';
import { listParameter, oneOf, textParameter } from './search-parameters.ts';

type Raw = Record<string, unknown>;

const cameraStates = ['online', 'unhealthy', 'notRecording', 'offline', 'notConnected'] as const satisfies readonly CameraState[];

/** Query parameters of the sign-in page: where to go afterwards. */
export const loginSearch = (search: Raw): { next?: string | undefined } => ({ next: textParameter(search.next) });

/** Filters of the device list. */
export interface DeviceListSearch {
  q?: string | undefined;
  status?: CameraState | undefined;
  /** Ids of a site and a core. */
  site?: string | undefined;
  core?: string | undefined;
}

/** Filters of the device list; unknown values are dropped, so that an old link still opens. */
export const deviceListSearch = (search: Raw): DeviceListSearch => ({
  q: textParameter(search.q),
  status: oneOf(cameraStates, search.status),
  site: textParameter(search.site),
  core: textParameter(search.core),
});

/** The core that is chosen at first when adding a camera. */
export const addCameraSearch = (search: Raw): { core?: string | undefined } => ({ core: textParameter(search.core) });

/** UTC milliseconds at which the camera page starts to play; live without. */
export const cameraSearch = (search: Raw): { at?: string | undefined } => ({ at: textParameter(search.at) });

/** Filters of the search; what its words mean is read where they are used, so that an old link still opens. */
export const searchSearch = (search: Raw): SearchAddress => ({
  tab: oneOf(['motion'], search.tab),
  class: textParameter(search.class),
  colour: textParameter(search.colour),
  part: textParameter(search.part),
  plate: textParameter(search.plate),
  match: oneOf(['similar'], search.match),
  camera: listParameter(search.camera),
  site: textParameter(search.site),
  zone: listParameter(search.zone),
  severity: textParameter(search.severity),
  range: textParameter(search.range),
  from: textParameter(search.from),
  to: textParameter(search.to),
  stay: textParameter(search.stay),
  motion: textParameter(search.motion),
  face: oneOf(['true'], search.face),
  plates: oneOf(['true'], search.plates),
  rest: oneOf(['exclude', 'only'], search.rest),
  sure: oneOf(['all'], search.sure),
  event: textParameter(search.event),
  like: textParameter(search.like),
  by: oneOf(['face'], search.by),
  cells: textParameter(search.cells),
  level: textParameter(search.level),
});

/** The camera that a page of developers looks at. */
export const cameraChoiceSearch = (search: Raw): { camera?: string | undefined } => ({ camera: textParameter(search.camera) });

const logLevels = ['debug', 'info', 'warn', 'error'] as const;

/** Filters of the system log. */
export const logsSearch = (search: Raw): { level?: (typeof logLevels)[number] | undefined; q?: string | undefined } => ({
  level: oneOf(logLevels, search.level),
  q: textParameter(search.q),
});
