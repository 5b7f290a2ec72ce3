import { useTranslation } from 'react-i18next';
import { AreaFrame } from './area-frame.tsx';
import { declaredMenu } from '../menus/declared-menu.ts';

const menu = declaredMenu('developer');

/** Frame of the pages of developers: their menu, and one of them. */
export function DeveloperArea() {
  const { t } = useTranslation();
  return <AreaFrame title={t('shell.developer.menu')} menu={menu} nameOf={(name) => t(name)} />;
}
