import { Menu } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showPalette } from '../finding/palette-state.ts';

/** Opens the global search from the menu of phones. */
export function FindMenuItem() {
  const { t } = useTranslation();
  return (
    <>
      <Menu.Item
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => showPalette(true)}
      >
        {t('globalSearch.title')}
      </Menu.Item>
      <Menu.Divider />
    </>
  );
}
