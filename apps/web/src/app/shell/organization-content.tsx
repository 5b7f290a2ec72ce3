import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '../../platform/session/session-store.ts';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';

/**
 * Every page of an organization, unmounted with it: a page that stays mounted keeps what it has read, whatever is cleared behind it.
 * The page of the next one is drawn once the router knows where its person goes: an address of before may name what is not theirs.
 */
export function OrganizationContent() {
  const { activeOrganizationId } = useSession();
  const router = useRouter();
  const [entered, setEntered] = useState(activeOrganizationId);
  const isEntering = entered !== activeOrganizationId;
  useEffect(
    () => (isEntering ? router.subscribe('onResolved', () => setEntered(activeOrganizationId)) : undefined),
    [router, isEntering, activeOrganizationId],
  );
  if (isEntering || activeOrganizationId === null) return <LoadingRows />;
  return <Outlet key={activeOrganizationId} />;
}
