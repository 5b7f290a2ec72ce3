import { useTranslation } from 'react-i18next';
import type { PaletteEntry } from '../../../features/global-search/palette-entry.ts';
import { useAppInfo } from '../../../platform/app-info/app-info.ts';
import { useSession } from '../../../platform/session/session-store.ts';
import { isDeveloperPerson, mainRole } from '../../../platform/routes/guard-rules.ts';
import { searchPages } from './search-pages.ts';
import { useMenuViewer } from '../menus/use-menu-viewer.ts';

/** Pages that the person may open, in the language of the page; follows rights as they change. */
export const useSearchPages = (): readonly PaletteEntry[] => {
  const { t } = useTranslation();
  const { user, barredBy } = useSession();
  const viewer = useMenuViewer();
  const info = useAppInfo();
  const isDeveloper = isDeveloperPerson(user, info?.environment === 'development');
  const organizationId = barredBy === null ? viewer.organizationId : null;
  const pages = searchPages({ ...viewer, organizationId, isDeveloper, hasHome: mainRole(user) === 'USER' });
  return pages.map(({ key, name, about, href }) => ({ key, group: 'page', name: t(name), detail: [t(about)], href }));
};
