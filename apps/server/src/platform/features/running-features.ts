import type { FastifyInstance } from 'fastify';
import type { HeardEvents } from './heard-events.ts';
import { realtimeKinds } from './heard-events.ts';
import { linkHookNames, type LinkHooks } from '../link/link-hooks.ts';
import { SyncedEntities } from '../sync/synced-entity.ts';
import type { Hooks } from './hooks.ts';
import type { GivingContext, LinkContext } from './server-context.ts';
import type { HousekeepingJob, RunningFeature, ServerFeature } from './server-feature.ts';

/** A feature when all is given that any of them needs. */
type StartedFeature<Context> = ServerFeature<Context, object, never>;

/** Features as they were started, to be stopped in the opposite order: first those whose cores are still to hear of it. */
export class RunningFeatures {
  readonly #before: RunningFeature[] = [];
  readonly #after: RunningFeature[] = [];

  /** Starts a feature and serves it. */
  async start<Context>(app: FastifyInstance, feature: StartedFeature<Context>, context: Context): Promise<void> {
    const running = await feature.start?.(context);
    if (!running) return;
    for (const mount of running.routes ?? []) await mount(app);
    (feature.stops === 'afterLink' ? this.#after : this.#before).push(running);
  }

  stopBeforeLink(): Promise<void> {
    return stopAll(this.#before);
  }

  stopAfterLink(): Promise<void> {
    return stopAll(this.#after);
  }
}

/** One that does not end well keeps no other from ending: what it was is told once all have ended. */
async function stopAll(running: RunningFeature[]): Promise<void> {
  const failures: unknown[] = [];
  for (const feature of running.splice(0).toReversed()) {
    try {
      await feature.stop?.();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** What all features together declare of realtime events. Throws when a kind is declared by none or by two. */
export function heardBy(features: readonly Pick<ServerFeature<never>, 'noun' | 'hears'>[]): HeardEvents {
  const heard: Partial<HeardEvents> = {};
  for (const { noun, hears = {} } of features) {
    const twice = Object.keys(hears).find((kind) => Object.hasOwn(heard, kind));
    if (twice !== undefined) throw new Error(`${noun} declares ${twice} a second time`);
    Object.assign(heard, hears);
  }
  const missing = realtimeKinds.find((kind) => !Object.hasOwn(heard, kind));
  if (missing !== undefined) throw new Error(`no feature declares ${missing}`);
  return heard as HeardEvents;
}

/** What all features together do for the link. Throws when a hook is declared by none or by two. */
export function linkHooksOf<Context>(
  features: readonly StartedFeature<Context>[],
  context: Parameters<NonNullable<StartedFeature<Context>['link']>>[0],
): LinkHooks {
  const hooks: Partial<LinkHooks> = {};
  for (const { noun, link } of features) {
    const own = link?.(context) ?? {};
    const twice = Object.keys(own).find((name) => Object.hasOwn(hooks, name));
    if (twice !== undefined) throw new Error(`${noun} declares ${twice} a second time`);
    Object.assign(hooks, own);
  }
  const missing = linkHookNames.find((name) => !Object.hasOwn(hooks, name));
  if (missing !== undefined) throw new Error(`no feature declares ${missing}`);
  return hooks as LinkHooks;
}

/** Makes what features give, in their order. Throws when two give something of the same name. */
export function givenBy<Given extends object>(
  features: readonly Pick<ServerFeature<never, object, Given>, 'noun' | 'gives'>[],
  context: GivingContext,
): Given {
  const given = {} as GivingContext & Given;
  Object.assign(given, context);
  const own = {} as Given;
  for (const { noun, gives } of features) {
    const more = gives?.(given) ?? {};
    const twice = Object.keys(more).find((name) => Object.hasOwn(given, name));
    if (twice !== undefined) throw new Error(`${noun} gives ${twice}, which is given already`);
    Object.assign(given, more);
    Object.assign(own, more);
  }
  return own;
}

/** Every kind of entity that cores are told of. */
export const syncedBy = <Context>(features: readonly StartedFeature<Context>[], context: LinkContext): SyncedEntities =>
  new SyncedEntities(features.flatMap(({ synced }) => synced?.(context) ?? []));

/** Lets every feature say what it does at moments of others. */
export function declareHooks<Context extends { hooks: Hooks }>(
  features: readonly StartedFeature<Context>[],
  context: Context,
): void {
  for (const feature of features) context.hooks.add(feature.hooks?.(context) ?? []);
}

/** Everything that has to be tidied now and then, in the order of the features. */
export const housekeepingOf = <Context>(
  features: readonly StartedFeature<Context>[],
  context: Context,
): HousekeepingJob[] => features.flatMap((feature) => feature.housekeeping?.(context) ?? []);
