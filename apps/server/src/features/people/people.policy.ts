import { scopeFor } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Work } from '../../platform/database/database.ts';
import { hiddenFrom } from '../cameras/cameras.public.ts';
import type { PersonSight } from './people.repository.ts';

/** Where the actor may know who was seen: at cameras that they may search and that hide nothing from them. */
export async function sightOf(trx: Work, actor: MemberActor): Promise<PersonSight> {
  const hidden = await hiddenFrom(trx, actor);
  return {
    organizationId: actor.organizationId,
    scope: scopeFor(actor, 'SearchView'),
    places: scopeFor(actor, 'LocationView'),
    hiddenCameraIds: [...hidden.keys()],
  };
}
