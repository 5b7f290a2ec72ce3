import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { declaredMenu } from './declared-menu.ts';
import { drawnEntries } from './menu.ts';
import { useMenuViewer } from './use-menu-viewer.ts';

const menu = declaredMenu('developer');

/** Entries of the developer menu, in the rail's menu and in the phone's. */
export function DeveloperMenuItems() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const viewer = useMenuViewer();
  return (
    <>
      <Menu.Label>{t('shell.developer.menu')}</Menu.Label>
      {drawnEntries(menu, viewer).map(({ key, name, to }) => (
        <Menu.Item key={key} onClick={() => void navigate({ to })}>
          {t(name)}
        </Menu.Item>
      ))}
    </>
  );
}
