import type { EdgeCommandName } from '@sightline/contracts/link/link-commands';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { EdgeStores } from '../store/edge-stores.ts';
import type { DesiredOwners, EdgeCapability } from './edge-capability.ts';

/** A capability of which only the list knows what it needs and gives. */
export type AnyCapability = EdgeCapability<never, object, EdgeCommandName>;

/** What all capabilities together declare. */
export interface Declared {
  abilities: readonly string[];
  /** Keys of the store's memory that its copy holds. */
  meta: readonly string[];
  /** Keys of the store's memory in which the word of a version counts that was tried and taken back. */
  trial: readonly string[];
  /** Records that stay true on another machine. */
  records: readonly EdgeRecordBody['kind'][];
  owners: (stores: EdgeStores) => DesiredOwners;
}

/** The capabilities of a core in the order in which they begin. Each may need what the core has and what those before it give. */
export class CapabilityList<Core, Has, Commands extends EdgeCommandName = never> {
  readonly items: readonly AnyCapability[];
  /** Never called: lets only a list that answers a command stand where it must be answered. */
  declare readonly answers: (command: Commands) => Core;

  private constructor(items: readonly AnyCapability[]) {
    this.items = items;
  }

  /** An empty list for what a core has by itself. */
  static of<Core>(): CapabilityList<Core, Core> {
    return new CapabilityList<Core, Core>([]);
  }

  /** Adds one. Throws for one that begins at once behind one that waits for a server, and for what is declared twice. */
  with<Gives, More extends EdgeCommandName>(
    capability: EdgeCapability<Has, Gives, More>,
  ): CapabilityList<Core, Has & Gives, Commands | More> {
    const { verb, begins = 'atOnce' } = capability;
    if (begins === 'atOnce' && this.items.some((item) => item.begins === 'withServer'))
      throw new Error(`${verb} begins at once, and stands behind what waits for a server`);
    if (this.items.some((item) => item.verb === verb)) throw new Error(`${verb} is declared a second time`);
    return new CapabilityList<Core, Has & Gives, Commands | More>([
      ...this.items,
      capability as unknown as AnyCapability,
    ]);
  }

  get declared(): Declared {
    const { items } = this;
    return {
      abilities: items.flatMap(({ abilities = [] }) => abilities),
      meta: items.flatMap(({ survives }) => survives?.meta ?? []),
      trial: items.flatMap(({ survives }) => survives?.trial ?? []),
      records: items.flatMap(({ survives }) => survives?.records ?? []),
      owners: (stores) => ownersOf(items, stores),
    };
  }
}

function ownersOf(items: readonly AnyCapability[], stores: EdgeStores): DesiredOwners {
  const owners: DesiredOwners = {};
  for (const { verb, owns } of items) {
    const own = owns?.(stores) ?? {};
    const twice = Object.keys(own).find((kind) => Object.hasOwn(owners, kind));
    if (twice !== undefined) throw new Error(`${verb} owns ${twice}, which another capability owns`);
    Object.assign(owners, own);
  }
  return owners;
}
