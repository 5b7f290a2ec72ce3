import { useTranslation } from 'react-i18next';
import { AreaFrame } from './area-frame.tsx';
import { declaredMenu } from '../menus/declared-menu.ts';

const menu = declaredMenu('database');

/** Frame of the organization's directories: their menu, and one of their pages. */
export function DatabaseArea() {
  const { t } = useTranslation();
  return <AreaFrame title={t('shell.database.title')} menu={menu} nameOf={(name) => t(name)} />;
}
