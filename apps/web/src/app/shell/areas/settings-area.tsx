import { useTranslation } from 'react-i18next';
import { AreaFrame } from './area-frame.tsx';
import { declaredMenu } from '../menus/declared-menu.ts';

const menu = declaredMenu('settings');

/** Frame of the organization's settings: its menu, and one of its pages. */
export function SettingsArea() {
  const { t } = useTranslation();
  return <AreaFrame title={t('shell.settings.title')} menu={menu} nameOf={(name) => t(name)} />;
}
