import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { locationById } from '../../../features/locations/location-queries.ts';
import { toApiError } from '../../../platform/api/api-error.ts';
import { useAppInfo } from '../../../platform/app-info/app-info.ts';
import type { MenuEntry } from '../../../platform/features/menu-entry.ts';
import { isDeveloperPerson } from '../../../platform/routes/guard-rules.ts';
import { useSession } from '../../../platform/session/session-store.ts';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { AreaFrame } from '../../shell/areas/area-frame.tsx';
import { EntityFailure } from '../../../ui/pages/entity-failure.tsx';

type TabName = `locations.tabs.${'details' | 'configuration' | 'json'}`;

/** What of a site can be looked at: its menu, and one of its pages. */
export function LocationArea() {
  const { t } = useTranslation();
  const { locationId } = useParams({ from: '/shell/organization/edit-location/$locationId' });
  const location = useQuery(locationById(locationId));
  const { user } = useSession();
  const isDeveloper = isDeveloperPerson(user, useAppInfo()?.environment === 'development');
  // What was read before is of no use for a site that is gone.
  const isGone = location.error !== null && toApiError(location.error).code === 'not_found';
  if (location.data === undefined || isGone)
    return location.error === null ? (
      <LoadingRows />
    ) : (
      <EntityFailure failure={location.error} onRetry={() => void location.refetch()} />
    );
  const base = `/edit-location/${locationId}`;
  const menu: MenuEntry<TabName>[] = [
    { key: 'details', name: 'locations.tabs.details', to: base },
    ...(location.data.can.edit
      ? [{ key: 'configuration', name: 'locations.tabs.configuration', to: `${base}/configuration` } as const]
      : []),
    ...(isDeveloper ? [{ key: 'json', name: 'locations.tabs.json', to: `${base}/json` } as const] : []),
  ];
  return <AreaFrame title={location.data.name} menu={menu} nameOf={(name) => t(name)} />;
}
