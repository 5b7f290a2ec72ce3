import {
  cameraPageCapability,
  cameraPageTimes,
  type CameraPage,
  type CameraPageTicket,
} from '@sightline/contracts/camera-pages/camera-page';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import type { ClientHttp2Session } from 'node:http2';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { newId } from '../../platform/ids/ids.ts';
import { cameraPageFor, requireOtherDevice } from '../cameras/cameras.public.ts';
import { findServingEdge } from '../edges/edges.public.ts';
import type { CameraPagesDeps } from './camera-pages-parts.ts';
import { findCertificate, pinCertificate } from './camera-pages.repository.ts';
import { PageRegistry, type EndedPage } from './page-registry.ts';
import { isSecret, newLabel, newSecret, publicPage, type PageSession } from './page-sessions.ts';
import { PageTunnels } from './page-tunnels.ts';

/** What needs a camera, its network and its core may take so long. */
const askTimeoutMs = 20_000;
/** Open at once by one session, and by everybody together. */
const maxOfSession = 6;
const maxOfAll = 200;
/** Wrong tickets of one page that are written down. */
const maxRefusals = 5;

interface Wanted {
  cameraId: string;
  lang: 'en' | 'he';
  acceptCertificate?: string | undefined;
}

interface Place {
  edgeId: string;
  host: string;
  placeKey: string;
  certificatePlace: string;
  known: { fingerprint: string; pinnedAt: Date } | undefined;
}

interface Reached {
  origin: string;
  certificate: string | null;
  tunnel: ClientHttp2Session;
}

/** Ways to the own pages of cameras: asked for by somebody who may change the camera, opened once, ended as soon as anything of it is no more. */
export class CameraPagesService {
  readonly #deps: CameraPagesDeps;
  readonly tunnels = new PageTunnels();
  readonly pages: PageRegistry;

  constructor(deps: CameraPagesDeps) {
    this.#deps = deps;
    this.pages = new PageRegistry(deps);
  }

  start(): void {
    this.pages.start();
  }

  stop(): Promise<void> {
    return this.pages.stop();
  }

  async open(actor: MemberActor, wanted: Wanted): Promise<CameraPageTicket> {
    if (actor.apiKeyId !== undefined) throw new AppError('api_key_scope');
    try {
      return await this.#open(actor, wanted);
    } catch (error) {
      // What is not there for somebody is not there for the audit either.
      if (error instanceof AppError && error.code !== 'not_found')
        await this.pages.auditRefusal(actor, wanted.cameraId, error.code);
      throw error;
    }
  }

