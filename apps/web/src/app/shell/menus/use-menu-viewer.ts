import { useAppInfo } from '../../../platform/app-info/app-info.ts';
import { useDispatchService } from '../../../features/dispatch-alarms/dispatch/use-dispatch-service.ts';
import { useFaceRecognition } from '../../../features/people/face-recognition.ts';
import { isHeld } from '../../../platform/session/may.ts';
import { useSession } from '../../../platform/session/session-store.ts';
import type { MenuCondition } from '../../../platform/features/menu-entry.ts';
import type { MenuViewer } from './menu.ts';

// Of control events no integration brings any yet.
const conditionsOf = (hasDispatch: boolean, hasFaces: boolean): ReadonlySet<MenuCondition> =>
  new Set([...(hasDispatch ? (['alarmDispatch'] as const) : []), ...(hasFaces ? (['faceRecognition'] as const) : [])]);

/** The signed-in person as menus look at them; follows rights as they change. */
export const useMenuViewer = (): MenuViewer => {
  const { user, activeOrganizationId, permissions } = useSession();
  const info = useAppInfo();
  const hasDispatch = useDispatchService();
  const hasFaces = useFaceRecognition();
  return {
    roles: user.roles,
    organizationId: activeOrganizationId,
    pricingOrganizationId: info?.pricingOrganizationId ?? null,
    may: (permission) => isHeld(permissions, permission as (typeof permissions)[number]['name']),
    conditions: conditionsOf(hasDispatch, hasFaces),
  };
};
