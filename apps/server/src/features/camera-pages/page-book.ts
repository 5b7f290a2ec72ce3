import { cameraPageTimes } from '@sightline/contracts/camera-pages/camera-page';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError } from '@sightline/contracts/shared/errors';
import { rightsChangedTopic, touches, type RightsChange } from '../../platform/auth/rights-changes.ts';
import type { Originator } from '../../platform/database/changes.ts';
import type { MemberActor } from '../../platform/http/actor.ts';
import { cameraPageFor } from '../cameras/cameras.public.ts';
import { sessionsEndedTopic } from '../sessions/sessions.public.ts';
import type { CameraPagesParts } from './camera-pages-parts.ts';
import type { PageSession } from './page-sessions.ts';

const watchMs = 1_000;
const closeTimeoutMs = 3_000;
/** So long a page goes on although nobody can say whether it may. */
const blindMs = 8_000;
/** Both ways together; a firmware and some recordings fit, a leak of everything does not. */
const mostBytes = 2 * 1024 ** 3;

/** A page that is no more, and why. */
export interface EndedPage {
  cookieHash: Buffer | null;
  lang: 'en' | 'he';
  cause: ErrorCode;
}

/** As many are remembered. */
const mostEnded = 200;

/** Pages that are open in this process. Every second whoever has one is asked anew whether it may go on. */
export class PageBook {
  readonly #parts: CameraPagesParts;
  readonly #pages = new Map<string, PageSession>();
  /** What its person is told who comes back with the cookie. */
  readonly #ended = new Map<string, EndedPage>();
  readonly #writing = new Set<Promise<void>>();
  readonly #subscriptions: (() => void)[] = [];
  #watch: NodeJS.Timeout | null = null;
  #isWatching = false;

  constructor(parts: CameraPagesParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#pages.size;
  }

