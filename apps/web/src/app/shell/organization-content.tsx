import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '../../platform/session/session-store.ts';
import { LateNothingGranted } from '../late-pages.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';

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
  // Operators' own pages hold the preferences of a person besides.
  const isPersonal = useRouterState({ select: ({ location }) => location.pathname.startsWith('/operator') });
  if (isEntering || activeOrganizationId === null) return <LoadingRows />;
  // Nothing here has anything to show to somebody who was given nothing; each page would say so as a failure.
  if (permissions.length === 0 && !isPersonal) return <LateNothingGranted />;
  return <Outlet key={activeOrganizationId} />;
}
