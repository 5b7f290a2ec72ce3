import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Palette } from '../../../features/global-search/palette.tsx';
import type { PaletteEntry } from '../../../features/global-search/palette-entry.ts';
import { rememberEntry } from '../../../features/global-search/recent-entries.ts';
import { useRecent } from '../../../features/global-search/use-recent.ts';
import { useSession } from '../../../platform/session/session-store.ts';
import { useSearchPages } from './use-search-pages.ts';

/** Gives the focus back to what had it, unless it went elsewhere meanwhile. */
const useFocusBack = (): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      setTimeout(() => {
        const { activeElement: now, body } = document;
        if ((now === null || now === body) && before instanceof HTMLElement) before.focus();
      });
    },
    [before],
  );
};

/** The global search of the frame: pages of this person, things of the organization, and how to get there. */
export function GlobalSearch({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const router = useRouter();
  const { user, activeOrganizationId, barredBy } = useSession();
  const owner = { userId: user.id, organizationId: activeOrganizationId };
  const pages = useSearchPages();
  const hasThings = activeOrganizationId !== null && barredBy === null;
  const recent = useRecent({ owner, pages, hasThings });
  const open = (entry: PaletteEntry, isNewTab: boolean): void => {
    rememberEntry(owner, entry);
    if (isNewTab) {
      window.open(entry.href, '_blank', 'noopener');
      return;
    }
    onClose();
    router.history.push(entry.href);
  };
  return <Palette pages={pages} recent={recent} hasThings={hasThings} onOpen={open} onClose={onClose} />;
}