  start(): void {
    this.#subscriptions.push(
      this.#parts.bus.subscribe(sessionsEndedTopic, (body) => {
        const { sessionId } = body as { sessionId: string };
        for (const page of this.#all()) if (page.sessionId === sessionId) this.end(page, 'unauthenticated');
      }),
      this.#parts.bus.subscribe(
        rightsChangedTopic,
        (body) => void this.#check(this.#all().filter((page) => touches(body as RightsChange, page))),
      ),
    );
    this.#watch = setInterval(() => void this.#round(), watchMs);
  }

  /** Ends all, and waits until that stands in the audit. */
  async stop(): Promise<void> {
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    if (this.#watch) clearInterval(this.#watch);
    for (const page of this.#all()) this.end(page, 'unavailable');
    await Promise.all(this.#writing);
  }

  add(page: PageSession): void {
    this.#pages.set(page.id, page);
    page.tunnel.once('close', () => this.end(page, 'core_offline'));
    if (page.tunnel.closed || page.tunnel.destroyed) this.end(page, 'core_offline');
  }

  has(page: PageSession): boolean {
    return this.#pages.get(page.id) === page;
  }

  byLabel(label: string): PageSession | undefined {
    return this.#all().find((page) => page.label === label);
  }

  endedByLabel(label: string): EndedPage | undefined {
    return this.#ended.get(label);
  }

  ofSession({ sessionId, organizationId }: MemberActor): PageSession[] {
    return this.#all().filter((page) => page.sessionId === sessionId && page.organizationId === organizationId);
  }

  /** Ends a page that had its time; true when it did. */
  endLate(page: PageSession): boolean {
    const now = this.#parts.clock();
    const isUnused = page.openedAtMs === null && now > page.openBeforeMs;
    const isLate = isUnused || now > page.expiresAtMs || now - page.activeAtMs > cameraPageTimes.idleMs;
    if (isLate) this.end(page, 'camera_page_ended');
    return isLate;
  }

  /** Bytes passed. One that passed too many ends. */
  count(page: PageSession, bytes: { sent?: number; received?: number }): void {
    page.sentBytes += bytes.sent ?? 0;
    page.receivedBytes += bytes.received ?? 0;
    page.activeAtMs = this.#parts.clock();
    if (page.sentBytes + page.receivedBytes > mostBytes) this.end(page, 'payload_too_large');
  }

  /** Everything that flows through it ends with it. */
  end(page: PageSession, cause: ErrorCode): void {
    if (!this.has(page)) return;
    this.#pages.delete(page.id);
    page.tunnel.destroy();
    this.#ended.set(page.label, { cookieHash: page.cookieHash, lang: page.lang, cause });
    for (const label of this.#ended.keys()) if (this.#ended.size > mostEnded) this.#ended.delete(label);
    const { organizationId, edgeId, id: pageId } = page;
    const body = { pageId };
    this.#parts.edges
      .request({ organizationId, edgeId, command: 'cameraPage.close', body, timeoutMs: closeTimeoutMs })
      .catch((error: unknown) => {
        // It has seen its connection end, or counts by itself.
        this.#parts.log.debug({ err: error, pageId }, 'a core could not be told that the page of a camera ended');
      });
    if (page.openedAtMs !== null) this.#write(this.#auditEnd(page, cause, page.openedAtMs));
  }

  async auditOpening(page: PageSession, by: Originator): Promise<void> {
    const { organizationId, cameraId, certificate } = page;
    const data = certificate === null ? {} : { fingerprint: certificate.fingerprint };
    await this.#parts.changes.run({ organizationId, by }, (work) =>
      work.audit({ action: 'camera.pageOpen', entityKind: 'camera', entityId: cameraId, data }),
    );
  }

  async auditRefusal(by: Originator & { organizationId: string }, cameraId: string, cause: ErrorCode): Promise<void> {
    const { organizationId, userId, sessionId, viaOrganizationId, address, apiKeyId } = by;
    const place = { organizationId, by: { userId, sessionId, viaOrganizationId, address, apiKeyId } };
    const work = this.#parts.changes.run(place, ({ audit }) =>
      audit({ action: 'camera.pageRefused', entityKind: 'camera', entityId: cameraId, data: { cause } }),
    );
    this.#write(work);
    await work;
  }

  async #auditEnd(page: PageSession, cause: ErrorCode, openedAtMs: number): Promise<void> {
    const { organizationId, userId, sessionId, viaOrganizationId, cameraId, requests, sentBytes, receivedBytes } = page;
    const data = { cause, durationMs: this.#parts.clock() - openedAtMs, requests, sentBytes, receivedBytes };
    await this.#parts.changes.run({ organizationId, by: { userId, sessionId, viaOrganizationId } }, ({ audit }) =>
      audit({ action: 'camera.pageEnd', entityKind: 'camera', entityId: cameraId, data }),
    );
  }

  /** Nobody waits for it but the end of the server. */
  #write(work: Promise<void>): void {
    const writing = work
      .catch((error: unknown) =>
        this.#parts.log.error(
          { err: error },
          'what became of the page of a camera could not be written into the audit',
        ),
      )
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  #all(): PageSession[] {
    return [...this.#pages.values()];
  }

  async #round(): Promise<void> {
    this.#endBlind();
    if (this.#isWatching) return;
    this.#isWatching = true;
    for (const page of this.#all()) this.endLate(page);
    await this.#check(this.#all());
    this.#isWatching = false;
  }

  async #check(pages: readonly PageSession[]): Promise<void> {
    for (const page of pages) {
      try {
        const cause = await this.#causeToEnd(page);
        if (cause !== null) this.end(page, cause);
        page.checkedAtMs = performance.now();
      } catch (error) {
        this.#parts.log.warn({ err: error }, 'the rights of somebody with the page of a camera could not be checked');
      }
    }
  }

  /** Rights that cannot be read may have been taken. A check may hang, so that this is asked beside it. */
  #endBlind(): void {
    for (const page of this.#all()) if (performance.now() - page.checkedAtMs > blindMs) this.end(page, 'unavailable');
  }

  /** Why a page must not be open any more; null when it may. */
  async #causeToEnd(page: PageSession): Promise<ErrorCode | null> {
    const { organizationId, cameraId } = page;
    for (const address of page.addresses.size === 0 ? [undefined] : page.addresses) {
      const actor = await this.#parts.memberOf({ ...page, address });
      if (!actor) return 'forbidden';
      try {
        const now = await this.#parts.database.withOrganization(organizationId, (trx) =>
          cameraPageFor(trx, actor, { cameraId, permission: 'CameraEdit' }),
        );
        if (now.place === null) return 'camera_page_off';
        if (now.isHidden) return 'privacy_needs_originals';
        if (now.edgeId !== page.edgeId || JSON.stringify(now.place) !== page.placeKey) return 'camera_page_ended';
      } catch (error) {
        if (error instanceof AppError) return error.code;
        throw error;
      }
    }
    return null;
  }
}
