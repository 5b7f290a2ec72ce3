import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { BareRequest } from '../../platform/http/bare-server.ts';
import type { Log } from '../../platform/log/log.ts';
import type { CameraPagesService } from './camera-pages.service.ts';
import { failurePage, languageOf, openingPage, type OwnPage, type PageLanguage } from './own-pages.ts';
import type { EndedPage } from './page-registry.ts';
import type { PageAddresses } from './page-addresses.ts';
import { passSocketToCamera, passToCamera, sendOwn, type Admitted } from './page-passing.ts';
import { isOfOwnPage, isPlainPath } from './page-request-headers.ts';
import { cookiePrefixOf } from './page-sessions.ts';

/** The one path that is ours on the origin of a page. */
const openingPath = '/.sightline/open';

const cookieName = (isSecure: boolean): string => (isSecure ? '__Host-sightline-page' : 'sightline-page');

const cookieOf = ({ raw }: BareRequest, name: string): string =>
  (raw.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? '';

interface GatewayDeps {
  service: CameraPagesService;
  addresses: () => PageAddresses | null;
  log: Log;
}

/** Everything that comes to the port of camera pages: a ticket to open one, or a request of an opened one. Nothing else is there. */
export function createPageGateway(deps: GatewayDeps): (request: BareRequest) => Promise<void> {
  return async (request) => {
    try {
      await handle(deps, request);
    } catch (error) {
      deps.log.error({ err: error }, 'a request to the page of a camera failed');
      sendOwn(request, failurePage('internal', languageOf(request.raw.headers['accept-language'])));
    }
  };
}

async function handle({ service, addresses: addressesOf }: GatewayDeps, request: BareRequest): Promise<void> {
  const { raw, host, address } = request;
  const lang = languageOf(raw.headers['accept-language']);
  const addresses = addressesOf();
  const label = addresses?.labelOf(host) ?? null;
  if (addresses === null || label === null) return sendOwn(request, failurePage('not_found', lang));
  const target = raw.url ?? '';
  if (!isPlainPath(target) || raw.method === 'TRACE') return sendOwn(request, failurePage('bad_request', lang));
  const names = { service, addresses, label };
  if (target.split('?', 1)[0] === openingPath) return open(names, request);
  const cookie = cookieOf(request, cookieName(addresses.isSecure));
  const page = await service.admit(label, cookie, address);
  if (!page) return sendOwn(request, endedPage(service.endOf(label, cookie), lang));
  const ownOrigin = addresses.originOf(label);
  // A worker of the camera's would outlive the session, and answer for the camera.
  const isWorker = raw.headers['service-worker'] !== undefined || raw.headers['sec-fetch-dest'] === 'serviceworker';
  if (
    isWorker ||
    !isOfOwnPage(raw.headers, ownOrigin) ||
    (request.upgrade !== null && raw.headers.origin !== ownOrigin)
  )
    return sendOwn(request, failurePage('forbidden', page.lang));
  page.requests += 1;
  service.pages.count(page, {});
  const admitted: Admitted = {
    request,
    page,
    pages: service.pages,
    names: { ownOrigin, cameraOrigin: page.cameraOrigin, cookiePrefix: cookiePrefixOf(page) },
    isSecure: addresses.isSecure,
  };
  if (request.upgrade === null) passToCamera(admitted);
  else if (raw.headers.upgrade?.toLowerCase() === 'websocket' && raw.method === 'GET') passSocketToCamera(admitted);
  else sendOwn(request, failurePage('bad_request', page.lang));
}

/** What can be told plainly of why a page is no more; the rest is that it is. */
const toldCauses: readonly ErrorCode[] = [
  'privacy_needs_originals',
  'core_offline',
  'camera_page_off',
  'payload_too_large',
];

function endedPage(ended: EndedPage | null, lang: PageLanguage): OwnPage {
  if (ended === null) return failurePage('camera_page_ended', lang);
  return failurePage(toldCauses.includes(ended.cause) ? ended.cause : 'camera_page_ended', ended.lang);
}

interface Opening {
  service: CameraPagesService;
  addresses: PageAddresses;
  label: string;
}

/** Only a person who goes there opens a page: no picture, no frame, no script of another one does. */
async function open({ service, addresses, label }: Opening, request: BareRequest): Promise<void> {
  const { raw, address } = request;
  const lang = languageOf(raw.headers['accept-language']);
  const mode = raw.headers['sec-fetch-dest'];
  if (raw.method !== 'GET' || request.upgrade !== null || (mode !== undefined && mode !== 'document'))
    return sendOwn(request, failurePage('forbidden', lang));
  const ticket = new URL(raw.url ?? '/', 'http://page').searchParams.get('ticket') ?? '';
  const secret = await service.redeem(label, ticket, address);
  if (secret === null) return sendOwn(request, failurePage('camera_page_ended', lang));
  const secure = addresses.isSecure ? '; Secure' : '';
  const cookie = `${cookieName(addresses.isSecure)}=${secret}; Path=/; HttpOnly; SameSite=Strict${secure}`;
  sendOwn(request, openingPage(service.pages.byLabel(label)?.lang ?? lang, cookie));
}
