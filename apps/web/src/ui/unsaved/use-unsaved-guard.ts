import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { currentSession } from '../../platform/session/session-store.ts';

interface Place {
  pathname: string;
  search: object;
}

interface Leaving {
  isDirty: boolean;
  current: Place;
  next: Place;
  /** The session, and its organization, is the one in which the page was opened. */
  isSameTenant: boolean;
  /** Part of the address that, when it changes, is another page too. */
  part?: string | undefined;
}

const valueIn = ({ search }: Place, part: string): unknown => (search as Record<string, unknown>)[part];

const isElsewhere = ({ current, next, part }: Leaving): boolean =>
  current.pathname !== next.pathname || (part !== undefined && valueIn(current, part) !== valueIn(next, part));

/** Whether to ask before leaving: something is unsaved, another page is wanted, and it is still the person's own decision. */
export const asksBeforeLeaving = (leaving: Leaving): boolean =>
  leaving.isDirty && leaving.isSameTenant && isElsewhere(leaving);

const tenantNow = (): string | null => currentSession()?.activeOrganizationId ?? null;

/** What a page with unsaved changes asks before it is left. */
export interface UnsavedQuestion {
  isAsking: boolean;
  stay: () => void;
  leave: () => void;
}

/**
 * Holds back whoever leaves a page with unsaved changes, also by closing the tab. `isDirty` is asked at that moment.
 * Other filters of the same page, a sign-out and another organization are not held back; another value of `part` of the address is.
 */
export const useUnsavedGuard = (isDirty: () => boolean, part?: string): UnsavedQuestion => {
  const [tenant] = useState(tenantNow);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      asksBeforeLeaving({ isDirty: isDirty(), current, next, isSameTenant: tenant === tenantNow(), part }),
    enableBeforeUnload: () => isDirty() && currentSession() !== null,
    withResolver: true,
  });
  return { isAsking: status === 'blocked', stay: () => reset?.(), leave: () => proceed?.() };
};
