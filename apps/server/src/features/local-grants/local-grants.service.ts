import {
  localGrantMs,
  type LocalEndpointFacts,
  type LocalGrant,
  type LocalTrust,
} from '@sightline/contracts/local-grants/local-grant';
import type { MemberOf } from '../../platform/auth/held-open.ts';
import type { LocalGrantKeys } from '../../platform/auth/local-grant-keys.ts';
import { rightsChangedTopic, type RightsChange } from '../../platform/auth/rights-changes.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { newId } from '../../platform/ids/ids.ts';
import { RepeatingJob } from '../../platform/jobs/repeating-job.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import type { EdgeNetwork, EdgeNetworks } from '../../platform/link/edge-networks.ts';
import type { Log } from '../../platform/log/log.ts';
import { isSameNetwork } from '../edges/edges.public.ts';
import { sessionsEndedTopic } from '../../platform/auth/sessions-ended.ts';
import { Grantees } from './grantees.ts';
import { grantableCameras, grantedAt, isTooMuch, maySeeLocally } from './local-grants.policy.ts';
import * as repository from './local-grants.repository.ts';

const sweepMs = 5 * 60_000;
/** For so long whoever asks again gets the same grant, so that an open page does not leave one behind with each look. */
const sameForMs = 3_600_000;
/** A core that was away for longer than this tells of views that nobody is named for. */
const keptMs = 30 * 86_400_000;

/** What local grants need from the rest of the server. */
export interface LocalGrantsDeps {
  database: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  keys: LocalGrantKeys;
  networks: EdgeNetworks;
  edges: EdgeCommands;
  memberOf: MemberOf;
}

type OpenNetwork = EdgeNetwork & { door: LocalEndpointFacts };
type Which = Omit<Parameters<typeof repository.openGrants>[2], 'now'>;

/** Watching on a site while the server is away: grants are given here, taken back here, and cores are told of both. */
export class LocalGrantsService {
  readonly #deps: LocalGrantsDeps;
  readonly #grantees = new Grantees();
  /** What linked cores were told last. */
  readonly #told = new Map<string, string>();
  readonly #telling = new Map<string, Promise<void>>();
  readonly #stops: (() => void)[] = [];
  readonly #sweep: RepeatingJob;

