import type { Operation } from '@sightline/contracts/link/link-operations';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { v7 as uuidv7 } from 'uuid';
import type { RunningCapabilities } from '../../platform/capabilities/running-capabilities.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import { machineClock } from '../../platform/clock.ts';
import { edgeVersion } from '../../platform/edge-config.ts';
import { answerCommand, type CommandHandlers } from '../../platform/link/command-handlers.ts';
import { LinkClient } from '../../platform/link/link-client.ts';
import type { Membership } from '../../platform/link/membership.ts';
import { MachineHealth } from '../../platform/machine-health.ts';
import type { AnalyseGives } from '../analyse/analyse.capability.ts';
import type { LocalGives } from '../local/local.capability.ts';
import type { PlaceGives } from '../place/place.capability.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import type { RefileGives } from '../refile/refile.capability.ts';
import { countAnew } from '../report/tell-anew.ts';
import type { ReserveGives } from '../reserve/reserve.capability.ts';
import type { ClaimGives } from './claim.capability.ts';

/** What the link carries, and who says it. */
export type ServerLinkDeps = EdgeCore &
  RecoverGives &
  PlaceGives &
  RefileGives &
  ReserveGives &
  AnalyseGives &
  LocalGives &
  ClaimGives;

/** What of the capabilities the link speaks for. */
type Capabilities = Pick<
  RunningCapabilities<object, object>,
  'abilities' | 'configure' | 'handlers' | 'hearTime' | 'joins' | 'refused' | 'notifyAll'
>;

/** The link of a core that belongs to a server: says what it can, takes what is wanted, lets its capabilities answer. */
export class ServerLink {
  readonly #deps: ServerLinkDeps;
  readonly #capabilities: Capabilities;
  readonly #handlers: CommandHandlers;
  readonly #health: MachineHealth;
  readonly #instanceId = uuidv7();
  readonly #onFailed: (error: unknown) => void;
  #client: LinkClient | null = null;

  /** `onFailed` hears that this core could not be claimed anew. */
  constructor(deps: ServerLinkDeps, capabilities: Capabilities, onFailed: (error: unknown) => void) {
    this.#deps = deps;
    this.#capabilities = capabilities;
    this.#handlers = capabilities.handlers();
    this.#health = new MachineHealth(deps.config.volume, deps.place.isHere);
    this.#onFailed = onFailed;
  }

  get client(): LinkClient | null {
    return this.#client;
  }

  connect(membership: Membership): void {
    const { config, log, identity, step, refiling } = this.#deps;
    this.#client = new LinkClient({
      ...membership,
      ...this.#told(),
      serverUrl: config.serverUrl,
      instanceId: this.#instanceId,
      version: edgeVersion,
      identity,
      // How wrong the machine's own clock is.
      clock: machineClock,
      log,
      onOperation: (operation) => this.#operate(operation),
      onRequest: (command, body, timeoutMs) => answerCommand(this.#handlers, command, { body, timeoutMs }),
      isHeld: () => refiling.isHeld(),
      onServerTime: (serverUtcMs) => this.#capabilities.hearTime(serverUtcMs),
      onConnected: () => step('connected'),
      onRefused: (code) => void this.#refused(code),
    });
    this.#client.start();
  }

  /** What the server is told. */
  #told() {
    const { stores, analysis, local } = this.#deps;
    const { outbox, desired } = stores;
    return {
      newEpoch: () => countAnew({ stores, notifyAll: () => this.#capabilities.notifyAll() }),
      capabilities: () => this.#capabilities.abilities(),
      outbox,
      thumbnails: analysis.spool,
      health: () => this.#health.read(),
      localEndpointFacts: () => local.door(),
      lastOperation: () => desired.lastOperation(),
      contentHash: () => desired.contentHash(),
      syncedKinds: () => desired.kinds(),
      onServerKinds: (kinds: readonly string[]) => desired.speakOf(kinds),
    };
  }

  #operate(operation: Operation): string | null {
    const { stores, keeping, clock } = this.#deps;
    const applied = stores.desired.apply(operation, Math.round(clock.nowUtcMs()));
    if (applied === 'refused') return null;
    if (applied === 'applied') this.#capabilities.configure();
    keeping.copyDesired(stores);
    return stores.desired.contentHash();
  }

  /** A revoked core keeps recording what it knows, and waits for a new claim where one can come. */
  async #refused(code: ErrorCode): Promise<void> {
    this.#capabilities.refused(code);
    if (code !== 'core_revoked' || !this.#deps.config.claimFile) return;
    this.#client?.stop();
    try {
      const membership = await this.#deps.joinAnew();
      await this.#capabilities.joins(membership);
      this.#capabilities.configure();
      this.#capabilities.notifyAll();
      this.connect(membership);
    } catch (error) {
      this.#onFailed(error);
    }
  }
}
