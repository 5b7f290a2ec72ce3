import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { currentSession } from '../../platform/session/session-store.ts';

interface Place {
  pathname: string;
}

interface Leaving {
  isDirty: boolean;
  current: Place;
  next: Place;
  /** The session, and its organization, is the one in which the page was opened. */
  isSameTenant: boolean;
}

/** Whether to ask before leaving: something is unsaved, another page is wanted, and it is still the person's own decision. */
export const asksBeforeLeaving = ({ isDirty, current, next, isSameTenant }: Leaving): boolean => isDirty && isSameTenant && current.pathname !== next.pathname;

const tenantNow = (): string | null => currentSession()?.activeOrganizationId ?? null;

/** What a page with unsaved changes asks before it is left. */
export interface UnsavedQuestion {
  isAsking: boolean;
  stay: () => void;
  leave: () => void;
}

/**
 * Holds back whoever leaves a page with unsaved changes, also by closing the tab. `isDirty` is asked at that moment.
 * Other filters of the same page, a sign-out and another organization are not held back.
 */
export const useUnsavedGuard = (isDirty: () => boolean): UnsavedQuestion => {
  const [tenant] = useState(tenantNow);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => asksBeforeLeaving({ isDirty: isDirty(), current, next, isSameTenant: tenant === tenantNow() }),
    enableBeforeUnload: () => isDirty() && currentSession() !== null,
    withResolver: true,
  });
  return { isAsking: status === 'blocked', stay: () => reset?.(), leave: () => proceed?.() };
};
