import { cameraPageTimes } from '@sightline/contracts/camera-pages/camera-page';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError } from '@sightline/contracts/shared/errors';
import { HeldOpenSet } from '../../platform/auth/held-open-set.ts';
import type { Originator } from '../../platform/database/changes.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { cameraPageFor } from '../cameras/cameras.public.ts';
import type { CameraPagesDeps } from './camera-pages-parts.ts';
import type { PageSession } from './page-sessions.ts';

const closeTimeoutMs = 3_000;
/** So long a page goes on although nobody can say whether it may. */
const maxBlindMs = 8_000;
/** Both ways together; a firmware and some recordings fit, a leak of everything does not. */
const maxBytes = 2 * 1024 ** 3;

/** A page that is no more, and why. */
export interface EndedPage {
  cookieHash: Buffer | null;
  lang: 'en' | 'he';
  cause: ErrorCode;
}

/** As many are remembered. */
const maxEnded = 200;

/** Pages that are open in this process. */
export class PageRegistry {
  readonly #deps: CameraPagesDeps;
  readonly #pages: HeldOpenSet<PageSession>;
  /** What its person is told who comes back with the cookie. */
  readonly #ended = new Map<string, EndedPage>();
  readonly #writing = new Set<Promise<void>>();

  constructor(deps: CameraPagesDeps) {
    this.#deps = deps;
    this.#pages = new HeldOpenSet<PageSession>(deps, {
      name: 'page of a camera',
      idOf: ({ id }) => id,
      addressesOf: ({ addresses }) => (addresses.size === 0 ? [undefined] : [...addresses]),
      overtimeOf,
      refusalsOf: (pages, actors) => this.#refusalsOf(pages, actors),
      onEnd: (page, code) => this.#close(page, code),
      sessionEndedCode: 'unauthenticated',
      maxBlindMs,
    });
  }

  get size(): number {
    return this.#pages.size;
  }

  start(): void {
    this.#pages.start();
  }

  /** Ends all, and waits until that stands in the audit. */
  async stop(): Promise<void> {
    this.#pages.stop();
    for (const page of this.#pages.all()) this.end(page, 'unavailable');
    await Promise.all(this.#writing);
  }

  add(page: PageSession): void {
    this.#pages.add(page);
    page.tunnel.once('close', () => this.end(page, 'core_offline'));
    if (page.tunnel.closed || page.tunnel.destroyed) this.end(page, 'core_offline');
  }

  has(page: PageSession): boolean {
    return this.#pages.has(page);
  }

  byLabel(label: string): PageSession | undefined {
    return this.#pages.all().find((page) => page.label === label);
  }

  endedByLabel(label: string): EndedPage | undefined {
    return this.#ended.get(label);
  }

  ofSession(actor: MemberActor): PageSession[] {
    return this.#pages.ofSession(actor);
  }

  /** Ends a page that had its time; true when it did. */
  endLate(page: PageSession): boolean {
    return this.#pages.endLate(page);
  }

  /** Bytes passed. One that passed too many ends. */
  count(page: PageSession, bytes: { sent?: number; received?: number }): void {
    page.sentBytes += bytes.sent ?? 0;
    page.receivedBytes += bytes.received ?? 0;
    page.activeAtMs = this.#deps.clock();
    if (page.sentBytes + page.receivedBytes > maxBytes) this.end(page, 'payload_too_large');
  }

  /** Everything that flows through it ends with it. */
  end(page: PageSession, cause: ErrorCode): void {
    this.#pages.end(page, cause);
  }

  #close(page: PageSession, cause: ErrorCode): void {
    page.tunnel.destroy();
    this.#ended.set(page.label, { cookieHash: page.cookieHash, lang: page.lang, cause });
    for (const label of this.#ended.keys()) if (this.#ended.size > maxEnded) this.#ended.delete(label);
    const { organizationId, edgeId, id: pageId } = page;
    const body = { pageId };
    this.#deps.edges
      .request({ organizationId, edgeId, command: 'cameraPage.close', body, timeoutMs: closeTimeoutMs })
      .catch((error: unknown) => {
        // It has seen its connection end, or counts by itself.
        this.#deps.log.debug({ err: error, pageId }, 'a core could not be told that the page of a camera ended');
      });
    if (page.openedAtMs !== null) this.#write(this.#auditEnd(page, cause, page.openedAtMs));
  }

  async auditOpening(page: PageSession, by: Originator): Promise<void> {
    const { organizationId, cameraId, certificate } = page;
    const data = certificate === null ? {} : { fingerprint: certificate.fingerprint };
    await this.#deps.changes.run({ organizationId, by }, (work) =>
      work.audit({ action: 'camera.pageOpen', entityKind: 'camera', entityId: cameraId, data }),
    );
  }

  async auditRefusal(by: Originator & { organizationId: string }, cameraId: string, cause: ErrorCode): Promise<void> {
    const { organizationId, userId, sessionId, viaOrganizationId, address, apiKeyId } = by;
    const place = { organizationId, by: { userId, sessionId, viaOrganizationId, address, apiKeyId } };
    const work = this.#deps.changes.run(place, ({ audit }) =>
      audit({ action: 'camera.pageRefused', entityKind: 'camera', entityId: cameraId, data: { cause } }),
    );
    this.#write(work);
    await work;
  }

  async #auditEnd(page: PageSession, cause: ErrorCode, openedAtMs: number): Promise<void> {
    const { organizationId, userId, sessionId, viaOrganizationId, cameraId, requests, sentBytes, receivedBytes } = page;
    const data = { cause, durationMs: this.#deps.clock() - openedAtMs, requests, sentBytes, receivedBytes };
    // From where it was used last: nobody calls when a view ends by itself.
    const by = { userId, sessionId, viaOrganizationId, address: [...page.addresses].at(-1) };
    await this.#deps.changes.run({ organizationId, by }, ({ audit }) =>
      audit({ action: 'camera.pageEnd', entityKind: 'camera', entityId: cameraId, data }),
    );
  }

  /** Nobody waits for it but the end of the server. */
  #write(work: Promise<void>): void {
    const writing = work
      .catch((error: unknown) =>
        this.#deps.log.error({ err: error }, 'what became of the page of a camera could not be written into the audit'),
      )
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  async #refusalsOf(
    pages: readonly PageSession[],
    actors: readonly MemberActor[],
  ): Promise<ReadonlyMap<PageSession, ErrorCode>> {
    const refusals = new Map<PageSession, ErrorCode>();
    for (const page of pages) {
      const code = await this.#refusalOf(page, actors);
      if (code !== null) refusals.set(page, code);
    }
    return refusals;
  }

  /** Why a page must not be open any more; null when it may. */
  async #refusalOf(page: PageSession, actors: readonly MemberActor[]): Promise<ErrorCode | null> {
    const { organizationId, cameraId } = page;
    for (const actor of actors) {
      try {
        const now = await this.#deps.database.withOrganization(organizationId, (trx) =>
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

function overtimeOf({ openedAtMs, openBeforeMs, expiresAtMs, activeAtMs }: PageSession, nowMs: number) {
  const isUnused = openedAtMs === null && nowMs > openBeforeMs;
  const isLate = isUnused || nowMs > expiresAtMs || nowMs - activeAtMs > cameraPageTimes.idleMs;
  return isLate ? ('camera_page_ended' as const) : null;
}
