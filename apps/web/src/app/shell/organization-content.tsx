import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '../../platform/session/session-store.ts';
import { LateNothingGranted } from '../late-pages.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';

/** Pages that show what there is. For somebody who was given nothing each would fail; pages of one thing say which permission they need. */
const overviews = /^\/(location|cameras|search|archive)(\/|$)/;

/**
 * Every page of an organization, unmounted with it: a page that stays mounted keeps what it has read, whatever is cleared behind it.
 * The page of the next one is drawn once the router knows where its person goes: an address of before may name what is not theirs.
 */
export function OrganizationContent() {
  const { activeOrganizationId, permissions } = useSession();
  const router = useRouter();
  const [entered, setEntered] = useState(activeOrganizationId);
  const isEntering = entered !== activeOrganizationId;
  useEffect(
    () => (isEntering ? router.subscribe('onResolved', () => setEntered(activeOrganizationId)) : undefined),
    [router, isEntering, activeOrganizationId],
  );
  const isOverview = useRouterState({ select: ({ location }) => overviews.test(location.pathname) });
  if (isEntering || activeOrganizationId === null) return <LoadingRows />;
  if (permissions.length === 0 && isOverview) return <LateNothingGranted />;
  return <Outlet key={activeOrganizationId} />;
}
