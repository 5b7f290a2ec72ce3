import { carriedScope, holds, scopeFor } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Work } from '../../platform/database/database.ts';
import { alarmsInSight } from '../armed-alarms/armed-alarms.public.ts';
import type { SearchSight } from './global-search.repository.ts';

/** What the actor may find: the same as in the lists of locations, cores and cameras, on the pages of floors, in the list of alarms, and in the directory of people. */
export const searchSight = async (trx: Work, actor: MemberActor): Promise<SearchSight> => ({
  locations: { full: scopeFor(actor, 'LocationView'), carried: carriedScope(actor) },
  cores: scopeFor(actor, 'CoreView'),
  cameras: scopeFor(actor, 'CameraView'),
  floors: scopeFor(actor, 'LocationView'),
  alarms: await alarmsInSight(trx, actor),
  people: holds(actor, 'OrganizationDatabasePeopleDirectory'),
});
