import type { MemberActor } from '../../platform/auth/actor.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Work } from '../../platform/database/database.ts';
import { hookPoint } from '../../platform/features/hooks.ts';

/** Where somebody may know who was seen. */
export { sightOf } from './people.policy.ts';
export { sightingsSeen, type SightingSight } from './sightings/sighting-sight.repository.ts';

/** Faces of somebody who was forgotten are erased from these events; in the transaction in which they are. */
export const sightingsForgotten =
  hookPoint<[work: ChangeWork, forgotten: { organizationId: string; eventIds: readonly string[] }]>('people.forgotten');

/** What names a person, as somebody may see it. */
export interface PersonUses {
  items: { id: string; name: string }[];
  /** How many more there are. */
  others: number;
}

export { holdPeople, listNames, peopleNamed } from './people.repository.ts';

/** A person is no more, in the transaction in which they go; `intoPersonId`: who they turned out to be. */
export const personRemoved =
  hookPoint<[work: ChangeWork, person: { organizationId: string; personId: string; intoPersonId: string | null }]>(
    'people.removed',
  );

/** How a person is used: by name, as the only one of a list, or as one of a group. */
export type PersonUse = 'named' | 'alone' | 'byGroup';

/** Who uses a person says so, by adding to what is told. `isHeld`: nobody else leaves their groups until the transaction ends. */
export const personUsed =
  hookPoint<
    [
      trx: Work,
      actor: MemberActor,
      asked: { personId: string; isHeld: boolean; told: (how: PersonUse, uses: PersonUses) => void },
    ]
  >('people.used');
