import type { EdgeCommandName } from '@sightline/contracts/link/link-commands';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { SyncedKind } from '@sightline/contracts/link/synced-kinds';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { Membership } from '../link/membership.ts';
import type { CommandHandlers } from '../link/command-handlers.ts';
import type { DesiredOwner } from '../store/desired-store.ts';
import type { EdgeStores } from '../store/edge-stores.ts';

/**
 * In which order a core closes: what works ends first, side by side; then the footage is let go, then the store in which the work wrote
 * its last words.
 */
export const closingOrder = ['work', 'footage', 'store'] as const;
export type ClosingStage = (typeof closingOrder)[number];

/** How a core ends. */
export interface HowItEnds {
  /** Another core begins at once, whose recorder takes the place of this one's. */
  leavesRecorder: boolean;
  /** Takes what ends a recorder that was left. */
  left: (end: () => void) => void;
}

export type Close = (how: HowItEnds) => Promise<void> | void;

/** Who makes something of the kinds of synced entities that it names. */
export type DesiredOwners = { readonly [K in SyncedKind]?: DesiredOwner<K> };

/** What of a capability outlives the store or the machine that held it. */
export interface Survival {
  /** Keys of the store's memory that are in the copy of what is wanted, for a core whose store is damaged. */
  meta?: readonly string[];
  /**
   * Keys of the store's memory that hold what a version on trial and the server agreed upon; they count when it is taken back. Without
   * them records would be sent twice, and footage grow old by the word of a wrong clock.
   */
  trial?: readonly string[];
  /** Records that stay true on the machine that takes the place of this one. */
  records?: readonly EdgeRecordBody['kind'][];
}

interface Answering<Commands extends EdgeCommandName> {
  handlers: CommandHandlers<Commands>;
}

interface Giving<Gives> {
  gives: Gives;
}

/** What happens to the whole core. */
interface CoreMoments {
  /** What is wanted may have changed: tells its processes all of it. */
  configure?: () => void;
  /** What it can do now, beside what it always can: it changes with models and with whoever started the core. */
  abilities?: () => readonly string[];
  /** The core belongs to this server now, again or anew. */
  joins?: (membership: Membership) => Promise<void> | void;
  /** The server has forgotten what it was told: says once more how things are. */
  notifyAll?: () => void;
  /** The server says what time it is. */
  hearTime?: (serverUtcMs: number) => void;
  /** The server does not let this core in. */
  refused?: (code: ErrorCode) => void;
}

/** A capability while the core runs. Without commands or gifts of its own it names none. */
export type RunningCapability<Gives = object, Commands extends EdgeCommandName = never> = CoreMoments &
  ([Commands] extends [never] ? Partial<Answering<never>> : Answering<Commands>) &
  ([keyof Gives] extends [never] ? Partial<Giving<Gives>> : Giving<Gives>);

/**
 * A capability as it declares itself to the core. `Needs` is what it takes of the core and of capabilities before it, `Gives` what those
 * after it may take, `Commands` what it answers the server; the list of capabilities does not compile where something is missing.
 */
export interface EdgeCapability<Needs, Gives = object, Commands extends EdgeCommandName = never> {
  /** The name of its folder. */
  verb: string;
  /** What it can always do, as servers are told. */
  abilities?: readonly string[];
  /** Kinds of synced entities that nobody else makes anything of. */
  owns?: (stores: EdgeStores) => DesiredOwners;
  survives?: Survival;
  /** `withServer`: it begins once the core belongs to a server, and what fails then keeps nobody from recording. */
  begins?: 'atOnce' | 'withServer';
  /** When it is closed; with the work unless said. */
  closes?: ClosingStage;
  /** Begins, called once. What it begins it hands to `onStop` before it can fail, so that a core that does not come up ends properly. */
  start: (
    needs: Needs,
    onStop: (close: Close) => void,
  ) => RunningCapability<Gives, Commands> | Promise<RunningCapability<Gives, Commands>>;
}
