import { requirePermission } from '../../../platform/routes/guards.ts';
import { currentSession } from '../../../platform/session/session-store.ts';
import { isHeld } from '../../../platform/session/may.ts';
import { declaredMenu } from './declared-menu.ts';
import { drawnEntries } from './menu.ts';

/** Address of the first directory of the organization that the signed-in person may open. Throws `forbidden` when there is none. */
export function firstDirectory(): string {
  const session = currentSession();
  const [first] = drawnEntries(declaredMenu('database'), {
    roles: session?.user.roles ?? [],
    organizationId: session?.activeOrganizationId ?? null,
    pricingOrganizationId: null,
    may: (permission) => isHeld(session?.permissions ?? [], permission as Parameters<typeof isHeld>[1]),
    // Where faces are not recognised, the directory of people leads on by itself.
    conditions: new Set(['faceRecognition']),
  });
  if (first === undefined) requirePermission('OrganizationDatabase');
  return first?.to ?? '/location/home';
}
