import { Menu } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { OrganizationMenuItems } from './organization-menu-items.tsx';
import { UserMenuItems } from './user-menu-items.tsx';

/** Menus of the frame: organization and person in the rail, all of it behind More on phones. */
export type ShellMenuKind = 'organization' | 'user' | 'more';

interface OpenedMenuProps {
  kind: ShellMenuKind;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  onHelp: (() => void) | undefined;
  /** The button. */
  children: ReactElement;
}

/** The menu itself with its button; loaded when one is wanted. */
export function OpenedMenu({ kind, isOpen, onChange, onHelp, children }: OpenedMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu opened={isOpen} onChange={onChange} position={kind === 'more' ? 'top-end' : 'right-end'} width={280} closeOnItemClick={kind !== 'user'}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown mah="80dvh" style={{ overflow: 'auto' }}>
        {kind !== 'user' && <OrganizationMenuItems />}
        {kind === 'more' && (
          <>
            <Menu.Item leftSection={<IconHelpCircle size={16} stroke={1.6} />} onClick={onHelp}>
              {t('shell.nav.help')}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        {kind !== 'organization' && <UserMenuItems />}
      </Menu.Dropdown>
    </Menu>
  );
}
