import { carriedScope, scopeFor } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { SearchSight } from './global-search.repository.ts';

/** What the actor may find: the same as in the lists of locations, cores and cameras, and on the pages of floors. */
export const searchSight = (actor: MemberActor): SearchSight => ({
  locations: { full: scopeFor(actor, 'LocationView'), carried: carriedScope(actor) },
  cores: scopeFor(actor, 'CoreView'),
  cameras: scopeFor(actor, 'CameraView'),
  floors: scopeFor(actor, 'LocationView'),
});
