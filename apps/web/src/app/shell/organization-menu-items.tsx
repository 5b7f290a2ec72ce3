import { Menu } from '@mantine/core';
import { IconBuilding, IconCheck, IconChecklist, IconSettings } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { switchOrganization } from '../../platform/session/session-actions.ts';
import { useSession } from '../../platform/session/session-store.ts';
import { toastFailure } from '../../ui/toasts/toast.tsx';
import classes from './shell.module.css';

/** Entries about organizations, in the rail's menu and in the phone's. */
export function OrganizationMenuItems() {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const active = session.organizations.find(({ organizationId }) => organizationId === session.activeOrganizationId);
  const others = session.organizations.filter((one) => one !== active);
  const change = async (organizationId: string): Promise<void> => {
    try {
      await switchOrganization(organizationId);
      await navigate({ to: '/location/home' });
    } catch (failure) {
      toastFailure(t('shell.organization.switch'), failure);
    }
  };
  return (
    <>
      <div className={classes.menuHead}>
        <div className={classes.menuName}>{active?.name}</div>
      </div>
      <Menu.Item leftSection={<IconSettings size={16} stroke={1.6} />} onClick={() => void navigate({ to: '/settings/details' })}>
        {t('shell.organization.settings')}
      </Menu.Item>
      <Menu.Item leftSection={<IconChecklist size={16} stroke={1.6} />} onClick={() => void navigate({ to: '/start' })}>
        {t('shell.organization.guide')}
      </Menu.Item>
      {others.length > 0 && (
        <>
          <Menu.Divider />
          <Menu.Label>{t('shell.organization.switch')}</Menu.Label>
          {active !== undefined && (
            <Menu.Item leftSection={<IconCheck size={16} stroke={1.6} />} disabled>
              {active.name}
            </Menu.Item>
          )}
          {others.map(({ organizationId, name }) => (
            <Menu.Item key={organizationId} leftSection={<IconBuilding size={16} stroke={1.6} />} onClick={() => void change(organizationId)}>
              {name}
            </Menu.Item>
          ))}
        </>
      )}
    </>
  );
}
