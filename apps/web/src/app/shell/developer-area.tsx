import { useTranslation } from 'react-i18next';
import { AreaFrame } from './area-frame.tsx';
import { developerPages } from './developer-pages.ts';

/** Frame of the pages of developers: their menu, and one of them. */
export function DeveloperArea() {
  const { t } = useTranslation();
  return <AreaFrame title={t('shell.developer.menu')} menu={developerPages} nameOf={(name) => t(name)} />;
}