  async list(actor: MemberActor, cameraId: string): Promise<CameraPage[]> {
    await this.#deps.database.withOrganization(actor.organizationId, (trx) =>
      cameraPageFor(trx, actor, { cameraId, permission: 'CameraEdit' }),
    );
    return this.pages
      .ofSession(actor)
      .filter((page) => page.cameraId === cameraId)
      .map(publicPage);
  }

  end(actor: MemberActor, pageId: string): Record<string, never> {
    const page = this.pages.ofSession(actor).find(({ id }) => id === pageId);
    if (page) this.pages.end(page, 'camera_page_ended');
    return {};
  }

  /**
   * Somebody comes with a ticket, from an address. Answers the secret of the cookie that lets in from now on; null when the
   * ticket opens nothing (any more) or may not be used from there. What cannot be written down is not opened.
   */
  async redeem(label: string, ticket: string, address: string): Promise<string | null> {
    const page = this.pages.byLabel(label);
    if (!page) return null;
    if (!isSecret(ticket, page.ticketHash)) {
      await this.#refuse(page, address);
      return null;
    }
    page.ticketHash = null;
    const actor = await this.#deps.memberOf({ ...page, address });
    if (!actor || this.#deps.clock() > page.openBeforeMs) {
      await this.pages.auditRefusal({ ...page, address }, page.cameraId, actor ? 'camera_page_ended' : 'forbidden');
      this.pages.end(page, 'camera_page_ended');
      return null;
    }
    page.addresses = new Set([address]);
    await this.pages.auditOpening(page, { ...actor, address });
    const { text, hash } = newSecret();
    page.openedAtMs = this.#deps.clock();
    page.activeAtMs = page.openedAtMs;
    page.cookieHash = hash;
    return this.pages.has(page) ? text : null;
  }

  /** A wrong ticket stands in the audit; who goes on guessing does not fill it. */
  async #refuse(page: PageSession, address: string): Promise<void> {
    page.refusals += 1;
    if (page.refusals <= maxRefusals)
      await this.pages.auditRefusal({ ...page, address }, page.cameraId, 'camera_page_ended');
  }

  /** The page that a cookie lets into, from an address; null for none. */
  async admit(label: string, cookie: string, address: string): Promise<PageSession | null> {
    const page = this.pages.byLabel(label);
    if (!page || !isSecret(cookie, page.cookieHash) || this.pages.endLate(page)) return null;
    if (!page.addresses.has(address)) {
      if (!(await this.#deps.memberOf({ ...page, address }))) return null;
      page.addresses.add(address);
    }
    return this.pages.has(page) ? page : null;
  }

  /** Why a page ended, for whoever has its cookie; null for everybody else. */
  endOf(label: string, cookie: string): EndedPage | null {
    const ended = this.pages.endedByLabel(label);
    return ended && isSecret(cookie, ended.cookieHash) ? ended : null;
  }

  async #open(actor: MemberActor, wanted: Wanted): Promise<CameraPageTicket> {
    const place = await this.#placeFor(actor, wanted.cameraId);
    const addresses = this.#deps.addresses();
    if (addresses === null) throw new AppError('camera_page_not_offered');
    this.#requireRoom(actor);
    const pageId = newId();
    const reached = await this.#reach(actor, { ...wanted, pageId }, place);
    try {
      // Others that were asked for at the same time may have arrived first.
      this.#requireRoom(actor);
    } catch (error) {
      reached.tunnel.destroy();
      throw error;
    }
    const certificate = await this.#pin(actor, wanted.cameraId, { ...place, shown: reached.certificate });
    const ticket = newSecret();
    const page = this.#session(actor, {
      id: pageId,
      ...wanted,
      ...place,
      certificate,
      cameraOrigin: reached.origin,
      tunnel: reached.tunnel,
      ticketHash: ticket.hash,
    });
    this.pages.add(page);
    const url = `${addresses.originOf(page.label)}/.sightline/open?ticket=${ticket.text}`;
    return { ...publicPage(page), url, openBefore: page.openBeforeMs };
  }

  #requireRoom(actor: MemberActor): void {
    if (this.pages.ofSession(actor).length >= maxOfSession || this.pages.size >= maxOfAll)
      throw new AppError('too_many');
  }

  #session(
    { organizationId, userId, sessionId, viaOrganizationId, address }: MemberActor,
    made: Pick<
      PageSession,
      'id' | 'cameraId' | 'lang' | 'edgeId' | 'placeKey' | 'certificate' | 'cameraOrigin' | 'tunnel' | 'ticketHash'
    >,
  ): PageSession {
    const now = this.#deps.clock();
    const { id, cameraId, lang, edgeId, placeKey, certificate, cameraOrigin, tunnel, ticketHash } = made;
    return {
      id,
      cameraId,
      lang,
      edgeId,
      placeKey,
      certificate,
      cameraOrigin,
      tunnel,
      ticketHash,
      organizationId,
      userId,
      sessionId,
      viaOrganizationId,
      label: newLabel(),
      cookieHash: null,
      addresses: new Set(address === undefined ? [] : [address]),
      openBeforeMs: now + cameraPageTimes.ticketMs,
      openedAtMs: null,
      expiresAtMs: now + cameraPageTimes.sessionMs,
      activeAtMs: now,
      requests: 0,
      refusals: 0,
      sentBytes: 0,
      receivedBytes: 0,
    };
  }

  /** Where the page is, and whether its core opens any. */
  async #placeFor(actor: MemberActor, cameraId: string): Promise<Place> {
    const place = await this.#ownPlace(actor, cameraId);
    // A device that hides something has more than one name.
    await requireOtherDevice(this.#deps, actor, {
      edgeId: place.edgeId,
      addresses: [place.host],
      credentials: { username: '', password: '' },
    });
    return place;
  }

  #ownPlace(actor: MemberActor, cameraId: string): Promise<Place> {
    const { organizationId } = actor;
    return this.#deps.database.withOrganization(organizationId, async (trx) => {
      const { edgeId, place, isHidden } = await cameraPageFor(trx, actor, { cameraId, permission: 'CameraEdit' });
      if (place === null) throw new AppError('camera_page_off');
      // The page of a camera shows its picture as it comes.
      if (isHidden) throw new AppError('privacy_needs_originals');
      const edge = await findServingEdge(trx, organizationId, edgeId);
      if (edge?.isLinked === true && !edge.capabilities.includes(cameraPageCapability))
        throw new AppError('camera_page_core_old');
      const certificatePlace = `${place.host.toLowerCase()}:${String(place.port)}`;
      const known =
        place.scheme === 'https'
          ? await findCertificate(trx, { organizationId, cameraId, place: certificatePlace })
          : undefined;
      return { edgeId, host: place.host, placeKey: JSON.stringify(place), certificatePlace, known };
    });
  }

  /** Asks the core to look whether the page answers, and to open the way to it. */
  async #reach(
    actor: MemberActor,
    { pageId, cameraId, acceptCertificate }: Wanted & { pageId: string },
    { edgeId, known }: Place,
  ): Promise<Reached> {
    const { token, arrived, cancel } = this.tunnels.arrange();
    const certificate = acceptCertificate ?? known?.fingerprint ?? null;
    const body = { pageId, cameraId, token, forMs: cameraPageTimes.sessionMs, certificate };
    try {
      const { organizationId } = actor;
      const answer = await this.#deps.edges.request({
        organizationId,
        edgeId,
        command: 'cameraPage.open',
        body,
        timeoutMs: askTimeoutMs,
      });
      // A core may say anything: what is no address cannot be compared with one.
      if (!/^https?:/.test(answer.origin) || !URL.canParse(answer.origin)) throw new AppError('camera_address_refused');
      return { ...answer, tunnel: await arrived };
    } catch (error) {
      cancel();
      void arrived.then((tunnel) => tunnel.destroy()).catch(() => undefined);
      throw withKnown(error, known?.fingerprint);
    }
  }

  /** The first certificate of a place is believed, and so is one that somebody compared; both stand in the audit. */
  async #pin(
    actor: MemberActor,
    cameraId: string,
    { certificatePlace, known, shown }: Place & { shown: string | null },
  ): Promise<CameraPage['certificate']> {
    if (shown === null) return null;
    if (known?.fingerprint === shown) return { fingerprint: shown, pinnedAt: known.pinnedAt.getTime() };
    const { organizationId } = actor;
    const pinnedAt = new Date(this.#deps.clock());
    await this.#deps.changes.run({ organizationId, by: actor }, async ({ trx, audit }) => {
      await pinCertificate(
        trx,
        { organizationId, cameraId, place: certificatePlace },
        { fingerprint: shown, pinnedAt },
      );
      const data = { fingerprint: shown, before: known?.fingerprint ?? null, place: certificatePlace };
      await audit({ action: 'camera.pageTrust', entityKind: 'camera', entityId: cameraId, data });
    });
    return { fingerprint: shown, pinnedAt: pinnedAt.getTime() };
  }
}

/** Who compares fingerprints needs both. */
function withKnown(error: unknown, known: string | undefined): unknown {
  if (!(error instanceof AppError) || error.code !== ('camera_page_certificate_changed' satisfies ErrorCode))
    return error;
  return new AppError(error.code, { ...error.data, known: known ?? null }, { cause: error });
}
