import { useAppInfo } from '../../../platform/app-info/app-info.ts';
import { useDispatchService } from '../../../features/dispatch-alarms/dispatch/use-dispatch-service.ts';
import { isHeld } from '../../../platform/session/may.ts';
import { useSession } from '../../../platform/session/session-store.ts';
import type { MenuCondition } from '../../../platform/features/menu-entry.ts';
import type { MenuViewer } from './menu.ts';

// Of control events no integration brings any yet.
const withDispatch: ReadonlySet<MenuCondition> = new Set(['alarmDispatch']);
const withNothing: ReadonlySet<MenuCondition> = new Set();

/** The signed-in person as menus look at them; follows rights as they change. */
export const useMenuViewer = (): MenuViewer => {
  const { user, activeOrganizationId, permissions } = useSession();
  const info = useAppInfo();
  const hasDispatch = useDispatchService();
  return {
    roles: user.roles,
    organizationId: activeOrganizationId,
    pricingOrganizationId: info?.pricingOrganizationId ?? null,
    may: (permission) => isHeld(permissions, permission as (typeof permissions)[number]['name']),
    conditions: hasDispatch ? withDispatch : withNothing,
  };
};