  constructor(deps: LocalGrantsDeps) {
    this.#deps = deps;
    // Finds what news of the bus may have missed.
    this.#sweep = new RepeatingJob({
      everyMs: sweepMs,
      work: () => this.#checkAll(),
      log: deps.log,
      failure: 'local grants could not be checked',
    });
  }

  start(): void {
    const { bus, networks } = this.#deps;
    this.#stops.push(
      bus.subscribe(sessionsEndedTopic, (body) => this.#sessionEnded((body as { sessionId: string }).sessionId)),
      bus.subscribe(rightsChangedTopic, (body) => this.#rightsChanged(body as RightsChange)),
      networks.onOwnEndpoint((edgeId) => {
        // A new link: whatever this core was told before may have been lost.
        this.#told.delete(edgeId);
        this.#attend(this.#checkCore(edgeId));
      }),
    );
    this.#sweep.start();
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.#sweep.stop();
    await Promise.all(this.#telling.values());
  }

  /** Grants for the cores in the network of the caller. */
  async issue(actor: MemberActor): Promise<{ items: LocalGrant[] }> {
    const { organizationId } = actor;
    if (!maySeeLocally(actor)) return { items: [] };
    const scope = grantableCameras(actor);
    const edgeIds = await this.#deps.database.withOrganization(organizationId, (trx) =>
      repository.coresInScope(trx, organizationId, scope),
    );
    const items: LocalGrant[] = [];
    for (const edgeId of edgeIds) {
      const network = this.#networkFor(actor, edgeId);
      const grant = network && (await this.#grant(actor, edgeId, network));
      if (grant) items.push(grant);
    }
    return { items };
  }

  /** Where a core is, when the caller is in the same network and it has a door there. */
  #networkFor({ address }: MemberActor, edgeId: string): OpenNetwork | undefined {
    const network = this.#deps.networks.of(edgeId);
    if (!network?.door || address === undefined || !isSameNetwork(network.publicAddress, address)) return undefined;
    return { ...network, door: network.door };
  }

  async #grant(actor: MemberActor, edgeId: string, { door, lanAddresses }: OpenNetwork): Promise<LocalGrant | null> {
    const { organizationId, userId, sessionId } = actor;
    const { database, clock, keys } = this.#deps;
    return database.withOrganization(organizationId, async (trx) => {
      const found = await repository.camerasInScope(trx, { organizationId, edgeId }, grantableCameras(actor));
      const cameras = found.flatMap((camera) => grantedAt(actor, camera.id, camera.path) ?? []);
      if (cameras.length === 0) return null;
      const of = { edgeId, userId, sessionId, cameras };
      const same = await repository.sameGrant(trx, organizationId, {
        ...of,
        until: new Date(clock() + localGrantMs - sameForMs),
      });
      const { id = newId(), issuedAt = new Date(clock()) } = same ?? {};
      const facts = { aud: edgeId, org: organizationId, sub: userId, sid: sessionId, jti: id, cameras };
      const { token, issuedAtUtcMs, expiresAtUtcMs } = await keys.sign(facts, { issuedAtUtcMs: issuedAt.getTime() });
      if (same === undefined) {
        this.#grantees.know({ sessionId, organizationId }, clock());
        // Before it is handed out: what could not be taken back is not given.
        await repository.insertGrant(trx, organizationId, {
          id,
          ...of,
          issuedAt: new Date(issuedAtUtcMs),
          expiresAt: new Date(expiresAtUtcMs),
        });
        await repository.deleteOldGrants(trx, organizationId, new Date(clock() - keptMs));
      }
      return { edgeId, token, expiresAt: expiresAtUtcMs, cameras, door: { ...door, addresses: [...lanAddresses] } };
    });
  }

  #attend(work: Promise<unknown>): void {
    work.catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'local grants could not be checked; the next look does it'),
    );
  }

  #sessionEnded(sessionId: string): void {
    for (const organizationId of this.#grantees.take(sessionId))
      this.#attend(this.#check(organizationId, { sessionId }));
  }

  #rightsChanged({ organizationId, userIds }: RightsChange): void {
    this.#attend(this.#check(organizationId, { userIds }));
    // Whether a site allows it at all may have changed.
    if (userIds === null)
      for (const edgeId of this.#deps.networks.ownEndpoints(organizationId))
        this.#attend(this.#notify({ organizationId, edgeId }));
  }

  async #checkAll(): Promise<void> {
    this.#grantees.forget(this.#deps.clock());
    for (const edgeId of this.#deps.networks.ownEndpoints()) await this.#checkCore(edgeId);
  }

  async #checkCore(edgeId: string): Promise<void> {
    const organizationId = this.#deps.networks.of(edgeId)?.organizationId;
    if (organizationId === undefined) return;
    await this.#check(organizationId, { edgeId });
    await this.#notify({ organizationId, edgeId });
  }

  /** Takes back what allows more than its owner may now, and tells the cores concerned. */
  async #check(organizationId: string, which: Which): Promise<void> {
    const { database, clock } = this.#deps;
    const now = new Date(clock());
    const open = await database.withOrganization(organizationId, (trx) =>
      repository.openGrants(trx, organizationId, { ...which, now }),
    );
    for (const { sessionId } of open) this.#grantees.know({ sessionId, organizationId }, now.getTime());
    const ended: repository.LocalGrantRow[] = [];
    for (const ofSession of Map.groupBy(open, ({ sessionId }) => sessionId).values())
      ended.push(...(await this.#tooMuch(organizationId, ofSession)));
    if (ended.length === 0) return;
    const ids = ended.map(({ id }) => id);
    await database.withOrganization(organizationId, (trx) =>
      repository.revokeGrants(trx, organizationId, { ids, at: now }),
    );
    await Promise.all(
      [...new Set(ended.map(({ edgeId }) => edgeId))].map((edgeId) => this.#notify({ organizationId, edgeId })),
    );
  }

  /** Those of the grants of one session that allow more than its owner may now. */
  async #tooMuch(
    organizationId: string,
    grants: readonly repository.LocalGrantRow[],
  ): Promise<readonly repository.LocalGrantRow[]> {
    const [first] = grants;
    const actor = first && (await this.#deps.memberOf({ sessionId: first.sessionId, organizationId }));
    if (!actor) return grants;
    const cameraIds = [...new Set(grants.flatMap(({ cameras }) => cameras.map(({ id }) => id)))];
    const places = await this.#deps.database.withOrganization(organizationId, (trx) =>
      repository.placesNow(trx, organizationId, cameraIds),
    );
    return grants.filter(({ cameras }) =>
      cameras.some((granted) => {
        const path = places.get(granted.id);
        // Gone from here is gone from the core as well: there is nothing to be seen.
        if (path === undefined) return false;
        return isTooMuch(granted, path === null ? null : grantedAt(actor, granted.id, path));
      }),
    );
  }

  /** One after the other for each core, so that what was read later is told later. */
  #notify(place: { organizationId: string; edgeId: string }): Promise<void> {
    const before = this.#telling.get(place.edgeId) ?? Promise.resolve();
    const telling = before
      .then(() => this.#notifyNow(place))
      .catch((error: unknown) =>
        this.#deps.log.debug(
          { err: error, edgeId: place.edgeId },
          'a core could not be told of local grants; its next link does it',
        ),
      )
      .finally(() => {
        if (this.#telling.get(place.edgeId) === telling) this.#telling.delete(place.edgeId);
      });
    this.#telling.set(place.edgeId, telling);
    return telling;
  }

  async #notifyNow(place: { organizationId: string; edgeId: string }): Promise<void> {
    const { database, clock, keys, edges, networks } = this.#deps;
    // Older cores have no door, and those that are away are told when they come.
    if (networks.of(place.edgeId)?.door === undefined) return;
    const trusted = await keys.trusted();
    const { isAllowed, revoked } = await database.withOrganization(place.organizationId, async (trx) => ({
      isAllowed: await repository.isAllowedAt(trx, place),
      revoked: await repository.revokedGrants(trx, place, new Date(clock())),
    }));
    // What cannot be named as taken back must not open the door: then nobody comes in until enough of them have run out.
    const isTold = revoked.length <= repository.maxRevoked;
    const trust: LocalTrust = { isAllowed: isAllowed && isTold, keys: trusted, revoked: isTold ? revoked : [] };
    const text = JSON.stringify(trust);
    if (this.#told.get(place.edgeId) === text) return;
    await edges.request({ ...place, command: 'local.trust', body: trust });
    this.#told.set(place.edgeId, text);
  }
}
