import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { OrganizationUser } from '@sightline/contracts/users/user';
import { useTranslation } from 'react-i18next';

/** What can be done with a member. */
export type MemberDeed = 'change' | 'effective' | 'remove';

interface MemberMenuProps {
  user: OrganizationUser;
  onDeed: (deed: MemberDeed, user: OrganizationUser) => void;
}

/** What can be done with one member; oneself leaves on the own account page. */
export function MemberMenu({ user, onDeed }: MemberMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('users.actions.of', { name: user.name })}>
          <IconDots size={16} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onDeed('change', user)}>{t('users.change.action')}</Menu.Item>
        <Menu.Item onClick={() => onDeed('effective', user)}>{t('users.effective.action')}</Menu.Item>
        {!user.isSelf && <Menu.Item onClick={() => onDeed('remove', user)}>{t('users.remove.action')}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
