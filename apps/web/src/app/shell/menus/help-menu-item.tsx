import { Menu } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** Help in the menu of phones. */
export function HelpMenuItem() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <>
      <Menu.Item
        leftSection={<IconHelpCircle size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => void navigate({ to: '/help' })}
      >
        {t('shell.nav.help')}
      </Menu.Item>
      <Menu.Divider />
    </>
  );
}
