import type { FromEndpoint } from '@sightline/contracts/local-grants/local-endpoint';
import type { LocalEndpointFacts, LocalTrust } from '@sightline/contracts/local-grants/local-grant';
import type { EdgeCommandInput, EdgeCommandName } from '@sightline/contracts/link/link-commands';
import { join } from 'node:path';
import type { EndpointDismiss, EndpointEvent, EndpointSay, EndpointSecrets } from './endpoint-messages.ts';
import type { GrantRules } from './local-grant-check.ts';
import { LocalSessions } from './local-sessions.ts';
import { LocalTrustStore } from './local-trust.ts';
import type { Clock } from '../../platform/clock.ts';
import { loadEndpointIdentity, type EndpointIdentity } from '../../platform/crypto/endpoint-identity.ts';
import type { Log } from '../../platform/log/log.ts';
import type { WorkerClient } from '../../platform/processes/worker-client.ts';
import type { Membership } from '../../platform/link/membership.ts';
import type { EdgeConfig } from '../../platform/edge-config.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';

export interface LocalViewsDeps {
  config: Pick<EdgeConfig, 'dataFolder' | 'allowsLocalViews'>;
  stores: Pick<EdgeStores, 'meta' | 'outbox' | 'cameras'>;
  clock: Clock;
  log: Log;
  /** Clock of the machine minus server clock as the link measured it, or null before. */
  linkOffsetMs: () => number | null;
  /** The clock of the machine, which that is about. */
  machineUtcMs: () => number;
}

const answerMs = 10_000;

/** Watching without the server: the live worker keeps the door, this process decides who may come in and writes it down. */
export class LocalViews {
  readonly #deps: LocalViewsDeps;
  readonly #trust: LocalTrustStore;
  readonly #sessions: LocalSessions;
  #membership: Pick<Membership, 'edgeId' | 'organizationId'> | null = null;
  #identity: EndpointIdentity | null = null;
  #port: number | null = null;
  /** The last word of the server about its time, and when it came. */
  #heard: { serverUtcMs: number; atMs: number } | null = null;
  #live: Pick<WorkerClient, 'request' | 'notify'> | null = null;
  #configureLive: () => void = () => undefined;

  constructor(deps: LocalViewsDeps) {
    this.#deps = deps;
    this.#trust = new LocalTrustStore(deps.stores.meta);
    this.#sessions = new LocalSessions({
      rules: () => this.#rules(),
      hasCamera: (cameraId) => deps.stores.cameras.list().some((camera) => camera.id === cameraId),
      live: (command, body) => this.#ask(command, body),
      note: (view) => this.#note(view),
      send: (visitId, message) => this.#send(visitId, message),
      dismiss: (visitId) => this.#live?.notify('door.dismiss', { visitId } satisfies EndpointDismiss),
    });
  }

  /** Makes the certificate of the door where there is none yet. Without it the door stays shut, and everything else works. */
  async prepare(): Promise<void> {
    if (!this.#deps.config.allowsLocalViews) return;
    try {
      this.#identity = await loadEndpointIdentity(
        join(this.#deps.config.dataFolder, 'door.json'),
        this.#deps.clock.nowUtcMs(),
      );
    } catch (error) {
      this.#deps.log.error({ detail: String(error) }, 'the door for the local network cannot be opened');
    }
  }

  belongTo({ edgeId, organizationId }: Membership): void {
    this.#membership = { edgeId, organizationId };
  }

  /** From now on this worker keeps the door; `configure` tells it what is wanted. */
  serveWith(live: Pick<WorkerClient, 'request' | 'notify'>, configure: () => void): void {
    this.#live = live;
    this.#configureLive = configure;
  }

  /** What the server says of grants. */
  believe(trust: LocalTrust): Record<string, never> {
    const membership = this.#membership;
    if (membership === null) return {};
    const wasOpen = this.endpointIdentity() !== null;
    this.#trust.keep(membership.edgeId, trust, this.#deps.linkOffsetMs());
    this.#sessions.review();
    if ((this.endpointIdentity() !== null) !== wasOpen) this.#configureLive();
    return {};
  }

  /** The server knows this core no more: nobody comes in by its word. */
  forget(): void {
    this.#trust.forget();
    this.#sessions.review();
    this.#configureLive();
  }

  /** What the live worker needs for the door; null keeps it shut. */
  endpointIdentity(): EndpointSecrets | null {
    const identity = this.#identity;
    const membership = this.#membership;
    if (identity === null || membership === null || !this.#trust.of(membership.edgeId)?.isAllowed) return null;
    const { certificatePem, keyPem, password } = identity;
    return { certificatePem, keyPem, password };
  }

  /** What browsers must know to come in, null while the door is shut. */
  door(): LocalEndpointFacts | null {
    const identity = this.#identity;
    const port = this.#port;
    return identity === null || port === null
      ? null
      : { port, fingerprint: identity.fingerprint, password: identity.password };
  }

  /** The server says what time it is. */
  confirmTime(serverUtcMs: number): void {
    this.#heard = { serverUtcMs, atMs: this.#deps.clock.monotonicMs() };
  }

  receive(event: EndpointEvent): void {
    if (event.type === 'door.opened') this.#port = event.port;
    else if (event.type === 'door.visit') this.#sessions.open(event.visitId);
    else if (event.type === 'door.message') this.#sessions.receive(event.visitId, event.text);
    else this.#sessions.close(event.visitId);
  }

  /** The live worker has ended; its successor opens the door anew. */
  lost(): void {
    this.#port = null;
    this.#sessions.clear();
  }

  /** The server's time, from its last word on by what only goes forwards: a clock that is set lets nobody in for longer, and puts nobody out. */
  #serverNowMs(): number {
    const { clock, linkOffsetMs, machineUtcMs } = this.#deps;
    if (this.#heard !== null) return this.#heard.serverUtcMs + (clock.monotonicMs() - this.#heard.atMs);
    return machineUtcMs() - (linkOffsetMs() ?? this.#trust.clockOffsetMs ?? 0);
  }

  #rules(): GrantRules {
    const { edgeId = '', organizationId = '' } = this.#membership ?? {};
    return { trust: this.#trust.of(edgeId), edgeId, organizationId, nowUtcMs: this.#serverNowMs() };
  }

  #note(view: { grantId: string; cameraId: string; originals: boolean }): void {
    const openedAtUtcMs = Math.round(this.#deps.clock.nowUtcMs());
    this.#deps.stores.outbox.append(openedAtUtcMs, { kind: 'localView', ...view, openedAtUtcMs });
    this.#deps.log.info({ grantId: view.grantId, cameraId: view.cameraId }, 'somebody watches without the server');
  }

  #send(visitId: number, message: FromEndpoint): void {
    this.#live?.notify('door.say', { visitId, text: JSON.stringify(message) } satisfies EndpointSay);
  }

  async #ask<N extends EdgeCommandName>(command: N, body: EdgeCommandInput<N>): Promise<never> {
    return (await this.#live?.request(command, body, answerMs)) as never;
  }
}
