import type { CallDefinition } from '@sightline/contracts/shared/call';
import type { FastifyInstance } from 'fastify';
import type { LinkHooks } from '../link/link-hooks.ts';
import type { SyncedEntities, SyncedEntity } from '../sync/synced-entity.ts';
import type { AuditVocabulary } from '../database/audit-vocabulary.ts';
import { mountCalls, type CallHandlers } from '../http/mount.ts';
import type { HeardEvents } from './heard-events.ts';
import type { Hook } from './hooks.ts';
import type { GivingContext, LinkContext } from './server-context.ts';

/** Routes of a feature: calls of a contract, or what is no call (uploads, WebSockets, ways back from other sites). */
export type Routes = (app: FastifyInstance) => Promise<void> | void;

/** The calls of a contract with their handlers; a missing handler does not compile. `noun` names them in the reference and the log. */
export const answer =
  <T extends Record<string, CallDefinition>>(noun: string, calls: T, handlers: CallHandlers<T>): Routes =>
  (app) =>
    mountCalls(app, noun, { calls, handlers });

/** A feature while the server runs. */
export interface RunningFeature {
  routes?: readonly Routes[];
  stop?: () => Promise<void> | void;
}

/** Something that is thrown away, made ahead or looked at again every quarter of an hour. */
export interface HousekeepingJob {
  /** What the log calls it when it failed; it runs again with the next round. */
  name: string;
  run: (now: Date) => Promise<unknown>;
}

/**
 * A feature as it declares itself to the server. `Context` is what it needs of the running server, `Given` what it gives to
 * all, `Needs` what it makes that from; the list of features does not compile where the server cannot give it.
 */
export interface ServerFeature<Context, Given extends object = object, Needs = object> {
  /** The noun of its folder. */
  noun: string;
  /** Services that others need as well, by name. Made before anything is started, in the order of the list: `needs` has what those before it gave. */
  gives?: (needs: GivingContext & Needs) => Given;
  /** Makes its services and answers what is to be served; called once, in the order of the list, when the link is open. */
  start?: (context: Context) => RunningFeature | Promise<RunningFeature>;
  /** `afterLink`: it is stopped once cores are not reached any more, because what it asked of them ends with the link. */
  stops?: 'beforeLink' | 'afterLink';
  /** Kinds of realtime events that it tells, each with who may hear it. */
  hears?: Partial<HeardEvents>;
  /** What it writes into the audit. */
  audits?: AuditVocabulary;
  /** Kinds of entities that cores are told of and that belong to it; before those that have them in their content. */
  synced?: (context: LinkContext) => readonly SyncedEntity[];
  /** What it does with what cores say, and with links that come and go. */
  link?: (context: LinkContext & { entities: SyncedEntities }) => Partial<LinkHooks>;
  /** What it does at moments of other features. */
  hooks?: (context: Context) => readonly Hook[];
  housekeeping?: (context: Context) => readonly HousekeepingJob[];
}
