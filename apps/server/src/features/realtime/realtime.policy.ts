import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { holds, mayAt } from '../../platform/auth/entity-right.ts';
import { hearingRightsOf, heardAs, type HeardEvents } from '../../platform/features/heard-events.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';

/** Who hears of what, as the features declare it. */
export type Hearing = ReturnType<typeof createHearing>;

/** Answers who may hear of an event by what its feature declares. */
export function createHearing(declared: HeardEvents) {
  const rightsToHear = (event: RealtimeEvent): readonly Permission[] | null => heardAs(declared, event).rights;
  /** True for news of what a camera hides: who may see originals there hears it, beside the right to hear such news at all. */
  const needsOriginals = (event: RealtimeEvent): boolean => heardAs(declared, event).needsOriginals?.(event) ?? false;
  const alsoHolds = (event: RealtimeEvent): Permission | undefined => heardAs(declared, event).alsoHolds;
  const holdsAlso = (actor: MemberActor, event: RealtimeEvent): boolean => {
    const permission = alsoHolds(event);
    return permission === undefined || holds(actor, permission);
  };
  return {
    /** Every right by which something is heard. */
    rights: hearingRightsOf(declared),
    /** What one must be allowed to see in order to hear of it: any of these; null for news that every member may have. */
    rightsToHear,
    needsOriginals,
    /** True where the right to see the place is not enough to hear of it. */
    needsMore: (event: RealtimeEvent): boolean => needsOriginals(event) || alsoHolds(event) !== undefined,
    /** People to whom alone an event is told; null when it is not for named people. */
    peopleToHear: (event: RealtimeEvent): readonly string[] | null => heardAs(declared, event).people?.(event) ?? null,
    /** True for news of one's own standing: those who just lost every right hear it too, and only those whom it touches. */
    isOwnStanding: (event: RealtimeEvent): boolean => heardAs(declared, event).isOwnStanding === true,
    /**
     * True when the actor may hear of an event at the place with this path (locations from the root down, core, camera);
     * an unknown place is nobody's, and what has no place needs the right on the whole organization.
     */
    mayHear: (actor: MemberActor, event: RealtimeEvent, path: readonly string[] | undefined): boolean =>
      path !== undefined &&
      holdsAlso(actor, event) &&
      (!needsOriginals(event) || mayAt(actor, 'OriginalsView', path)) &&
      (rightsToHear(event)?.some((permission) => mayAt(actor, permission, path)) ?? true),
    /** How screens speak of an event: a failure is told to its author only, and nobody is told of states in passing. */
    mannerOf: (event: RealtimeEvent): { level: 'INFO' | 'ERROR'; showToast: boolean } => {
      const { isQuiet = false, isUnderWay, hasFailed } = heardAs(declared, event);
      return {
        level: hasFailed?.(event) === true ? 'ERROR' : 'INFO',
        showToast: !isQuiet && isUnderWay?.(event) !== true,
      };
    },
  };
}
