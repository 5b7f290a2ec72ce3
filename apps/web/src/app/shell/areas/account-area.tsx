import { useTranslation } from 'react-i18next';
import { AreaFrame } from './area-frame.tsx';
import { declaredMenu } from '../menus/declared-menu.ts';

const menu = declaredMenu('account');

/** Frame of the person's own settings: its menu, and one of its pages. */
export function AccountArea() {
  const { t } = useTranslation();
  return <AreaFrame title={t('shell.account.title')} menu={menu} nameOf={(name) => t(name)} />;
}
