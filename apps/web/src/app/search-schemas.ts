import type { CameraState } from '@sightline/contracts/cameras/camera';
import type { SearchAddress } from '../features/events/search/search-address.ts';
import { siteSorts, type SiteSort } from '../features/locations/sites/site-sorts.ts';
import { coreTabs, type CoreTabName } from './pages/core/core-tabs.ts';
import { isProviderId } from '../platform/session/known-provider.ts';
import { listParameter, oneOf, textParameter } from '../platform/routes/search-parameters.ts';

type Raw = Record<string, unknown>;

const cameraStates = [
  'online',
  'unhealthy',
  'notRecording',
  'offline',
  'notConnected',
] as const satisfies readonly CameraState[];

const longText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 2000) : undefined;

/** Where to go after a second factor was added. */
export const secondFactorSearch = (search: Raw): { redirectUrl?: string | undefined } => ({
  redirectUrl: longText(search.redirectUrl),
});

/** Query parameters of the sign-in page. */
export interface LoginSearch {
  /** Where to go afterwards. */
  redirectUrl?: string | undefined;
  /** A provider that people were given the link of. */
  provider?: string | undefined;
  msg?: string | undefined;
  error_description?: string | undefined;
  code?: string | undefined;
}

/** The parameters of the sign-in page, with what a provider brought back. */
export const loginSearch = (search: Raw): LoginSearch => ({
  ...secondFactorSearch(search),
  provider: typeof search.provider === 'string' && isProviderId(search.provider) ? search.provider : undefined,
  msg: textParameter(search.msg),
  error_description: textParameter(search.error_description),
  code: longText(search.code),
});

/** What a provider brought back that was to be linked. */
export const identitiesSearch = (
  search: Raw,
): { linked?: 'true' | undefined; msg?: string | undefined; error_description?: string | undefined } => ({
  linked: oneOf(['true'], search.linked),
  msg: textParameter(search.msg),
  error_description: textParameter(search.error_description),
});

/** Query parameters of mailed links: their secret, and the address that they are about. */
export const linkSearch = (search: Raw): { token?: string | undefined; description?: string | undefined } => ({
  token: textParameter(search.token),
  description: textParameter(search.description),
});

/** Filters of the device list. */
export interface DeviceListSearch {
  q?: string | undefined;
  status?: CameraState | undefined;
  /** Ids of a site and a core. */
  site?: string | undefined;
  core?: string | undefined;
  /** The sites or the cores themselves instead of the cameras. */
  of?: 'sites' | 'cores' | undefined;
  /** Of cores: those that hold what they should, or those that do not. */
  sync?: 'in' | 'out' | undefined;
  /** Order of the sites; `desc` turns it round. */
  sort?: SiteSort | undefined;
  desc?: 'true' | undefined;
}

/** Filters of the device list; unknown values are dropped, so that an old link still opens. */
export const deviceListSearch = (search: Raw): DeviceListSearch => ({
  q: textParameter(search.q),
  status: oneOf(cameraStates, search.status),
  site: textParameter(search.site),
  core: textParameter(search.core),
  of: oneOf(['sites', 'cores'], search.of),
  sync: oneOf(['in', 'out'], search.sync),
  sort: oneOf(siteSorts, search.sort),
  desc: oneOf(['true'], search.desc),
});

/** The site that is shown with what is below it; all of them without. */
export const homeSearch = (search: Raw): { site?: string | undefined } => ({ site: textParameter(search.site) });

/** The site whose buildings are shown, and the floor. */
export const floorsSearch = (search: Raw): { site?: string | undefined; floor?: string | undefined } => ({
  site: textParameter(search.site),
  floor: textParameter(search.floor),
});

/** The part of a core that is shown. */
export const coreSearch = (search: Raw): { tab?: CoreTabName | undefined } => ({ tab: oneOf(coreTabs, search.tab) });

/** The part of a camera that is changed, and the number of the area of its picture that is marked. */
export const editCameraSearch = (search: Raw): { tab?: string | undefined; area?: string | undefined } => ({
  tab: textParameter(search.tab),
  area: textParameter(search.area),
});

/** How cameras are added, the core that is chosen at first, and a list of cameras that is open. */
interface AddCameraSearch {
  core?: string | undefined;
  way?: 'scan' | 'onvif' | 'file' | 'manual' | undefined;
  list?: string | undefined;
}
export const addCameraSearch = (search: Raw): AddCameraSearch => ({
  core: textParameter(search.core),
  way: oneOf(['scan', 'onvif', 'file', 'manual'], search.way),
  list: textParameter(search.list),
});

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
  person: listParameter(search.person),
  uniform: listParameter(search.uniform),
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
export const cameraChoiceSearch = (search: Raw): { camera?: string | undefined } => ({
  camera: textParameter(search.camera),
});

const logLevels = ['debug', 'info', 'warn', 'error'] as const;

/** Filters of the system log. */
export const logsSearch = (
  search: Raw,
): { level?: (typeof logLevels)[number] | undefined; q?: string | undefined } => ({
  level: oneOf(logLevels, search.level),
  q: textParameter(search.q),
});
